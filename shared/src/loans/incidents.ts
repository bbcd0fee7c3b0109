import { z } from 'zod';
import { type AppError, appError } from '../core/errors.ts';
import { csvFile, idSchema, instantSchema, namedSchema, noteSchema } from '../core/fields.ts';
import { adminRoute, dataWith, deskRoute, route } from '../core/route-rows.ts';
import { nullAsUndefined } from '../http/input.ts';
import { permissions } from '../http/roles.ts';
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

/** A problem of a key; at most one is open per key. */
export const incidentSchema = z.object({
  id: idSchema,
  kind: incidentKindSchema,
  /** Hand-outs are blocked until it is resolved. */
  blocks: z.boolean(),
  key: z.object({
    id: idSchema,
    keyNumber: z.string(),
    keyName: z.string(),
    level: z.enum(keyLevelNames),
    /** False once retired or deleted. */
    isActive: z.boolean(),
  }),
  /** The holder of the loan. */
  holder: namedSchema.nullable(),
  /** Number of their other keys now. */
  holdersOtherKeys: z.int(),
  reportedBy: namedSchema,
  reportedAt: instantSchema,
  lastSeen: z.string().nullable(),
  note: z.string().nullable(),
  resolvedAt: instantSchema.nullable(),
  resolution: z.enum(resolutionNames).nullable(),
  resolvedBy: namedSchema.nullable(),
  resolutionNote: z.string().nullable(),
  lockChanged: z.boolean(),
});
export type Incident = z.infer<typeof incidentSchema>;

type OpenReport = { kind: IncidentKind; blocks: boolean };

type ReportedKey = {
  keyNumber: string;
  /** The holder, unless they dispute the loan. */
  holderId: string | null;
  isOut: boolean;
  open: OpenReport | null;
};

/**
 * Why this person cannot report the key so; null if they can. Holders report their own keys; the
 * desk reports every key: one that is out is lost, one that should be on its hook is missing.
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
 * Whether a report replaces the open one: a damaged key that may be handed out would look
 * available. One that is blocked for damage stays so until that is settled.
 */
export function supersedes(kind: IncidentKind, open: OpenReport): boolean {
  return isGone(kind) && !isGone(open.kind) && !open.blocks;
}

/** Only an admin may retire a key. */
export function resolutionsFor(kind: IncidentKind, isAdmin: boolean): ChosenResolution[] {
  return incidentKinds[kind].resolutions.filter((resolution) => isAdmin || !retiresKey(resolution));
}

/** Reports per hour that a person may make without a note. */
export const reportsWithoutNote = 10;

const note = nullAsUndefined(noteSchema('note', 500).optional());

export const incidentRoutes = {
  reportKey: route({
    method: 'POST',
    path: '/keys/:id/incidents',
    summary: 'Report a key lost, missing or damaged; holders what they have themselves',
    description: `After ${reportsWithoutNote} reports within an hour each needs a note, and the admins are notified.`,
    access: permissions.borrowKeys,
    ownership: 'caller-or-desk',
    body: z.strictObject({
      kind: incidentKindSchema,
      lastSeen: nullAsUndefined(noteSchema('last-seen', 200).optional()),
      note,
      /** Blocks hand-outs; default for damage: no. */
      blocks: nullAsUndefined(z.boolean().optional()),
    }),
    response: dataWith({ incident: incidentSchema }),
  }),
  incidentsOfKey: deskRoute({
    method: 'GET',
    path: '/keys/:id/incidents',
    summary: 'What was reported of a key: the open one first, then the latest',
    response: dataWith({ incidents: z.array(incidentSchema) }),
  }),
  resolveIncident: deskRoute({
    method: 'PATCH',
    path: '/incidents/:id',
    summary: 'Say how an incident ended; only an admin replaces or writes off a key',
    // Like deleting the key, whose number goes to another one.
    needsRecentSignIn: ({ resolution }: { resolution: ChosenResolution }) => retiresKey(resolution),
    body: z.strictObject({
      resolution: z.enum(chosenResolutions),
      note,
      lockChanged: nullAsUndefined(z.boolean().optional()),
    }),
    response: dataWith({
      incident: incidentSchema,
      /** The replacement. */
      newKeyId: idSchema.optional(),
    }),
  }),
  listIncidents: adminRoute({
    method: 'GET',
    path: '/dashboard/incidents',
    summary: 'Open incidents, the oldest first, or the latest that were resolved',
    query: z.strictObject({
      state: z.enum(['open', 'resolved']).default('open'),
      /** Only loans of this person. */
      holderId: idSchema.optional(),
      before: idSchema.optional(),
    }),
    response: dataWith({ incidents: z.array(incidentSchema), hasMore: z.boolean() }),
  }),
  exportIncidents: adminRoute({
    method: 'GET',
    path: '/dashboard/incidents/export',
    summary: 'Every incident as CSV, newest first',
    ...csvFile,
  }),
};
