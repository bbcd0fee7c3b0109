import { appError } from '@keydesk/shared/core/errors';
import { maxDutyHours } from '@keydesk/shared/duty/duty';
import { parseDutyCode, type ScannedDutyCode } from '@keydesk/shared/loans/qr-parse';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { hashSecret, newId } from '../../db/ids.ts';
import { isOpenDuty } from '../../db/predicates.ts';
import type { Principal } from '../../http/principal.ts';
import type { CurrentDue } from '../due/index.ts';
import { type DutyCodeRow, findDutyCode, lockDutyCode, useDutyCode } from '../loans/index.ts';
import { lockUserForUpdate, notifyAdmins, type UserRow } from '../people/index.ts';
import { acceptPin, requireRightPin } from './pin.ts';
import { lockComputer, requireDuty } from './queries.ts';
import { countKeys } from './shift.ts';

type Deps = { db: Database; publisher: Publisher; due: CurrentDue };

/**
 * Starts the shift of the guard whose code was scanned, unlocks their own, or relieves another
 * guard. A code works once, at one computer.
 */
export async function beginDutyByCode(
  deps: Deps,
  principal: Principal,
  qrData: unknown,
): Promise<void> {
  const place = requireComputer(principal);
  const scanned = parseDutyCode(qrData);
  if (!scanned) throw appError('DUTY_CODE_INVALID');
  const hash = hashSecret(scanned.secret);
  await changeGuard(deps, place, async (tx) => {
    const found = await findDutyCode(tx, hash);
    if (!found) throw appError('DUTY_CODE_INVALID');
    // The person is locked first, as by a suspension.
    const guard = await lockGuard(tx, found.user_id);
    await lockComputer(tx, place.id);
    const code = await lockDutyCode(tx, hash);
    requireUsable(code, scanned);
    if (!guard) throw appError('NOT_ALLOWED');
    await useDutyCode(tx, found.id, guard.id);
    return { guard, begunBy: 'code' };
  });
}

function requireUsable(code: DutyCodeRow | undefined, { claimed }: ScannedDutyCode): void {
  const isAsIssued =
    !claimed ||
    (claimed.userId === code?.user_id &&
      new Date(claimed.timestamp).getTime() === code.issued_at.getTime());
  if (!code || !isAsIssued) throw appError('DUTY_CODE_INVALID');
  if (code.used_at) throw appError('DUTY_CODE_USED');
  if (code.voided_at || code.expires_at <= code.now) throw appError('DUTY_CODE_OVER');
}

/** Starts a shift by PIN, without a phone. The guard is notified, in case someone else used it. */
export async function beginDutyByPin(
  deps: Deps,
  principal: Principal,
  { guardId, pin }: { guardId: string; pin: string },
): Promise<void> {
  const place = requireComputer(principal);
  const { id: computerId, name: computerName, deskName } = place;
  const right = await requireRightPin(deps, { guardId, computerId, computerName, deskName }, pin);
  await changeGuard(deps, place, async (tx) => {
    const guard = await lockGuard(tx, guardId);
    if (!guard) throw appError('USER_NOT_FOUND');
    await acceptPin(tx, computerId, right);
    return { guard, begunBy: 'pin' };
  });
}

type Place = { id: string; name: string; deskId: string; deskName: string };
type Arrival = { guard: UserRow; begunBy: 'code' | 'pin' };

function requireComputer({ desk }: Principal): Place {
  if (!desk) throw appError('NOT_A_DESK_COMPUTER');
  const { computer } = desk;
  return { ...computer, deskId: desk.desk.id, deskName: desk.desk.name };
}

/** Null unless they may be on duty. Only `security` may, so that no desk has an admin's rights. */
async function lockGuard(tx: Transaction, id: string): Promise<UserRow | null> {
  const row = await lockUserForUpdate(tx, id);
  return row && !row.suspendedAt && row.role === 'security' ? row : null;
}

