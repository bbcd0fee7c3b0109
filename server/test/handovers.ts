import { api } from '@keydesk/shared/api';
import { tokenFor } from '@keydesk/shared/handovers/qr-token';
import { eq } from 'drizzle-orm';
import type { Database } from '../src/db/client.ts';
import { codes, loans } from '../src/db/tables.ts';
import { newSecret } from '../src/features/handovers/code-secret.ts';
import { hashSecret } from '../src/hash-secret.ts';
import type { Visitor } from './visitor.ts';

/** Issues a request code to this person. */
export const requestCode = async (holder: Visitor, keyId: string) =>
  (await holder.get(api.issueCode, { body: { type: 'key-request', keyId } })).data;

export const returnCode = async (holder: Visitor, keyId: string) =>
  (await holder.get(api.issueCode, { body: { type: 'key-return', keyId } })).data;

export const batchCode = async (returner: Visitor, keyIds: readonly string[]) =>
  (await returner.get(api.issueCode, { body: { type: 'batch-return', keyIds } })).data;

/**
 * Stores a living request code for each of these people, in the place of their earlier ones: for
 * crowds, whose own calls would take longer than what is tested.
 */
export const plantRequestCodes = async (
  db: Database,
  holders: readonly Visitor[],
  keyId: string,
): Promise<string[]> => {
  const secrets = holders.map(newSecret);
  await db.query(
    'UPDATE codes SET voided_at = now() WHERE key_ids = $1 AND used_at IS NULL AND voided_at IS NULL',
    [[keyId]],
  );
  const issuedAt = new Date();
  await db.orm.insert(codes).values(
    holders.map(({ user, secrets: { sessionId } }, index) => ({
      type: 'key-request' as const,
      secretHash: hashSecret(secrets[index] ?? ''),
      keyIds: [keyId],
      userId: user.id,
      sessionId,
      issuedAt,
      expiresAt: new Date(issuedAt.getTime() + 60_000),
    })),
  );
  return secrets.map(tokenFor);
};

/** Hands a key to this person at this desk, by code; answers with the key as it is then. */
export const giveKey = async (desk: Visitor, holder: Visitor, keyId: string) => {
  const { qrText } = await requestCode(holder, keyId);
  return (await desk.get(api.scanRequest, { body: { qrData: qrText } })).data.key;
};

/** Every loan of a key, oldest first. */
export const loansOf = (db: Database, keyId: string) =>
  db.orm.select().from(loans).where(eq(loans.keyId, keyId)).orderBy(loans.takenAt);
