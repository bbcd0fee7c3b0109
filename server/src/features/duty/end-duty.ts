import { maxDutyHours } from '@keydesk/shared/duty/duty';
import { appError } from '@keydesk/shared/errors';
import {
  type Connection,
  type Database,
  type Transaction,
  transact,
} from '../../platform/db/client.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';

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
  return endWhere(tx, 'device_id = $2 AND ($3::text IS NULL OR id = $3)', [
    endedBy,
    computerId,
    dutyId,
  ]);
}

/** Ends a guard's duties everywhere: they are suspended, removed, or no guard any more. */
export async function endDutiesOfGuard(tx: Transaction, guardId: string): Promise<void> {
  await endWhere(tx, 'guard_id = $2', ['revoked', guardId]);
}

export async function endEveryDuty(tx: Transaction): Promise<void> {
  await endWhere(tx, 'true', ['revoked']);
}

async function endWhere(tx: Transaction, condition: string, values: unknown[]): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE duties
        SET ended_at = least(clock_timestamp(), begun_at + interval '${maxDutyHours} hours'),
            ended_by = CASE WHEN begun_at <= clock_timestamp() - interval '${maxDutyHours} hours'
                            THEN 'expired' ELSE $1 END
      WHERE ended_at IS NULL AND ${condition}`,
    values,
  );
  return (rowCount ?? 0) > 0;
}
