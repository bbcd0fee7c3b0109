import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { dataEnvelope, route } from '../http/route.ts';
import { idSchema, instantSchema } from '../id.ts';
import { keySchema } from '../keys/key.ts';
import { permissions } from '../users/permissions.ts';
import { codeRequestSchema, qrPayloadSchema, scanShapeSchema } from './qr-payload.ts';

/** A scanned code: its record, that record's JSON text, or the compact token. */
const qrDataSchema = z.unknown().refine((value) => value !== undefined, 'qrData is required');
const scanBody = z.strictObject({ qrData: qrDataSchema });

const personSchema = z.object({ id: idSchema, name: z.string(), email: z.string().optional() });
export type Person = z.infer<typeof personSchema>;

const issuedCodeSchema = z.object({
  qrData: qrPayloadSchema,
  /** The text to encode: the record's JSON, or the compact token. */
  qrText: z.string(),
  issuedAt: instantSchema,
  expiresAt: instantSchema,
  validitySeconds: z.int(),
});
export type IssuedQr = z.infer<typeof issuedCodeSchema>;

/** Issuing, reading and redeeming QR codes. */
export const handoverRoutes = {
  issueCode: route({
    method: 'POST',
    path: '/qr/codes',
    summary: 'Issue a single-use code; it voids an older one for the same key',
    access: permissions.borrowKeys,
    ownership: 'caller',
    body: codeRequestSchema,
    response: dataEnvelope(issuedCodeSchema),
  }),
  resolveCode: route({
    method: 'POST',
    path: '/qr/resolve',
    summary: 'What a scanned code is and whether it may still be used, changing nothing',
    access: permissions.performHandovers,
    ownership: 'none',
    body: scanBody,
    response: dataEnvelope(
      z.object({
        shape: scanShapeSchema,
        keyIds: z.array(idSchema).min(1),
        userId: idSchema.nullable(),
        /** Whether this server issued the code. Otherwise a return code only identifies the key. */
        attested: z.boolean(),
      }),
    ),
  }),
  scanRequest: route({
    method: 'POST',
    path: '/keys/qr-scan/request',
    summary: "Hand a key out on its holder's code",
    access: permissions.performHandovers,
    ownership: 'none',
    body: scanBody,
    response: dataEnvelope(
      z.object({ key: keySchema, requestingUser: personSchema, scannedBy: personSchema }),
    ),
  }),
  scanReturn: route({
    method: 'POST',
    path: '/keys/qr-scan/return',
    summary: 'Take a key back on a return code, after the desk confirmed',
    access: permissions.performHandovers,
    ownership: 'none',
    body: z.strictObject({
      qrData: qrDataSchema,
      /** The loan that Confirm Return showed; a different one by now is a conflict. */
      loanId: nullAsUndefined(idSchema.optional()),
    }),
    response: dataEnvelope(
      z.object({ key: keySchema, originalUser: personSchema, scannedBy: personSchema }),
    ),
  }),
  batchReturn: route({
    method: 'POST',
    path: '/qr/batch-return',
    summary: 'Take back all keys of a batch-return code, all or nothing',
    access: permissions.performHandovers,
    ownership: 'none',
    body: scanBody,
    response: dataEnvelope(
      z.object({
        keys: z.array(
          z.object({ success: z.literal(true), keyNumber: z.string(), keyId: idSchema }),
        ),
        returnId: z.string(),
        processedAt: instantSchema,
      }),
    ),
  }),
};
