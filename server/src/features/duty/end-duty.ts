import { maxDutyHours } from '@keydesk/shared/duty/duty';
import { appError } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import {
  type Connection,
  type Database,
  type Transaction,
  transact,
} from '../../platform/db/client.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import type { CurrentDue } from '../due/index.ts';
import { notify } from '../notifications/index.ts';
import { listUserIdsByRole, lockUserForUpdate } from '../users/index.ts';

type Deps = { db: Database; publisher: Publisher };
type EndedBy = 'guard' | 'relieved' | 'revoked';

/** The guard ends their duty at this computer. */
export async function endDuty({ db, publisher }: Deps, principal: Principal): Promise<void> {
  const { duty, desk, user } = requireDuty(principal);
  await transact(db, async (tx) => {
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

/**
 * A guard says that a duty in their name is not theirs: it ends if it has not yet, and so do others that
 * began by their PIN, since whoever knows it may have begun those; the PIN is forgotten, and the admins
 * are told, once.
 */
export async function disputeDuty(
  { db, publisher, due }: Deps & { due: CurrentDue },
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
    const admins = await listUserIdsByRole(tx, ['admin']);
    const deliveries = await notify(
      tx,
      admins.map((userId) => ({ userId, template: 'duty-disputed', facts })),
    );
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
  const { rows } = await tx.query<OwnDuty>(
    `SELECT desks.name AS "deskName", computer.name AS "computerName",
            d.begun_at AS "begunAt", d.disputed_at IS NOT NULL AS "isDisputed"
       FROM duties AS d
       JOIN desks ON desks.id = d.desk_id
       JOIN desk_devices AS computer ON computer.id = d.device_id
      WHERE d.id = $1 AND d.guard_id = $2`,
    [dutyId, guardId],
  );
  return rows[0];
}

/** Locks this computer: nobody hands over there until the duty is unlocked or relieved. */
export async function lockDuty({ db, publisher }: Deps, principal: Principal): Promise<void> {
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

/** The route is closed to everybody without a duty but sessions in a browser. */
function requireDuty({ duty, desk, user }: Principal) {
  if (!duty || !desk) throw appError('NOT_A_DESK_COMPUTER');
  return { duty, desk, user };
}

/** Stores that a duty is locked, so that a longer setting does not unlock it. */
export async function storeLock(db: Connection, dutyId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE duties SET locked_at = clock_timestamp()
      WHERE id = $1 AND locked_at IS NULL AND ended_at IS NULL`,
    [dutyId],
  );
  return rowCount === 1;
}

/** Ends the open duty at a computer, or this one of it; one that is too old ended when it became so. */
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
 * Ends what a person holds of desks: duties everywhere, the PIN, and codes for computers that nobody
 * has typed yet. They are signed out everywhere, suspended, removed, or of another role now.
 */
export async function endDeskRights(tx: Transaction, userId: string): Promise<void> {
  await endWhere(tx, 'guard_id = $2', ['revoked', userId]);
  await forgetPin(tx, userId);
  await tx.query(`${expireEnrolments} AND created_by = $1`, [userId]);
}

/** The same for everybody. */
export async function endEveryDeskRight(tx: Transaction): Promise<void> {
  await endWhere(tx, 'true', ['revoked']);
  await tx.query('DELETE FROM duty_pins');
  await tx.query(expireEnrolments);
}

export async function forgetPin(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM duty_pins WHERE user_id = $1', [userId]);
}

/** Codes for computers that nobody has typed yet, unless a condition narrows it. */
export const expireEnrolments = `
  UPDATE desk_enrolments SET expires_at = clock_timestamp()
   WHERE used_at IS NULL AND expires_at > clock_timestamp()`;

/** @returns the computers where a duty ended */
async function endWhere(tx: Transaction, condition: string, values: unknown[]): Promise<string[]> {
  const { rows } = await tx.query<{ deviceId: string }>(
    `UPDATE duties
        SET ended_at = least(clock_timestamp(), begun_at + interval '${maxDutyHours} hours'),
            ended_by = CASE WHEN begun_at <= clock_timestamp() - interval '${maxDutyHours} hours'
                            THEN 'expired' ELSE $1 END
      WHERE ended_at IS NULL AND ${condition} RETURNING device_id AS "deviceId"`,
    values,
  );
  return rows.map(({ deviceId }) => deviceId);
}
