import { z } from 'zod';
import { codeSchema } from '../campus/campus.ts';
import { shownVersion } from '../core/edits.ts';
import { idSchema, instantSchema } from '../core/fields.ts';
import { kindsOf } from '../core/kinds.ts';
import {
  adminRoute,
  dataEnvelope,
  dataWith,
  deskRoute,
  messageEnvelope,
  route,
} from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined, optionalFilter } from '../http/input.ts';
import { permissions } from '../http/roles.ts';
import type { t as kindText } from '../texts/en/key-kinds.ts';
import type { ParametersOf } from '../texts/translator.ts';
import { retiringResolutions } from './incident-kinds.ts';
import { keySchema, keyStatusSchema } from './key.ts';
import {
  type BulkKeyChanges,
  bulkKeyChangesSchema,
  decidesAccess,
  keyChangesSchema,
  newKeySchema,
} from './key-schemas.ts';
import { tagCodeSchema } from './key-tag.ts';

export const oneKey = dataWith({ key: keySchema });
const manyKeys = dataWith({ keys: z.array(keySchema) });

/** All filters apply together. */
const keyFilterSchema = z.strictObject({
  search: z.string().max(100).optional(),
  status: optionalFilter(keyStatusSchema),
  department: optionalFilter(codeSchema),
  category: optionalFilter(codeSchema),
  block: optionalFilter(codeSchema),
});
export type KeyFilter = z.infer<typeof keyFilterSchema>;

export const maxKeysPerChange = 200;

/** Reasons to retire a key without an incident. */
export const retireReasons = {
  're-keyed': { choice: 're-keyed' },
  obsolete: { choice: 'obsolete' },
} as const satisfies Record<string, { choice: keyof ParametersOf<typeof kindText> }>;
export type RetireReason = keyof typeof retireReasons;
const retireReasonNames = kindsOf(retireReasons);

/** A deleted key with its last state, and the reason if known. */
export const removedKeySchema = z.object({
  key: keySchema,
  removedAt: instantSchema,
  why: z.enum([...retireReasonNames, ...retiringResolutions]).nullable(),
});
export type RemovedKey = z.infer<typeof removedKeySchema>;

export const keyRoutes = {
  listKeys: route({
    method: 'GET',
    path: '/keys',
    summary: 'Every active key, with its holder if it is out',
    access: permissions.seeKeys,
    ownership: 'none',
    deskComputer: 'always',
    query: keyFilterSchema,
    response: manyKeys,
  }),
  removedKeys: adminRoute({
    method: 'GET',
    path: '/keys/removed',
    summary: 'Keys that were deleted, the latest first, page by page',
    query: z.strictObject({ before: idSchema.optional() }),
    response: dataWith({ keys: z.array(removedKeySchema), hasMore: z.boolean() }),
  }),
  removedKey: adminRoute({
    method: 'GET',
    path: '/keys/removed/:id',
    summary: 'One key that was deleted',
    response: dataEnvelope(removedKeySchema),
  }),
  myTakenKeys: route({
    method: 'GET',
    path: '/keys/my-taken',
    summary: 'The keys that the caller has',
    access: permissions.borrowKeys,
    ownership: 'caller',
    response: manyKeys,
  }),
  myFrequentlyUsedKeys: route({
    method: 'GET',
    path: '/keys/my-frequently-used',
    summary: 'The keys that the caller has taken most often, most used first',
    access: permissions.borrowKeys,
    ownership: 'caller',
    response: dataWith({ keys: z.array(keySchema), usageCounts: z.record(idSchema, z.int()) }),
  }),
  allTakenKeys: route({
    method: 'GET',
    path: '/keys/all-taken',
    summary: 'Every key that is out',
    access: permissions.seeKeys,
    ownership: 'none',
    deskComputer: 'always',
    response: manyKeys,
  }),
  getKey: route({
    method: 'GET',
    path: '/keys/:id',
    summary: 'One key, by its id or the code of its tag',
    access: permissions.seeKeys,
    ownership: 'none',
    deskComputer: 'always',
    params: z.strictObject({
      id: z.union([idSchema, tagCodeSchema], says('invalid-id-format')),
    }),
    response: dataWith({
      key: keySchema,
      /** The last handover or count that saw it; only for the desk. */
      lastSeenAt: instantSchema.nullable().optional(),
    }),
  }),
  toggleFrequentKey: route({
    method: 'POST',
    path: '/keys/:id/toggle-frequent',
    summary: "Mark or unmark a key as frequently used, for everyone's lists",
    access: permissions.markFrequentKeys,
    ownership: 'none',
    response: oneKey,
  }),
  backHome: deskRoute({
    method: 'POST',
    path: '/keys/:id/back-home',
    summary: 'Confirm that a key, returned at another desk, is back at its home',
    response: oneKey,
  }),
  createKey: adminRoute({
    method: 'POST',
    path: '/keys',
    summary: 'Add a key',
    body: newKeySchema,
    response: oneKey,
  }),
  updateKey: adminRoute({
    method: 'PUT',
    path: '/keys/:id',
    summary: 'Change the fields of a key',
    needsRecentSignIn: decidesAccess,
    body: keyChangesSchema.extend({ version: shownVersion }),
    serverFields: ['id', ...Object.keys(keySchema.shape)],
    response: oneKey,
  }),
  updateKeys: adminRoute({
    method: 'PATCH',
    path: '/keys',
    summary: 'Change department, category, desk or mark of many keys: all of them or none',
    needsRecentSignIn: ({ changes }: { changes: BulkKeyChanges }) => decidesAccess(changes),
    body: z.strictObject({
      keyIds: z.array(idSchema).min(1).max(maxKeysPerChange),
      changes: bulkKeyChangesSchema,
    }),
    response: manyKeys,
  }),
  deleteKey: adminRoute({
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Delete a key that is not out; hard erases one that was never lent',
    // A key with its number, which everyone may take, could follow.
    needsRecentSignIn: true,
    query: z.strictObject({
      hard: z.enum(['true', 'false']).optional(),
      /** Recorded in the audit log. */
      reason: z.enum(retireReasonNames).optional(),
    }),
    response: messageEnvelope,
  }),
};

/** Enough for a whole campus. */
export const maxTagsPerFile = 2_000;

export const keyTagRoutes = {
  keyTags: adminRoute({
    method: 'POST',
    path: '/dashboard/key-tags',
    summary: 'A printable sheet with a QR tag for each of these keys, or for all',
    isRepeatable: true,
    body: z.strictObject({
      keyIds: nullAsUndefined(z.array(idSchema).min(1).max(maxTagsPerFile).optional()),
    }),
    response: null,
  }),
};
