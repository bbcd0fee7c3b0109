import { z } from 'zod';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { nullAsUndefined } from '../http/input.ts';
import { dataEnvelope, deskRoute } from '../http/route.ts';
import { type IncidentKind, isGone } from '../keys/incident-kinds.ts';
import { keySchema } from '../keys/key.ts';
import { retiredKeySchema } from '../keys/retired-key.ts';
import { keyPath, oneKey } from '../keys/routes.ts';
import { countScopeNames, scopesNaming } from './count-scopes.ts';

/** Which keys are counted, and what the scope must name. */
const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(scopesNaming('nothing')) }),
  z.strictObject({
    kind: z.enum(scopesNaming('cabinet')),
    cabinet: z.string().trim().min(1).max(60),
  }),
  z.strictObject({ kind: z.enum(scopesNaming('count')), countId: idSchema }),
]);
export type CountScope = z.infer<typeof scopeSchema>;

/** The cabinet of a hook such as 'Cabinet 2 · 14'; null of a hook that names none. */
export function cabinetOf(hook: string | null | undefined): string | null {
  const parts = (hook ?? '').split('·');
  return parts.length > 1 ? parts.slice(0, -1).join('·').trim() || null : null;
}

/** What a count knows of a key when it is closed. */
export type CountedKey = {
  /** It hung in the counted part when the count began. */
  expected: boolean;
  /** Its tag was scanned. */
  seen: boolean;
  /** It was handed out or came back while the count was open. */
  moved: boolean;
  isOut: boolean;
  /** Another count saw it meanwhile. */
  seenElsewhere: boolean;
  reported: IncidentKind | null;
  /** Its record says that it hangs in the counted part. */
  belongsHere: boolean;
  retired: boolean;
};

export type CountFinding = keyof Omit<NonNullable<Count['findings']>, 'unknown'>;

/**
 * What is wrong with a key, if the count found anything: it should hang and was not seen · it was
 * seen although it is out or reported missing · it was seen and belongs elsewhere · it was seen
 * although its life is over. What moved meanwhile is no fault, as nobody can say where it was when
 * it was looked for.
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

/** So many scans a count takes for each key of its part. */
const scansPerKey = 3;

/** Why a count takes no more scans but of its own keys; null if nothing speaks against it. */
export function scanProblem(count: { keys: number; scans: number }): AppError | null {
  const most = count.keys * scansPerKey;
  return count.scans > most ? appError('COUNT_FULL', { most }) : null;
}

/** Why a count cannot be closed; null if nothing speaks against it. */
export function closingProblem({ seen }: { seen: number }): AppError | null {
  return seen === 0 ? appError('COUNT_NOTHING_SEEN') : null;
}

const countSchema = z.object({
  id: idSchema,
  /** Where; null on a campus of one desk, or for all desks. */
  desk: namedSchema.nullable(),
  scope: z.enum(countScopeNames),
  cabinet: z.string().nullable(),
  begunBy: namedSchema,
  begunAt: instantSchema,
  closedAt: instantSchema.nullable(),
  /** When somebody gave it up; then it says nothing. */
  abandonedAt: instantSchema.nullable(),
  /** How many keys were seen so far, and which one last. */
  scanned: z.int(),
  last: z.string().nullable(),
  /** How many findings of each kind a closed one has. */
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
  /** Null of the tag of no key. */
  keyId: idSchema.nullable(),
  keyNumber: z.string().nullable(),
  at: instantSchema,
  by: namedSchema,
  /** Somebody saw it hang and ticked it, or typed its number. */
  byHand: z.boolean(),
});
export type CountScan = z.infer<typeof scanSchema>;

const resultSchema = z.object({
  count: countSchema,
  /**
   * The keys whose place is in the counted part, whether they are there or out: what of them should
   * hang is not said (`honest-count`).
   */
  keyIds: z.array(idSchema),
  /** What was scanned or ticked, the latest first; not what was taken back. */
  scans: z.array(scanSchema),
  seen: z.int(),
  /** The keys as they are now. */
  missing: z.array(keySchema),
  hereThoughOut: z.array(keySchema),
  elsewhere: z.array(keySchema),
  retired: z.array(retiredKeySchema),
  /** How many texts were scanned that are the tag of no key. */
  unknown: z.int(),
});
export type CountResult = z.infer<typeof resultSchema>;

const countPath = z.strictObject({ id: idSchema });

/** The most tags that one call brings. */
export const maxTagsPerCall = 200;

/** Comparing what hangs with what should. */
export const countRoutes = {
  listCounts: deskRoute({
    method: 'GET',
    path: '/desk/counts',
    summary: 'The latest counts and those that are open, the newest first',
    response: dataEnvelope(z.object({ counts: z.array(countSchema) })),
  }),
  beginCount: deskRoute({
    method: 'POST',
    path: '/desk/counts',
    summary: 'Begin to count the keys that hang at a desk',
    body: z.strictObject({
      scope: scopeSchema,
      /** Where, for a browser that is not enrolled at a desk; all desks without it. */
      deskId: nullAsUndefined(idSchema.optional()),
    }),
    response: dataEnvelope(
      z.object({
        count: countSchema,
        /** One of the same part was open: this is it. */
        joined: z.literal(true).optional(),
      }),
    ),
  }),
  scanForCount: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/scans',
    summary: 'Tags that were scanned, or keys seen by hand; again, they change nothing',
    params: countPath,
    body: z.union([
      z.strictObject({ tags: z.array(z.string().max(200)).min(1).max(maxTagsPerCall) }),
      z.strictObject({ keyIds: z.array(idSchema).min(1).max(maxTagsPerCall) }),
    ]),
    response: dataEnvelope(
      z.object({
        count: countSchema,
        /** The number of each tag's key, in their order; null for the tag of no key. */
        keyNumbers: z.array(z.string().nullable()),
        /** What the count knows of them now. */
        scans: z.array(scanSchema),
        /** Those among them whose life is over. */
        retired: z.array(retiredKeySchema),
      }),
    ),
  }),
  removeScan: deskRoute({
    method: 'DELETE',
    path: '/desk/counts/:id/scans/:scanId',
    summary: 'Take back what was scanned or ticked; it can be scanned again',
    params: countPath.extend({ scanId: z.string().min(1).max(60) }),
    response: dataEnvelope(z.object({ count: countSchema })),
  }),
  abandonCount: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/abandon',
    summary: 'Give up a count that is open: it says nothing of any key',
    params: countPath,
    response: dataEnvelope(z.object({ count: countSchema })),
  }),
  closeCount: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/close',
    summary: 'Say what was not seen and what is where it should not be; again, it says the same',
    params: countPath,
    response: dataEnvelope(resultSchema),
  }),
  countResult: deskRoute({
    method: 'GET',
    path: '/desk/counts/:id',
    summary: 'A count; once it is closed, what it found',
    params: countPath,
    response: dataEnvelope(resultSchema),
  }),
  reportUnseen: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/report-missing',
    summary: 'Report every key missing that this count did not see and nobody has seen since',
    params: countPath,
    response: dataEnvelope(z.object({ reported: z.int() })),
  }),
  sayHere: deskRoute({
    method: 'POST',
    path: '/keys/:id/here',
    summary: 'Say that a key is here which a count did not see',
    params: keyPath,
    response: oneKey,
  }),
  sendHome: deskRoute({
    method: 'POST',
    path: '/desk/counts/:id/send-home',
    summary: 'Record that a key of another desk lies where it was counted, until its home has it',
    params: countPath,
    body: z.strictObject({ keyId: idSchema }),
    response: dataEnvelope(z.object({ key: keySchema })),
  }),
};
