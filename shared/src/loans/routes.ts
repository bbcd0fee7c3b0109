import { z } from 'zod';
import { deskSettingsSchema } from '../campus/settings.ts';
import {
  chosenInstantSchema,
  csvFile,
  idSchema,
  instantSchema,
  namedSchema,
  noteSchema,
} from '../core/fields.ts';
import { borrowerRoute, dataEnvelope, dataWith, deskRoute, route } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { permissions } from '../http/roles.ts';
import { keySchema, storageLocationSchema } from '../keys/key.ts';
import { tagSchema } from '../keys/key-tag.ts';
import { oneKey } from '../keys/routes.ts';
import { cardTextSchema } from '../people/search.ts';
import { userDetailsSchema } from '../people/user.ts';
import { proofFields } from './decide.ts';
import { keyAtSchema, keyLoanSchema, loanPeriodSchema } from './loan.ts';
import { dutyPayloadSchema } from './qr-parse.ts';
import {
  codeIssuedSchema,
  codeRequestSchema,
  qrPayloadSchema,
  scanShapeSchema,
} from './qr-payload.ts';
import { waitingFields } from './waits.ts';

/** A scanned code: its record, that record's JSON text, or the compact token. */
const qrDataSchema = z.unknown().refine((value) => value !== undefined, says('qr-data-required'));
const scanBody = z.strictObject({ qrData: qrDataSchema });

/** Later due times that the rules allow. */
const keepUntilSchema = z.array(instantSchema).min(1).optional();

/** A repeated scan at this desk: the stored answer, which is still true. */
const repeatedSchema = z.literal(true).optional();

const personSchema = z.object({ id: idSchema, name: z.string(), email: z.string().optional() });

const issuedCodeSchema = z.object({
  qrData: z.union([qrPayloadSchema, dutyPayloadSchema]),
  /** The text to encode: the record's JSON, or the compact token. */
  qrText: z.string(),
  issuedAt: instantSchema,
  expiresAt: instantSchema,
  validitySeconds: z.int(),
});
export type IssuedQr = z.infer<typeof issuedCodeSchema>;

const whyOwnCodesAreRefused =
  'A code that this server did not issue is refused (400 QR_NOT_ISSUED), because anybody could have made it in the name of the person in it; with LEGACY_QR=accept it is good once.';

const handOutFields = {
  ...proofFields,
  /** The desk selected in the browser; an enrolled computer uses its own. */
  atDeskId: nullAsUndefined(idSchema.optional()),
};

/** The other desk where the key was recorded, if the desk said that it is here. */
const recordedAtSchema = idSchema.optional();

export const handoverRoutes = {
  issueCode: borrowerRoute({
    method: 'POST',
    path: '/qr/codes',
    summary: 'Issue a single-use code; it voids an older one for the same key',
    isRepeatable: true,
    body: codeRequestSchema,
    response: dataEnvelope(issuedCodeSchema),
  }),
  waitingCodes: deskRoute({
    method: 'GET',
    path: '/qr/waiting',
    summary: 'The codes that people are about to show at the desk, the oldest first',
    response: dataWith({ codes: z.array(codeIssuedSchema) }),
  }),
  resolveCode: deskRoute({
    method: 'POST',
    path: '/qr/resolve',
    summary: 'What a scanned code is and whether it may still be used, changing nothing',
    isRepeatable: true,
    body: scanBody,
    response: dataWith({
      shape: scanShapeSchema,
      keyIds: z.array(idSchema).min(1),
      userId: idSchema.nullable(),
      /** Whether this server issued the code. Otherwise a return code only identifies the key. */
      attested: z.boolean(),
      /** For a return code: its key; null when it is deleted or cannot be read. */
      key: keySchema.nullable().optional(),
      /** For a return code: its person; null when unknown or unreadable. */
      user: userDetailsSchema.nullable().optional(),
      repeated: repeatedSchema,
    }),
  }),
  scanRequest: deskRoute({
    method: 'POST',
    path: '/keys/qr-scan/request',
    summary: "Hand a key out on its holder's code, with the key's tag where that is checked",
    description: whyOwnCodesAreRefused,
    body: z.strictObject({ qrData: qrDataSchema, ...handOutFields }),
    response: dataWith({
      key: keySchema,
      requestingUser: personSchema,
      scannedBy: personSchema,
      /** The desk where the key was, if not its home. */
      layAtDeskId: idSchema.optional(),
      /** The time of the count that missed it, unless it was seen since. */
      wasNotSeenSince: instantSchema.optional(),
      recordedAtDeskId: recordedAtSchema,
      keepUntil: keepUntilSchema,
      repeated: repeatedSchema,
    }),
  }),
  scanReturn: deskRoute({
    method: 'POST',
    path: '/keys/qr-scan/return',
    summary: 'Take a key back on a return code, after the desk confirmed',
    description:
      'A return code that this server did not issue only says which key it is: anybody could have made it, so the desk takes the key back on its own authority.',
    body: z.strictObject({
      qrData: qrDataSchema,
      /** The loan that Confirm Return showed; another one by now is a conflict. */
      loanId: nullAsUndefined(idSchema.optional()),
      tag: tagSchema,
    }),
    response: dataWith({
      key: keySchema,
      originalUser: personSchema,
      scannedBy: personSchema,
      /** The closed loan; absent in answers that predate it. */
      loanId: idSchema.optional(),
      ...waitingFields,
      repeated: repeatedSchema,
    }),
  }),
  batchReturn: deskRoute({
    method: 'POST',
    path: '/qr/batch-return',
    summary: 'Take back all keys of a batch-return code, all or nothing',
    description: whyOwnCodesAreRefused,
    body: scanBody,
    response: dataWith({
      keys: z.array(
        z.object({
          success: z.literal(true),
          keyNumber: z.string(),
          keyId: idSchema,
          loanId: idSchema,
          /** Older servers do not say it. */
          holderName: z.string().optional(),
          version: z.int(),
          ...storageLocationSchema.shape,
          ...waitingFields,
        }),
      ),
      returnId: z.string(),
      processedAt: instantSchema,
      repeated: repeatedSchema,
    }),
  }),
};

