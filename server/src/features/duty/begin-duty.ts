import { parseDutyCode, type ScannedDutyCode } from '@keydesk/shared/duty/duty-code';
import { appError } from '@keydesk/shared/errors';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import { hashSecret, newId } from '../../platform/db/ids.ts';
import { isOpenDuty } from '../../platform/db/predicates.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import type { CurrentDue } from '../due/index.ts';
import { type DutyCodeRow, findDutyCode, lockDutyCode, useDutyCode } from '../handovers/index.ts';
import { notify } from '../notifications/index.ts';
import { lockUserForUpdate, type UserRow } from '../users/index.ts';
import { endDutyOfComputer } from './end-duty.ts';
import { acceptPin, requireRightPin } from './pin.ts';
import { lockComputer } from './queries.ts';

type Deps = { db: Database; publisher: Publisher; due: CurrentDue };

/**
 * Puts the guard whose duty code was scanned on duty at the calling computer. The same guard unlocks
 * it, another one relieves whoever is there. A code is good for one time, at one computer.
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
    // The person's lock comes first, as where people are suspended.
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

/** The same by PIN, for a guard whose phone is flat. They are told, in case it was somebody else. */
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

/** Somebody who may be on duty now: of this role exactly, so that no desk has an admin's rights. */
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

/** Unlocks the duty of this guard at this computer; returns its id, if there is one. */
async function resume(
  tx: Transaction,
  computerId: string,
  guardId: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE duties SET locked_at = NULL, active_at = clock_timestamp()
      WHERE ${openDuty} AND guard_id = $2 RETURNING id`,
    [computerId, guardId],
  );
  return rows[0]?.id;
}

async function findOpenGuardId(tx: Transaction, computerId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ guard_id: string }>(
    `SELECT guard_id FROM duties WHERE ${openDuty}`,
    [computerId],
  );
  return rows[0]?.guard_id;
}
