import { decidePinTry, pinLockMinutes } from '@keydesk/shared/duty/pin';
import { appError } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import {
  type Connection,
  type Database,
  type Transaction,
  transact,
} from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { findPerson } from '../users/index.ts';
import { hashPin, matchesPin } from './pin-hash.ts';

/** Sets the guard's own PIN. */
export async function setDutyPin(db: Database, guard: User, pin: string): Promise<void> {
  if (guard.role !== 'security') throw appError('NOT_ALLOWED');
  const hash = await hashPin(pin);
  await transact(db, async (tx) => {
    await tx.query(
      `INSERT INTO duty_pins (user_id, hash) VALUES ($1, $2)
           ON CONFLICT (user_id) DO UPDATE SET hash = $2, changed_at = now()`,
      [guard.id, hash],
    );
    await recordAudit(tx, { action: 'set-duty-pin', actorId: guard.id, subjectId: guard.id });
  });
}

/** Guards who may come on duty by PIN, by name. */
export async function listGuards(db: Connection): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `SELECT users.id, users.name FROM duty_pins JOIN users ON users.id = duty_pins.user_id
      WHERE users.role = 'security' AND users.deleted_at IS NULL AND users.suspended_at IS NULL
      ORDER BY lower(users.name), users.id LIMIT 500`,
  );
  return rows;
}

type PinPlace = { guardId: string; computerId: string; deskName: string };

/**
 * Compares a PIN (`pin-tries`).
 * @throws WRONG_PIN with the tries left, or PIN_LOCKED for this guard at this computer.
 */
export async function requireRightPin(
  { db, publisher }: { db: Database; publisher: Publisher },
  place: PinPlace,
  pin: string,
): Promise<void> {
  const guard = await findPerson(db, place.guardId);
  if (guard?.role !== 'security') throw appError('USER_NOT_FOUND');
  const triesLeft = await countTry(db, place);
  const stored = await findPinHash(db, place.guardId);
  // A guard without a PIN takes as long and is counted alike.
  if (await matchesPin(pin, stored)) return;
  const deliveries = await transact(db, async (tx) => {
    await recordAudit(tx, {
      action: 'wrong-duty-pin',
      subjectId: place.guardId,
      details: { desk: place.deskName, triesLeft },
    });
    return triesLeft > 0 ? [] : notify(tx, [{ userId: place.guardId, ...alert(place) }]);
  });
  publisher.notified(deliveries);
  throw triesLeft > 0 ? appError('WRONG_PIN', triesLeft) : appError('PIN_LOCKED', pinLockMinutes);
}

/** Counts this try as a wrong one, under a lock, before the PIN is compared; returns the tries left. */
async function countTry(db: Database, { guardId, computerId }: PinPlace): Promise<number> {
  return transact(db, async (tx) => {
    await tx.query(
      `INSERT INTO duty_pin_failures (user_id, device_id, failures) VALUES ($1, $2, 0)
           ON CONFLICT DO NOTHING`,
      [guardId, computerId],
    );
    const { rows } = await tx.query<{ failures: number; locked_until: Date | null; now: Date }>(
      `SELECT failures, locked_until, clock_timestamp() AS now FROM duty_pin_failures
        WHERE user_id = $1 AND device_id = $2 FOR UPDATE`,
      [guardId, computerId],
    );
    const [row] = rows;
    // Cleared by a right PIN in this moment.
    if (!row) throw appError('WRONG_PIN', 1);
    const { failures, locked_until: lockedUntil, now } = row;
    const verdict = decidePinTry({ failures, lockedUntil }, now);
    if (!verdict.allowed) throw appError('PIN_LOCKED', verdict.minutesLeft);
    await tx.query(
      `UPDATE duty_pin_failures SET failures = $3, locked_until = $4
        WHERE user_id = $1 AND device_id = $2`,
      [guardId, computerId, verdict.after.failures, verdict.after.lockedUntil],
    );
    return verdict.triesLeft;
  });
}

export async function clearPinFailures(
  tx: Transaction,
  guardId: string,
  computerId: string,
): Promise<void> {
  await tx.query('DELETE FROM duty_pin_failures WHERE user_id = $1 AND device_id = $2', [
    guardId,
    computerId,
  ]);
}

async function findPinHash(db: Connection, guardId: string): Promise<string | null> {
  const { rows } = await db.query<{ hash: string }>(
    'SELECT hash FROM duty_pins WHERE user_id = $1',
    [guardId],
  );
  return rows[0]?.hash ?? null;
}

function alert({ deskName }: PinPlace) {
  return {
    kind: 'security' as const,
    link: '/dashboard/profile',
    title: 'Security Alert' as const,
    message: `Your PIN was typed wrongly five times at ${deskName}. It is refused there for ${pinLockMinutes} minutes. If it was not you, please change it and tell an admin.`,
    type: 'security_alert' as const,
    priority: 'high' as const,
  };
}