async function changeGuard(
  { db, publisher, due }: Deps,
  place: Place,
  arrive: (tx: Transaction) => Promise<Arrival>,
): Promise<void> {
  const deliveries = await transact(db, async (tx) => {
    const { guard, begunBy } = await arrive(tx);
    const details = { desk: place.deskName, computer: place.name };
    const tell = async (dutyId: string, what: 'begun' | 'unlocked') => {
      if (begunBy === 'code') return [];
      const { timezone } = due.calendar();
      const facts = { what, deskName: place.deskName, at: new Date(), timezone };
      return notify(tx, [{ userId: guard.id, template: 'duty-begun', facts, aboutId: dutyId }]);
    };
    const resumedId = await resume(tx, place.id, guard.id);
    if (resumedId) {
      await recordAudit(tx, {
        action: 'unlock-duty',
        actorId: guard.id,
        method: begunBy,
        details,
      });
      return tell(resumedId, 'unlocked');
    }
    const relieved = await findOpenGuardId(tx, place.id);
    await storeFigures(tx, place);
    await endDutyOfComputer(tx, place.id, 'relieved');
    const id = newId();
    await tx.query(
      `INSERT INTO duties (id, desk_id, device_id, guard_id, begun_at, begun_by, active_at)
       SELECT $1, $2, $3, $4, t, $5, t FROM clock_timestamp() AS t`,
      [id, place.deskId, place.id, guard.id, begunBy],
    );
    await recordAudit(tx, {
      action: 'begin-duty',
      actorId: guard.id,
      ...(relieved && { subjectId: relieved }),
      method: begunBy,
      details,
    });
    return tell(id, 'begun');
  });
  publisher.sessionEnded(place.id);
  publisher.notified(deliveries);
}

const openDuty = `device_id = $1 AND ${isOpenDuty('duties')}`;

/** Unlocks the guard's shift at this computer; returns its id, if there is one. */
async function resume(
  tx: Transaction,
  computerId: string,
  guardId: string,
): Promise<string | undefined> {
  const row = await tx.first<{ id: string }>(
    `UPDATE duties SET locked_at = NULL, active_at = clock_timestamp()
      WHERE ${openDuty} AND guard_id = $2 RETURNING id`,
    [computerId, guardId],
  );
  return row?.id;
}

async function findOpenGuardId(tx: Transaction, computerId: string): Promise<string | undefined> {
  const row = await tx.first<{ guard_id: string }>(
    `SELECT guard_id FROM duties WHERE ${openDuty}`,
    [computerId],
  );
  return row?.guard_id;
}

type EndedBy = 'guard' | 'relieved' | 'revoked';

export async function endDuty(
  { db, publisher }: Omit<Deps, 'due'>,
  principal: Principal,
): Promise<void> {
  const { duty, desk, user } = requireDuty(principal);
  await transact(db, async (tx) => {
    await storeFigures(tx, { id: duty.deviceId, deskId: duty.deskId });
    const ended = await endDutyOfComputer(tx, duty.deviceId, 'guard', duty.id);
    if (ended)
      await recordAudit(tx, {
        action: 'end-duty',
        actorId: user.id,
        details: { desk: desk.desk.name, computer: desk.computer.name },
      });
  });
  publisher.sessionEnded(duty.deviceId);
}

/** Stores the figures for the next guard, as of the end of the shift. */
async function storeFigures(tx: Transaction, { id, deskId }: Pick<Place, 'id' | 'deskId'>) {
  await tx.query(`UPDATE duties SET figures = $2 WHERE ${openDuty}`, [
    id,
    await countKeys(tx, deskId),
  ]);
}

/**
 * Disputes a shift in the caller's name: ends it and all others that began by PIN, since the same
 * person may have started those, removes the PIN and notifies the admins, once (`duty-not-me`).
 */
export async function disputeDuty(
  { db, publisher, due }: Deps,
  caller: User,
  dutyId: string,
): Promise<void> {
  const disputed = await transact(db, async (tx) => {
    await lockUserForUpdate(tx, caller.id);
    const duty = await findDutyOf(tx, caller.id, dutyId);
    if (!duty) throw appError('DUTY_NOT_FOUND');
    if (duty.isDisputed) return null;
    const { deskName, computerName, begunAt } = duty;
    const mayBeTheirs = "guard_id = $2 AND (id = $3 OR begun_by = 'pin')";
    const ended = await endWhere(tx, mayBeTheirs, ['revoked', caller.id, dutyId]);
    await tx.query('UPDATE duties SET disputed_at = clock_timestamp() WHERE id = $1', [dutyId]);
    await forgetPin(tx, caller.id);
    await recordAudit(tx, {
      action: 'dispute-duty',
      actorId: caller.id,
      details: { desk: deskName, computer: computerName, begunAt: begunAt.toISOString() },
    });
    const guard = { id: caller.id, name: caller.name };
    const facts = { guard, deskName, begunAt, timezone: due.calendar().timezone };
    const deliveries = await notifyAdmins(tx, { template: 'duty-disputed', facts });
    return { ended, deliveries };
  });
  if (!disputed) return;
  for (const deviceId of disputed.ended) publisher.sessionEnded(deviceId);
  publisher.notified(disputed.deliveries);
}

