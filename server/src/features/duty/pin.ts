import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { minuteMs } from '@keydesk/shared/core/dates';
import { appError } from '@keydesk/shared/core/errors';
import {
  decidePinTry,
  maxComputerPinFailures,
  pinEntryClosedUntil,
  pinLockMinutes,
  pinProblem,
} from '@keydesk/shared/duty/pin';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { isGuard } from '../../db/predicates.ts';
import { findPerson, listUserIdsByRole, lockUserForUpdate } from '../people/index.ts';
import { lockComputer } from './queries.ts';

type Deps = { db: Database; publisher: Publisher };

/** Notifies the guard. */
export async function setDutyPin({ db, publisher }: Deps, guard: User, pin: string): Promise<void> {
  if (guard.role !== 'security') throw appError('NOT_ALLOWED');
  const problem = pinProblem(pin, guard.facultyId);
  if (problem) throw appError(problem === 'common' ? 'PIN_TOO_EASY' : 'PIN_OF_FACULTY_ID');
  const hash = await hashPin(pin);
  const deliveries = await transact(db, async (tx) => {
    await lockUserForUpdate(tx, guard.id);
    await tx.query(
      `INSERT INTO duty_pins (user_id, hash) VALUES ($1, $2)
           ON CONFLICT (user_id) DO UPDATE SET hash = $2, changed_at = now()`,
      [guard.id, hash],
    );
    await recordAudit(tx, { action: 'set-duty-pin', actorId: guard.id, subjectId: guard.id });
    return notify(tx, [{ userId: guard.id, template: 'pin-set', facts: {} }]);
  });
  publisher.notified(deliveries);
}

/** By name. */
export async function listGuards(db: Connection): Promise<{ id: string; name: string }[]> {
  return db.rows<{ id: string; name: string }>(
    `SELECT users.id, users.name FROM duty_pins JOIN users ON users.id = duty_pins.user_id
      WHERE ${isGuard('users')}
      ORDER BY lower(users.name), users.id LIMIT 500`,
  );
}

type PinPlace = { guardId: string; computerId: string; computerName: string; deskName: string };

/** The hash that matched, and when the attempt was counted as wrong. */
export type RightPin = { guardId: string; hash: string; triedAt: Date };

/** Compares a PIN (`pin-tries`). */
export async function requireRightPin(
  { db, publisher }: Deps,
  place: PinPlace,
  pin: string,
): Promise<RightPin> {
  const { guardId } = place;
  const guard = await findPerson(db, guardId);
  if (guard?.role !== 'security') throw appError('USER_NOT_FOUND');
  const { triesLeft, closesEntry, triedAt } = await countTry(db, place);
  const hash = await findPinHash(db, guardId);
  // A guard without a PIN takes as long and is counted alike.
  if ((await matchesPin(pin, hash)) && hash !== null) {
    // It was set before such PINs were refused.
    if (pinProblem(pin, guard.facultyId)) throw appError('PIN_NO_LONGER_TAKEN');
    return { guardId, hash, triedAt };
  }
  const deliveries = await transact(db, async (tx) => {
    await recordAudit(tx, {
      action: 'wrong-duty-pin',
      subjectId: guardId,
      details: { desk: place.deskName, triesLeft },
    });
    return notify(tx, [
      ...(triesLeft > 0 ? [] : [lockedNotice(place)]),
      ...(closesEntry ? await closedNotices(tx, place) : []),
    ]);
  });
  publisher.notified(deliveries);
  if (closesEntry) throw appError('PIN_ENTRY_CLOSED', { minutes: pinLockMinutes });
  throw triesLeft > 0
    ? appError('WRONG_PIN', { left: triesLeft })
    : appError('PIN_LOCKED', { minutes: pinLockMinutes });
}

type CountedTry = { triesLeft: number; closesEntry: boolean; triedAt: Date };

