import { z } from 'zod';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema, instantSchema, namedSchema, noteSchema } from '../core/fields.ts';
import { nullAsUndefined } from '../http/input.ts';
import { permissions } from '../http/roles.ts';
import { adminRoute, dataEnvelope, deskRoute, route } from '../http/route.ts';
import {
  type ChosenResolution,
  chosenResolutions,
  type IncidentKind,
  incidentKinds,
  isGone,
  resolutionNames,
  retiresKey,
  suits,
} from '../keys/incident-kinds.ts';
import { incidentKindSchema } from '../keys/key.ts';
import { keyLevelNames } from '../keys/key-levels.ts';
import { keyPath } from '../keys/routes.ts';

/** That a key is not as it should be: who said so, and how it ended. One is open for each key. */
export const incidentSchema = z.object({
  id: idSchema,
  kind: incidentKindSchema,
  /** The key cannot be handed out until it is resolved. */
  blocks: z.boolean(),
  key: z.object({
    id: idSchema,
    keyNumber: z.string(),
    keyName: z.string(),
    level: z.enum(keyLevelNames),
    /** False once it was retired or deleted. */
    isActive: z.boolean(),
  }),
  /** Whose loan it is about. */
  holder: namedSchema.nullable(),
  /** How many other keys they have now. */
  holdersOtherKeys: z.int(),
  reportedBy: namedSchema,
  reportedAt: instantSchema,
  lastSeen: z.string().nullable(),
  note: z.string().nullable(),
  resolvedAt: instantSchema.nullable(),
  resolution: z.enum(resolutionNames).nullable(),
  resolvedBy: namedSchema.nullable(),
  resolutionNote: z.string().nullable(),
  /** The lock that the key opened was changed. */
  lockChanged: z.boolean(),
});
export type Incident = z.infer<typeof incidentSchema>;

type OpenReport = { kind: IncidentKind; blocks: boolean };

type ReportedKey = {
  keyNumber: string;
  /** Who has it, as far as nobody disputes that. */
  holderId: string | null;
  isOut: boolean;
  open: OpenReport | null;
};

/**
 * Why this key cannot be reported so by this person; null if it can. A holder reports what they
 * have; the desk reports every key: one that is out is lost, one that should hang is missing.
 */
export function reportProblem(
  key: ReportedKey,
  kind: IncidentKind,
  by: { userId: string; isDesk: boolean },
): AppError | null {
  if (!by.isDesk && (key.holderId !== by.userId || !incidentKinds[kind].isForHolders))
    return appError('NOT_YOUR_KEY');
  if (key.open && !supersedes(kind, key.open))
    return appError('KEY_REPORTED', { keyNumber: key.keyNumber, condition: key.open.kind });
  if (suits(kind, key.isOut)) return null;
  return appError(key.isOut ? 'MISSING_IS_IN' : 'LOST_IS_OUT', { keyNumber: key.keyNumber });
}

/**
 * Whether a report takes the place of the one that is open: a damaged key that may be lent would
 * look as if it were there. One that is kept back for its damage stays so until that is settled.
 */
export function supersedes(kind: IncidentKind, open: OpenReport): boolean {
  return isGone(kind) && !isGone(open.kind) && !open.blocks;
}

/** How an incident of this kind can end; only an admin ends the life of a key. */
export function resolutionsFor(kind: IncidentKind, isAdmin: boolean): ChosenResolution[] {
  return incidentKinds[kind].resolutions.filter((resolution) => isAdmin || !retiresKey(resolution));
}

/** How many reports within an hour somebody makes without saying why. */
export const reportsWithoutNote = 10;

const note = nullAsUndefined(noteSchema('note', 500).optional());

/** Lost, missing and damaged keys. */
export const incidentRoutes = {
  reportKey: route({
    method: 'POST',
    path: '/keys/:id/incidents',
    summary: 'Report a key lost, missing or damaged; holders what they have themselves',
    description: `After ${reportsWithoutNote} reports within an hour each needs a note, and the admins are told.`,
    access: permissions.borrowKeys,
    ownership: 'caller-or-desk',
    params: keyPath,
    body: z.strictObject({
      kind: incidentKindSchema,
      lastSeen: nullAsUndefined(noteSchema('last-seen', 200).optional()),
      note,
      /** Whether it may not be handed out; a damaged one may, unless this says otherwise. */
      blocks: nullAsUndefined(z.boolean().optional()),
    }),
    response: dataEnvelope(z.object({ incident: incidentSchema })),
  }),
  incidentsOfKey: deskRoute({
    method: 'GET',
    path: '/keys/:id/incidents',
    summary: 'What was reported of a key: the open one first, then the latest',
    params: keyPath,
    response: dataEnvelope(z.object({ incidents: z.array(incidentSchema) })),
  }),
  resolveIncident: deskRoute({
    method: 'PATCH',
    path: '/incidents/:id',
    summary: 'Say how an incident ended; only an admin replaces or writes off a key',
    // Like deleting the key, and its number is another one's.
    needsRecentSignIn: ({ resolution }: { resolution: ChosenResolution }) => retiresKey(resolution),
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({
      resolution: z.enum(chosenResolutions),
      note,
      lockChanged: nullAsUndefined(z.boolean().optional()),
    }),
    response: dataEnvelope(
      z.object({
        incident: incidentSchema,
        /** The key that took its place. */
        newKeyId: idSchema.optional(),
      }),
    ),
  }),
  listIncidents: adminRoute({
    method: 'GET',
    path: '/dashboard/incidents',
    summary: 'Open incidents, the oldest first, or the latest that were resolved',
    query: z.strictObject({
      state: z.enum(['open', 'resolved']).default('open'),
      /** Of the loans of one person. */
      holderId: idSchema.optional(),
      before: idSchema.optional(),
    }),
    response: dataEnvelope(z.object({ incidents: z.array(incidentSchema), hasMore: z.boolean() })),
  }),
  exportIncidents: adminRoute({
    method: 'GET',
    path: '/dashboard/incidents/export',
    summary: 'Every incident as CSV, newest first',
    response: null,
  }),
};
