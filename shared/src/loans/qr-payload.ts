import { z } from 'zod';
import { chosenInstantSchema, idSchema, instantSchema } from '../core/fields.ts';
import { isId } from '../core/is-id.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { t as inputText } from '../texts/en/input.ts';

/** To take one key, to return one, to return several at once. */
export const codeTypes = ['key-request', 'key-return', 'batch-return'] as const;
const codeTypeSchema = z.enum(codeTypes);
export type CodeType = z.infer<typeof codeTypeSchema>;

export const maxBatchKeys = 200;

/** Seconds. */
export const batchValiditySeconds = 300;

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

/** What the desk should do: take back a batch · take back one key · hand one out. */
const scanShapes = ['batch', 'return', 'request'] as const;
export const scanShapeSchema = z.enum(scanShapes);
export type ScanShape = z.infer<typeof scanShapeSchema>;

const keyIdMissing = says('key-id-required');
const keyIdSchema = z
  .string(keyIdMissing)
  .min(1, keyIdMissing)
  .regex(/^[0-9a-f]{24}$/, says('invalid-key-id'));

const batchEmpty = says('key-ids-required');
const keyIdsSchema = z
  .array(z.unknown(), batchEmpty)
  .min(1, batchEmpty)
  .max(maxBatchKeys, says('at-most-keys', { max: maxBatchKeys }))
  .superRefine((ids, context) => {
    const index = ids.findIndex((id) => !isId(id));
    if (index >= 0)
      context.addIssue({ code: 'custom', message: inputText('invalid-key-id-at', { index }) });
  })
  .pipe(z.array(idSchema))
  .transform((ids) => [...new Set(ids)]);

/** `duty` is a guard's own code, to start a shift at an enrolled computer. */
export const codeRequestSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('key-request'),
    keyId: keyIdSchema,
    /** Requested due time; default: by the rules. */
    until: nullAsUndefined(chosenInstantSchema.optional()),
  }),
  z.strictObject({ type: z.literal('key-return'), keyId: keyIdSchema }),
  z.strictObject({ type: z.literal('batch-return'), keyIds: keyIdsSchema }),
  z.strictObject({ type: z.literal('duty') }),
]);
/** Without shift codes. */
export type CodeRequest = Exclude<z.infer<typeof codeRequestSchema>, { type: 'duty' }>;

type IssuedCodeFields = {
  type: CodeType;
  keyIds: readonly string[];
  userId: string;
  issuedAt: Date;
  secret: string;
};

/**
 * Fields in their documented order.
 * @throws Error when the key or the user is missing
 */
export function toQrPayload({
  type,
  keyIds,
  userId,
  issuedAt,
  secret,
}: IssuedCodeFields): QrPayload {
  if (!userId) throw new Error(inputText('user-id-required'));
  const timestamp = issuedAt.toISOString();
  if (type === 'batch-return') {
    if (keyIds.length === 0) throw new Error(inputText('key-ids-required'));
    return { type, keyIds: [...keyIds], userId, timestamp, returnId: secret };
  }
  const [keyId] = keyIds;
  if (!keyId) throw new Error(inputText('key-id-required'));
  return type === 'key-request'
    ? { type, keyId, userId, timestamp, requestId: secret }
    : { type, keyId, userId, timestamp, returnId: secret };
}

/** The person is about to show a code at the desk. */
export const codeIssuedSchema = z.object({
  type: codeTypeSchema,
  userId: idSchema,
  personName: z.string(),
  keyIds: z.array(idSchema).min(1).readonly(),
  expiresAt: instantSchema,
});
export type CodeIssued = z.infer<typeof codeIssuedSchema>;
