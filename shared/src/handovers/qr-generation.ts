import { z } from 'zod';
import { idSchema, isId } from '../id.ts';
import { type CodeType, maxBatchKeys, type QrPayload } from './qr-payload.ts';

const keyIdMissing = 'Key ID is required for QR generation';
const keyIdSchema = z
  .string({ error: keyIdMissing })
  .min(1, keyIdMissing)
  .regex(/^[0-9a-f]{24}$/, 'Invalid key ID format');

const batchEmpty = 'At least one key ID is required for batch return QR generation';
const keyIdsSchema = z
  .array(z.unknown(), { error: batchEmpty })
  .min(1, batchEmpty)
  .max(maxBatchKeys, `A batch return holds at most ${maxBatchKeys} keys`)
  .superRefine((ids, context) => {
    const index = ids.findIndex((id) => !isId(id));
    if (index >= 0)
      context.addIssue({ code: 'custom', message: `Invalid key ID format at index ${index}` });
  })
  .pipe(z.array(idSchema))
  .transform((ids) => [...new Set(ids)]);

/** The wish for a code, with the generation messages of spec §5. */
export const codeWishSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('key-request'), keyId: keyIdSchema }),
  z.strictObject({ type: z.literal('key-return'), keyId: keyIdSchema }),
  z.strictObject({ type: z.literal('batch-return'), keyIds: keyIdsSchema }),
]);
export type CodeWish = z.infer<typeof codeWishSchema>;

type IssuedFacts = {
  type: CodeType;
  keyIds: readonly string[];
  userId: string;
  issuedAt: Date;
  secret: string;
};

/**
 * The payload of an issued code, field by field as spec §3 lists them.
 * @throws Error with a generation message of spec §5 when the key or the user is missing.
 */
export const payloadOf = ({ type, keyIds, userId, issuedAt, secret }: IssuedFacts): QrPayload => {
  if (!userId) throw new Error('User ID is required for QR generation');
  const timestamp = issuedAt.toISOString();
  if (type === 'batch-return') {
    if (keyIds.length === 0) throw new Error(batchEmpty);
    return { type, keyIds: [...keyIds], userId, timestamp, returnId: secret };
  }
  const [keyId] = keyIds;
  if (!keyId) throw new Error(keyIdMissing);
  return type === 'key-request'
    ? { type, keyId, userId, timestamp, requestId: secret }
    : { type, keyId, userId, timestamp, returnId: secret };
};
