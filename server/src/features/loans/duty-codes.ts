import { appError } from '@keydesk/shared/core/errors';
import type { DutyPayload } from '@keydesk/shared/loans/qr-parse';
import type { IssuedQr } from '@keydesk/shared/loans/routes';
import type { User } from '@keydesk/shared/people/user';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { hashSecret, newId } from '../../db/ids.ts';
import { lockUserForUpdate } from '../people/index.ts';
import { newSecret } from './codes.ts';
import { insertCode } from './queries.ts';

/**
 * Issues a guard's shift code and voids the previous one (`one-living-code`). It is always JSON, so
 * that a desk with no one on duty recognizes it without a request.
 */
export async function issueDutyCode(
  db: Database,
  { user, sessionId }: { user: User; sessionId: string },
  validitySeconds: number,
): Promise<IssuedQr> {
  return transact(db, async (tx) => {
    const guard = await lockUserForUpdate(tx, user.id);
    if (!guard) throw appError('SESSION_ENDED');
    if (guard.role !== 'security') throw appError('NOT_ALLOWED');
    await voidDutyCode(tx, user.id);
    const secret = newSecret();
    const issued = await insertCode(tx, {
      id: newId(),
      type: 'duty',
      secretHash: hashSecret(secret),
      keyIds: [],
      userId: user.id,
      sessionId,
      validitySeconds,
    });
    if (!issued) throw appError('SESSION_ENDED');
    const timestamp = issued.issued_at.toISOString();
    const qrData: DutyPayload = { type: 'duty', userId: user.id, timestamp, dutyId: secret };
    return {
      qrData,
      qrText: JSON.stringify(qrData),
      issuedAt: timestamp,
      expiresAt: issued.expires_at.toISOString(),
      validitySeconds,
    };
  });
}

async function voidDutyCode(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `UPDATE codes SET voided_at = clock_timestamp()
      WHERE user_id = $1 AND type = 'duty' AND used_at IS NULL AND voided_at IS NULL`,
    [userId],
  );
}

/** `now` is the database's clock at the time of the read. */
export type DutyCodeRow = {
  id: string;
  user_id: string;
  issued_at: Date;
  expires_at: Date;
  used_at: Date | null;
  voided_at: Date | null;
  now: Date;
};

const columns = 'id, user_id, issued_at, expires_at, used_at, voided_at, clock_timestamp() AS now';

export async function findDutyCode(
  db: Connection,
  secretHash: Buffer,
): Promise<DutyCodeRow | undefined> {
  return db.first<DutyCodeRow>(
    `SELECT ${columns} FROM codes WHERE secret_hash = $1 AND type = 'duty'`,
    [secretHash],
  );
}

/** Locked until the transaction ends. */
export async function lockDutyCode(
  tx: Transaction,
  secretHash: Buffer,
): Promise<DutyCodeRow | undefined> {
  return tx.first<DutyCodeRow>(
    `SELECT ${columns} FROM codes WHERE secret_hash = $1 AND type = 'duty' FOR UPDATE`,
    [secretHash],
  );
}

/** The caller must have locked the code. */
export async function useDutyCode(tx: Transaction, id: string, guardId: string): Promise<void> {
  await tx.query('UPDATE codes SET used_at = clock_timestamp(), used_by = $2 WHERE id = $1', [
    id,
    guardId,
  ]);
}
