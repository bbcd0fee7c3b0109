import { z } from 'zod';
import { codeSchema } from '../campus/campus.ts';
import { deskPlaceFields, recordedAtSchema } from '../handovers/desk-place-schema.ts';
import { keyLoanSchema } from '../handovers/loan.ts';
import { tagSchema } from '../handovers/tag-schema.ts';
import { nullAsUndefined, optionalFilter } from '../http/optional-fields.ts';
import { dataEnvelope, messageEnvelope, route } from '../http/route.ts';
import { idSchema } from '../id.ts';
import { namedSchema } from '../named.ts';
import { noteSchema } from '../note.ts';
import { permissions } from '../users/permissions.ts';
import { keySchema, keyStatusSchema } from './key.ts';
import {
  type BulkKeyChanges,
  bulkKeyChangesSchema,
  decidesAccess,
  keyChangesSchema,
  newKeySchema,
} from './key-schemas.ts';
import { waitingFields } from './wait-routes.ts';

const whyAtTheDesk =
  'Faculty are refused (403 USE_THE_DESK) unless the server runs with SELF_SERVICE=true: a key changes hands at the desk, where somebody sees who brings or takes it.';

const keyPath = z.strictObject({ id: idSchema });
const oneKey = dataEnvelope(z.object({ key: keySchema }));
const manyKeys = dataEnvelope(z.object({ keys: z.array(keySchema) }));

/** Filters of the key list: all are optional, all apply together. */
const keyFilterSchema = z.strictObject({
  search: z.string().max(100).optional(),
  status: optionalFilter(keyStatusSchema),
  department: optionalFilter(codeSchema),
  category: optionalFilter(codeSchema),
  block: optionalFilter(codeSchema),
});
export type KeyFilter = z.infer<typeof keyFilterSchema>;

/** Most keys that one call can change. */
export const maxKeysPerChange = 200;

/** Keys, their history, and handovers without a code. */
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
    response: dataEnvelope(
      z.object({ keys: z.array(keySchema), usageCounts: z.record(idSchema, z.int()) }),
    ),
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
    summary: 'One key',
    access: permissions.seeKeys,
    ownership: 'none',
    deskComputer: 'always',
    params: keyPath,
    response: oneKey,
  }),
  keyHistory: route({
    method: 'GET',
    path: '/keys/:id/history',
    summary: 'Who had a key when, newest first, as far as the reader may see',
    access: permissions.seeKeys,
    ownership: 'none',
    params: keyPath,
    query: z.strictObject({ before: idSchema.optional() }),
    response: dataEnvelope(z.object({ loans: z.array(keyLoanSchema), hasMore: z.boolean() })),
  }),
  takeKey: route({
    method: 'POST',
    path: '/keys/:id/take',
    summary:
      'Take a key for oneself without a code (desk, or self-service), with its tag where that is checked',
    description: whyAtTheDesk,
    access: permissions.borrowKeys,
    ownership: 'none',
    params: keyPath,
    // A field that names somebody else must not end in a loan to the caller.
    body: z.strictObject({ tag: tagSchema, ...deskPlaceFields }),
    response: dataEnvelope(z.object({ key: keySchema, recordedAtDeskId: recordedAtSchema })),
  }),
  returnKey: route({
    method: 'POST',
    path: '/keys/:id/return',
    summary: 'Return a key without a code (desk, or the holder with self-service)',
    description: whyAtTheDesk,
    access: permissions.borrowKeys,
    ownership: 'caller-or-desk',
    params: keyPath,
    response: oneKey,
  }),
  collectKey: route({
    method: 'POST',
    path: '/keys/:id/collective-return',
    summary: 'Collect a key from whoever has it',
    access: permissions.returnForOthers,
    ownership: 'none',
    params: keyPath,
    body: z.strictObject({
      reason: nullAsUndefined(noteSchema('Reason', 500).optional()),
      /** The loan that the page showed; a different one by now is a conflict. */
      loanId: nullAsUndefined(idSchema.optional()),
      /** The text of its tag, if the desk scanned it. */
      tag: tagSchema,
    }),
    response: dataEnvelope(
      z.object({
        key: keySchema,
        originalUser: z.object({ id: idSchema, name: z.string(), email: z.string().optional() }),
        returnedBy: namedSchema,
        reason: z.string().nullable(),
        ...waitingFields,
      }),
    ),
  }),
  toggleFrequentKey: route({
    method: 'POST',
    path: '/keys/:id/toggle-frequent',
    summary: "Mark or unmark a key as frequently used, for everybody's lists",
    access: permissions.markFrequentKeys,
    ownership: 'none',
    params: keyPath,
    response: oneKey,
  }),
  backHome: route({
    method: 'POST',
    path: '/keys/:id/back-home',
    summary: 'Confirm that a key, returned at another desk, is back at its home',
    access: permissions.performHandovers,
    ownership: 'none',
    params: keyPath,
    response: oneKey,
  }),
  createKey: route({
    method: 'POST',
    path: '/keys',
    summary: 'Add a key',
    access: permissions.administer,
    ownership: 'none',
    body: newKeySchema,
    response: oneKey,
  }),
  updateKey: route({
    method: 'PUT',
    path: '/keys/:id',
    summary: 'Change the fields of a key',
    access: permissions.administer,
    ownership: 'none',
    needsRecentSignIn: decidesAccess,
    params: keyPath,
    body: keyChangesSchema,
    response: oneKey,
  }),
  updateKeys: route({
    method: 'PATCH',
    path: '/keys',
    summary: 'Change department, category, desk or mark of many keys: all of them or none',
    access: permissions.administer,
    ownership: 'none',
    needsRecentSignIn: ({ changes }: { changes: BulkKeyChanges }) => decidesAccess(changes),
    body: z.strictObject({
      keyIds: z.array(idSchema).min(1).max(maxKeysPerChange),
      changes: bulkKeyChangesSchema,
    }),
    response: manyKeys,
  }),
  deleteKey: route({
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Delete a key that is not out; hard erases one that was never lent',
    access: permissions.administer,
    ownership: 'none',
    // Its number is then free for a key that everybody may take.
    needsRecentSignIn: true,
    params: keyPath,
    query: z.strictObject({ hard: z.enum(['true', 'false']).optional() }),
    response: messageEnvelope,
  }),
};

/** Most tags in one file: enough for a whole campus. */
export const maxTagsPerFile = 2_000;

/** Printable QR tags for keys. */
export const keyTagRoutes = {
  keyTags: route({
    method: 'POST',
    path: '/dashboard/key-tags',
    summary: 'A printable sheet with a QR tag for each of these keys, or for all',
    access: permissions.administer,
    ownership: 'none',
    body: z.strictObject({
      keyIds: nullAsUndefined(z.array(idSchema).min(1).max(maxTagsPerFile).optional()),
    }),
    response: null,
  }),
};