const description =
  'Faculty are refused (403 USE_THE_DESK) unless the server runs with SELF_SERVICE=true: a key changes hands at the desk, where someone sees who brings or takes it.';

export const keyLoanRoutes = {
  keyHistory: route({
    method: 'GET',
    path: '/keys/:id/history',
    summary: 'Who had a key when, newest first, as far as the reader may see',
    access: permissions.seeKeys,
    ownership: 'none',
    query: loanPeriodSchema.extend({ before: idSchema.optional() }),
    response: dataWith({ loans: z.array(keyLoanSchema), hasMore: z.boolean() }),
  }),
  exportKeyHistory: deskRoute({
    method: 'GET',
    path: '/keys/:id/history/csv',
    summary: 'The same loans as CSV, for the desk',
    ...csvFile,
    query: csvFile.query.extend(loanPeriodSchema.shape),
  }),
  keyAt: deskRoute({
    method: 'GET',
    path: '/keys/:id/at',
    summary: 'Who had a key at a moment, or where it hung',
    query: z.strictObject({ moment: chosenInstantSchema }),
    response: dataEnvelope(keyAtSchema),
  }),
  takeKey: route({
    method: 'POST',
    path: '/keys/:id/take',
    summary:
      'Take a key for oneself without a code (desk, or self-service), with its tag where that is checked',
    description,
    access: permissions.borrowKeys,
    ownership: 'none',
    // A field that names another person must not end in a loan to the caller.
    body: z.strictObject(handOutFields).omit({ overrideReason: true }),
    response: dataWith({ key: keySchema, recordedAtDeskId: recordedAtSchema }),
  }),
  returnKey: route({
    method: 'POST',
    path: '/keys/:id/return',
    summary: 'Return a key without a code (desk, or the holder with self-service)',
    description,
    access: permissions.borrowKeys,
    ownership: 'caller-or-desk',
    response: oneKey,
  }),
  collectKey: route({
    method: 'POST',
    path: '/keys/:id/collective-return',
    summary: 'Collect a key from its holder',
    access: permissions.returnForOthers,
    ownership: 'none',
    body: z.strictObject({
      reason: nullAsUndefined(noteSchema('reason', 500).optional()),
      /** The loan that the page showed; another one by now is a conflict. */
      loanId: nullAsUndefined(idSchema.optional()),
      /** The text of its tag, if scanned. */
      tag: tagSchema,
    }),
    response: dataWith({
      key: keySchema,
      originalUser: z.object({ id: idSchema, name: z.string(), email: z.string().optional() }),
      returnedBy: namedSchema,
      reason: z.string().nullable(),
      ...waitingFields,
    }),
  }),
};

/** To a visitor whose sponsor has not answered yet. */
const unansweredSchema = nullAsUndefined(z.boolean().optional());

const handOutBody = z.union([
  z.strictObject({
    keyId: idSchema,
    holderId: idSchema,
    identifiedBy: z.literal('desk'),
    unanswered: unansweredSchema,
    ...handOutFields,
  }),
  z.strictObject({
    keyId: idSchema,
    cardText: cardTextSchema,
    unanswered: unansweredSchema,
    ...handOutFields,
  }),
]);
export type LendRequest = z.infer<typeof handOutBody>;

export const lendRoutes = {
  lendKey: deskRoute({
    method: 'POST',
    path: '/desk/hand-outs',
    summary: 'Hand a key to a person whom the desk looked up, or whose ID card it read',
    body: handOutBody,
    response: dataWith({
      key: keySchema,
      holder: z.object({ id: idSchema, name: z.string(), email: z.string() }),
      loanId: idSchema,
      recordedAtDeskId: recordedAtSchema,
      keepUntil: keepUntilSchema,
    }),
  }),
  deskSettings: deskRoute({
    method: 'GET',
    path: '/desk/settings',
    summary: 'How keys are handed over at a desk, from the security settings',
    response: dataEnvelope(deskSettingsSchema),
  }),
};
