import { api } from '@keydesk/shared/api';
import { formatToken } from '@keydesk/shared/loans/qr-parse';
import { eq } from 'drizzle-orm';
import type { Database } from '../src/db/client.ts';
import { hashSecret } from '../src/db/ids.ts';
import { codes, loans } from '../src/db/schema.ts';
import { newSecret } from '../src/features/loans/codes.ts';
import type { TestClient } from './test-client.ts';

export async function requestCode(holder: TestClient, keyId: string) {
  return (await holder.get(api.issueCode, { body: { type: 'key-request', keyId } })).data;
}

export async function returnCode(holder: TestClient, keyId: string) {
  return (await holder.get(api.issueCode, { body: { type: 'key-return', keyId } })).data;
}

export async function batchCode(returner: TestClient, keyIds: readonly string[]) {
  return (await returner.get(api.issueCode, { body: { type: 'batch-return', keyIds } })).data;
}

/**
 * Stores a valid request code per person and voids their earlier ones, for crowds whose own calls
 * would take longer than the tested part.
 */
export async function plantRequestCodes(
  db: Database,
  holders: readonly TestClient[],
  keyId: string,
): Promise<string[]> {
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
  return secrets.map(formatToken);
}

export async function giveKey(desk: TestClient, holder: TestClient, keyId: string) {
  const { qrText } = await requestCode(holder, keyId);
  return (await desk.get(api.scanRequest, { body: { qrData: qrText } })).data.key;
}

export function loansOf(db: Database, keyId: string) {
  return db.orm.select().from(loans).where(eq(loans.keyId, keyId)).orderBy(loans.takenAt);
}

/** Makes the loans of a key older, with their due times. */
export async function ageLoans(db: Database, keyId: string, days: number): Promise<void> {
  await db.query(
    `UPDATE loans SET taken_at = taken_at - age, due_at = due_at - age,
                      grace_until = grace_until - age
       FROM (SELECT $2 * interval '1 day' AS age) AS given WHERE key_id = $1`,
    [keyId, days],
  );
}