/** Counts this attempt as wrong, under the computer's lock, before the PIN is compared. */
async function countTry(db: Database, { guardId, computerId }: PinPlace): Promise<CountedTry> {
  return transact(db, async (tx) => {
    const { failedAt, now } = await lockComputer(tx, computerId);
    const closed = pinEntryClosedUntil(failedAt, now);
    if (closed) throw appError('PIN_ENTRY_CLOSED', { minutes: minutesUntil(closed, now) });
    const triesLeft = await countTryOfGuard(tx, { guardId, computerId, now });
    const after = [...failedAt, now].slice(-maxComputerPinFailures);
    await storeFailures(tx, computerId, after);
    return { triesLeft, closesEntry: pinEntryClosedUntil(after, now) !== null, triedAt: now };
  });
}

/** Returns the remaining attempts. */
async function countTryOfGuard(
  tx: Transaction,
  { guardId, computerId, now }: { guardId: string; computerId: string; now: Date },
): Promise<number> {
  const row = await tx.first<{ failures: number; lockedUntil: Date | null }>(
    `SELECT failures, locked_until AS "lockedUntil" FROM duty_pin_failures
      WHERE user_id = $1 AND device_id = $2`,
    [guardId, computerId],
  );
  const verdict = decidePinTry(row ?? { failures: 0, lockedUntil: null }, now);
  if (!verdict.allowed) throw appError('PIN_LOCKED', { minutes: verdict.minutesLeft });
  await tx.query(
    `INSERT INTO duty_pin_failures (user_id, device_id, failures, locked_until)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, device_id) DO UPDATE SET failures = $3, locked_until = $4`,
    [guardId, computerId, verdict.after.failures, verdict.after.lockedUntil],
  );
  return verdict.triesLeft;
}

function minutesUntil(moment: Date, now: Date): number {
  return Math.ceil((moment.getTime() - now.getTime()) / minuteMs);
}

async function storeFailures(tx: Transaction, computerId: string, failedAt: Date[]) {
  await tx.query('UPDATE desk_devices SET pin_failed_at = $2::timestamptz[] WHERE id = $1', [
    computerId,
    failedAt,
  ]);
}

/** Removes a correct PIN from the wrong attempts. The caller must have locked the computer. */
export async function acceptPin(
  tx: Transaction,
  computerId: string,
  { guardId, hash, triedAt }: RightPin,
): Promise<void> {
  if ((await findPinHash(tx, guardId)) !== hash) throw appError('WRONG_PIN', { left: 1 });
  await tx.query('DELETE FROM duty_pin_failures WHERE user_id = $1 AND device_id = $2', [
    guardId,
    computerId,
  ]);
  const { failedAt } = await lockComputer(tx, computerId);
  const others = failedAt.filter((moment) => moment.getTime() !== triedAt.getTime());
  await storeFailures(tx, computerId, others);
}

async function findPinHash(db: Connection, guardId: string): Promise<string | null> {
  const row = await db.first<{ hash: string }>('SELECT hash FROM duty_pins WHERE user_id = $1', [
    guardId,
  ]);
  return row?.hash ?? null;
}

function lockedNotice({ guardId, deskName }: PinPlace): NewNotification {
  const facts = { deskName, minutes: pinLockMinutes };
  return { userId: guardId, template: 'pin-locked', facts };
}

async function closedNotices(
  tx: Transaction,
  { computerName, deskName }: PinPlace,
): Promise<NewNotification[]> {
  const facts = {
    failures: maxComputerPinFailures,
    computer: computerName,
    deskName,
    minutes: pinLockMinutes,
  };
  const admins = await listUserIdsByRole(tx, ['admin']);
  return admins.map((userId) => ({ userId, template: 'pin-entry-closed', facts }));
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Stored with each hash, so that later ones may cost more. */
const cost = 2 ** 14;
const saltBytes = 16;
const hashBytes = 32;

/** Method, cost, salt and hash. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(pin, salt, hashBytes, { N: cost });
  return ['scrypt', cost, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes as long without a stored PIN, and returns false. */
export async function matchesPin(pin: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await hashPin(pin);
    return false;
  }
  const [, N, salt = '', hash = ''] = stored.split('$');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(pin, Buffer.from(salt, 'base64url'), expected.length, {
    N: Number(N),
  });
  return timingSafeEqual(actual, expected);
}