type OwnDuty = {
  deskName: string;
  computerName: string;
  begunAt: Date;
  isDisputed: boolean;
};

async function findDutyOf(
  tx: Transaction,
  guardId: string,
  dutyId: string,
): Promise<OwnDuty | undefined> {
  return tx.first<OwnDuty>(
    `SELECT desks.name AS "deskName", computer.name AS "computerName",
            d.begun_at AS "begunAt", d.disputed_at IS NOT NULL AS "isDisputed"
       FROM duties AS d
       JOIN desks ON desks.id = d.desk_id
       JOIN desk_devices AS computer ON computer.id = d.device_id
      WHERE d.id = $1 AND d.guard_id = $2`,
    [dutyId, guardId],
  );
}

/** No one can hand over there until the shift is unlocked or relieved. */
export async function lockDuty(
  { db, publisher }: Omit<Deps, 'due'>,
  principal: Principal,
): Promise<void> {
  const { duty, desk, user } = requireDuty(principal);
  await transact(db, async (tx) => {
    const locked = await storeLock(tx, duty.id);
    if (locked)
      await recordAudit(tx, {
        action: 'lock-duty',
        actorId: user.id,
        details: { desk: desk.desk.name, computer: desk.computer.name },
      });
  });
  publisher.sessionEnded(duty.deviceId);
}

/** Stores the lock, so that a longer setting does not unlock the shift. */
export async function storeLock(db: Connection, dutyId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE duties SET locked_at = clock_timestamp()
      WHERE id = $1 AND locked_at IS NULL AND ended_at IS NULL`,
    [dutyId],
  );
  return rowCount === 1;
}

/** Ends the open shift, or this one; one that is too old ended when it became so. */
export async function endDutyOfComputer(
  tx: Transaction,
  computerId: string,
  endedBy: EndedBy,
  dutyId: string | null = null,
): Promise<boolean> {
  const isIt = 'device_id = $2 AND ($3::text IS NULL OR id = $3)';
  return (await endWhere(tx, isIt, [endedBy, computerId, dutyId])).length > 0;
}

/**
 * Ends shifts, PIN and unused enrolment codes of a person who was signed out everywhere, suspended,
 * deleted, or given another role.
 */
export async function endDeskRights(tx: Transaction, userId: string): Promise<void> {
  await endWhere(tx, 'guard_id = $2', ['revoked', userId]);
  await forgetPin(tx, userId);
  await tx.query(`${expireEnrolments} AND created_by = $1`, [userId]);
}

export async function endEveryDeskRight(tx: Transaction): Promise<void> {
  await endWhere(tx, 'true', ['revoked']);
  await tx.query('DELETE FROM duty_pins');
  await tx.query(expireEnrolments);
}

export async function forgetPin(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM duty_pins WHERE user_id = $1', [userId]);
}

/** SQL that voids unused enrolment codes; callers may append conditions. */
export const expireEnrolments = `
  UPDATE desk_enrolments SET expires_at = clock_timestamp()
   WHERE used_at IS NULL AND expires_at > clock_timestamp()`;

/** @returns the computers where a shift ended */
async function endWhere(tx: Transaction, condition: string, values: unknown[]): Promise<string[]> {
  const rows = await tx.rows<{ deviceId: string }>(
    `UPDATE duties
        SET ended_at = least(clock_timestamp(), begun_at + interval '${maxDutyHours} hours'),
            ended_by = CASE WHEN begun_at <= clock_timestamp() - interval '${maxDutyHours} hours'
                            THEN 'expired' ELSE $1 END
      WHERE ended_at IS NULL AND ${condition} RETURNING device_id AS "deviceId"`,
    values,
  );
  return rows.map(({ deviceId }) => deviceId);
}
