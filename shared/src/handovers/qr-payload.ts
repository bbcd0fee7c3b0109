import { z } from 'zod';
import { idSchema, instantSchema } from '../id.ts';

export const codeTypes = ['key-request', 'key-return', 'batch-return'] as const;
export const codeTypeSchema = z.enum(codeTypes);
export type CodeType = z.infer<typeof codeTypeSchema>;

/** Largest number of keys in one batch return. */
export const maxBatchKeys = 200;

/** Validity of a batch-return code in seconds (spec §9). */
export const batchValiditySeconds = 300;

/** What an issued code's picture says (spec §3, QR payloads). */
export const qrPayloadSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('key-request'),
    keyId: idSchema,
    userId: idSchema,
    timestamp: instantSchema,
    requestId: z.string(),
  }),
  z.object({
    type: z.literal('key-return'),
    keyId: idSchema,
    userId: idSchema,
    timestamp: instantSchema,
    returnId: z.string(),
  }),
  z.object({
    type: z.literal('batch-return'),
    keyIds: z.array(idSchema).min(1),
    userId: idSchema,
    timestamp: instantSchema,
    returnId: z.string(),
  }),
]);
export type QrPayload = z.infer<typeof qrPayloadSchema>;
