import { z } from 'zod';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { dataEnvelope, dataWith, deskRoute } from '../core/route-rows.ts';
import { nullAsUndefined } from '../http/input.ts';
import { type IncidentKind, isGone } from '../keys/incident-kinds.ts';
import { keySchema } from '../keys/key.ts';
import { retiredKeySchema } from '../keys/retired-key.ts';
import { oneKey } from '../keys/routes.ts';
import { countScopeNames, scopesNaming } from './count-scopes.ts';

const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(scopesNaming('nothing')) }),
  z.strictObject({
    kind: z.enum(scopesNaming('cabinet')),
    cabinet: z.string().trim().min(1).max(60),
  }),
  z.strictObject({ kind: z.enum(scopesNaming('count')), countId: idSchema }),
]);
export type CountScope = z.infer<typeof scopeSchema>;

/** What a count knows about a key when it is closed. */
export type CountedKey = {
  /** It was on its hook in the counted part when the count began. */
  expected: boolean;
  /** Its tag was scanned. */
  seen: boolean;
  /** It was handed out or returned while the count was open. */
  moved: boolean;
  isOut: boolean;
  /** Another count has seen it since. */
  seenElsewhere: boolean;
  reported: IncidentKind | null;
  /** It is recorded on a hook in the counted part. */
  belongsHere: boolean;
  retired: boolean;
};

export type CountFinding = keyof Omit<NonNullable<Count['findings']>, 'unknown'>;

/**
 * The finding about a key, or null: it should be on its hook and was not seen · it was seen
 * although it is out or reported missing · it was seen and belongs elsewhere · it was seen although
 * retired. Keys that moved during it have no finding, as no one can say where they were when
 * searched for.
 */
export function judgeCounted(key: CountedKey): CountFinding | null {
  const gone = isGone(key.reported);
  if (key.retired) return key.seen ? 'retired' : null;
  if (key.moved) return null;
  if (key.seen) {
    if (key.isOut || gone) return 'hereThoughOut';
    return key.belongsHere ? null : 'elsewhere';
  }
  const shouldHang = key.expected && key.belongsHere && !key.isOut && !gone;
  return shouldHang && !key.seenElsewhere ? 'missing' : null;
}

/** Maximum number of scans per key of the part. */
const scansPerKey = 3;

/** The error once a count has too many scans, else null. */
export function scanProblem(count: { keys: number; scans: number }): AppError | null {
  const most = count.keys * scansPerKey;
  return count.scans > most ? appError('COUNT_FULL', { most }) : null;
}

/** Null if the count can be closed. */
export function closingProblem({ seen }: { seen: number }): AppError | null {
  return seen === 0 ? appError('COUNT_NOTHING_SEEN') : null;
}

const countSchema = z.object({
  id: idSchema,
  /** Null on a campus with one desk, or for all desks. */
  desk: namedSchema.nullable(),
  scope: z.enum(countScopeNames),
  cabinet: z.string().nullable(),
  begunBy: namedSchema,
  begunAt: instantSchema,
  closedAt: instantSchema.nullable(),
  /** An abandoned count has no findings. */
  abandonedAt: instantSchema.nullable(),
  /** The number of keys seen so far, and the last one. */
  scanned: z.int(),
  last: z.string().nullable(),
  /** Number of findings by kind. */
  findings: z
    .object({
      missing: z.int(),
      hereThoughOut: z.int(),
      elsewhere: z.int(),
      retired: z.int(),
      unknown: z.int(),
    })
    .nullable(),
});
export type Count = z.infer<typeof countSchema>;

const scanSchema = z.object({
  id: z.string(),
  /** Null for an unknown tag. */
  keyId: idSchema.nullable(),
  keyNumber: z.string().nullable(),
  at: instantSchema,
  by: namedSchema,
  /** Ticked or entered by number, not scanned. */
  byHand: z.boolean(),
});
export type CountScan = z.infer<typeof scanSchema>;

const resultSchema = z.object({
  count: countSchema,
  /**
   * Keys recorded in the counted part, on their hooks or out: which of them should be there is not
   * revealed (`honest-count`).
   */
  keyIds: z.array(idSchema),
  /** Scans and ticks, latest first, without removed ones. */
  scans: z.array(scanSchema),
  seen: z.int(),
  /** The keys' current state. */
  missing: z.array(keySchema),
  hereThoughOut: z.array(keySchema),
  elsewhere: z.array(keySchema),
  retired: z.array(retiredKeySchema),
  /** Number of scanned texts that are no key's tag. */
  unknown: z.int(),
});
export type CountResult = z.infer<typeof resultSchema>;

export const maxTagsPerCall = 200;

export const countRoutes = {
  listCounts: deskRoute({
    method: 'GET',
    path: '/desk/counts',
    summary: 'The latest counts and those that are open, the newest first',
    response: dataWith({ counts: z.array(countSchema) }),
  }),
  beginCount: deskRoute({
    method: 'POST',
    path: '/desk/counts',
    summary: 'Begin to count the keys that hang at a desk',
    body: z.strictObject({
      scope: scopeSchema,
      /** For a browser that is not enrolled at a desk; default: all desks. */
      deskId: nullAsUndefined(idSchema.optional()),
    }),
    response: dataWith({
      count: countSchema,
      /** An open count of the same part was joined. */
      joined: z.literal(true).optional(),
    }),
  }),
  scanForCount: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/scans',
    summary: 'Tags that were scanned, or keys seen by hand; again, they change nothing',
    body: z.union([
      z.strictObject({ tags: z.array(z.string().max(200)).min(1).max(maxTagsPerCall) }),
      z.strictObject({ keyIds: z.array(idSchema).min(1).max(maxTagsPerCall) }),
    ]),
    response: dataWith({
      count: countSchema,
      /** In the order of the tags; null for unknown ones. */
      keyNumbers: z.array(z.string().nullable()),
      scans: z.array(scanSchema),
      /** Retired keys among them. */
      retired: z.array(retiredKeySchema),
    }),
  }),
  removeScan: deskRoute({
    method: 'DELETE',
    path: '/desk/counts/:id/scans/:scanId',
    summary: 'Take back what was scanned or ticked; it can be scanned again',
    params: z.strictObject({ id: idSchema, scanId: z.string().min(1).max(60) }),
    response: dataWith({ count: countSchema }),
  }),
  abandonCount: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/abandon',
    summary: 'Give up a count that is open: it says nothing of any key',
    response: dataWith({ count: countSchema }),
  }),
  closeCount: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/close',
    summary: 'Say what was not seen and what is where it should not be; again, it says the same',
    response: dataEnvelope(resultSchema),
  }),
  countResult: deskRoute({
    method: 'GET',
    path: '/desk/counts/:id',
    summary: 'A count; once it is closed, what it found',
    response: dataEnvelope(resultSchema),
  }),
  reportUnseen: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/report-missing',
    summary: 'Report every key missing that this count did not see and no one has seen since',
    response: dataWith({ reported: z.int() }),
  }),
  sayHere: deskRoute({
    method: 'POST',
    path: '/keys/:id/here',
    summary: 'Say that a key is here which a count did not see',
    response: oneKey,
  }),
  sendHome: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/send-home',
    summary: 'Record that a key of another desk lies where it was counted, until its home has it',
    body: z.strictObject({ keyId: idSchema }),
    response: dataWith({ key: keySchema }),
  }),
};
