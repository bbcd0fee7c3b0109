import { z } from 'zod';
import {
  chosenInstantSchema,
  idSchema,
  instantSchema,
  namedSchema,
  noteSchema,
} from '../core/fields.ts';
import { borrowerRoute, dataWith, messageEnvelope } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { t as inputText } from '../texts/en/input.ts';

const newGrantSchema = z
  .strictObject({
    keyId: idSchema,
    userId: idSchema,
    /** Default: now. */
    validFrom: nullAsUndefined(chosenInstantSchema.optional()),
    validUntil: nullAsUndefined(chosenInstantSchema.optional()),
    /** Number of hand-outs; absent: unlimited. */
    usesLeft: nullAsUndefined(z.int().min(1, says('at-least-one-use')).max(1_000).optional()),
    reason: nullAsUndefined(noteSchema('reason', 200).default('')),
  })
  .refine(
    ({ validFrom, validUntil }) =>
      !validFrom || !validUntil || Date.parse(validFrom) < Date.parse(validUntil),
    {
      error: () => inputText('ends-before-begin'),
    },
  );
export type NewGrant = z.infer<typeof newGrantSchema>;

const grantedKeySchema = z.object({
  id: idSchema,
  keyNumber: z.string(),
  keyName: z.string(),
});

const grantSchema = z.object({
  id: idSchema,
  key: grantedKeySchema,
  user: namedSchema,
  givenBy: namedSchema,
  validFrom: instantSchema,
  validUntil: instantSchema.nullable(),
  usesLeft: z.int().nullable(),
  reason: z.string(),
  requestId: idSchema.nullable(),
  /** When this person last took the key; null: never. */
  lastUsedAt: instantSchema.nullable(),
});
export type Grant = z.infer<typeof grantSchema>;

/** Access to a key by name. Owners give it for their keys, admins for all. */
export const grantRoutes = {
  listGrants: borrowerRoute({
    method: 'GET',
    path: '/access/grants',
    summary: "Active grants: the caller's own, those of the caller's keys, and all for admins",
    query: z.strictObject({ keyId: idSchema.optional(), userId: idSchema.optional() }),
    response: dataWith({
      grants: z.array(grantSchema),
      /** The caller's own keys; admins may give access to all keys. */
      ownKeys: z.array(grantedKeySchema),
    }),
  }),
  addGrant: borrowerRoute({
    method: 'POST',
    path: '/access/grants',
    summary: 'Give a person access to a key, in place of what they had; its owner and admins may',
    needsRecentSignIn: true,
    body: newGrantSchema,
    response: dataWith({ grant: grantSchema }),
  }),
  peopleToGrant: borrowerRoute({
    method: 'GET',
    path: '/access/grants/people',
    summary:
      'People who may be given access, for owners of keys and admins; the best matches first',
    query: z.strictObject({ search: z.string().trim().max(100).default('') }),
    response: dataWith({
      people: z.array(
        z.object({ id: idSchema, name: z.string(), department: z.string().nullable() }),
      ),
    }),
  }),
  endGrant: borrowerRoute({
    method: 'DELETE',
    path: '/access/grants/:id',
    summary: 'End a grant; if the key is out by it, it is recalled',
    response: messageEnvelope,
  }),
};
