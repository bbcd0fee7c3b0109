import { hourMs } from '@keydesk/shared/durations';
import { type DeskComputer, maxDutyHours } from '@keydesk/shared/duty/duty';
import type { User } from '@keydesk/shared/users/user';
import type { Connection } from '../../platform/db/client.ts';
import { isGuard, isOpenDuty } from '../../platform/db/predicates.ts';
import { selectList } from '../../platform/db/select-list.ts';
import { users } from '../../platform/db/tables.ts';
import type { OnDuty } from '../../platform/http/principal.ts';
import { presentUser, type UserRow } from '../users/index.ts';

/** An enrolled computer, and the duty there while it lasts. */
export type FoundComputer = {
  id: string;
  deskId: string;
  enrolledAt: Date;
  state: DeskComputer;
  /** The guard who may hand over there now: on duty, and not locked. */
  guard: User | null;
  duty: OnDuty | null;
  /** Its duty locked by itself, which is not stored yet. */
  idleDutyId: string | null;
};

type ComputerRow = UserRow & {
  secret_hash: Buffer;
  computer_id: string;
  computer_name: string;
  enrolled_at: Date;
  desk_id: string;
  desk_name: string;
  duty_id: string | null;
  begun_at: Date;
  locked: boolean;
  idle: boolean;
};

/** The computers with these secrets, in the same order; undefined where there is none. */
export async function findComputers(
  db: Connection,
  lockAfterMinutes: number,
  hashes: readonly Buffer[],
): Promise<(FoundComputer | undefined)[]> {
  const { rows } = await db.query<ComputerRow>({
    name: 'computers-by-secret',
    text: computerSql('secret_hash', 'bytea'),
    values: [hashes, lockAfterMinutes],
  });
  const byHash = new Map(rows.map((row) => [row.secret_hash.toString('hex'), toComputer(row)]));
  return hashes.map((hash) => byHash.get(hash.toString('hex')));
}

/** As `findComputers`, by id. */
export async function findComputer(
  db: Connection,
  lockAfterMinutes: number,
  id: string,
): Promise<FoundComputer | undefined> {
  return (await computersById(db, lockAfterMinutes, [id]))[0];
}

/** Those of these computers that are enrolled, in any order. */
async function computersById(
  db: Connection,
  lockAfterMinutes: number,
  ids: readonly string[],
): Promise<FoundComputer[]> {
  const { rows } = await db.query<ComputerRow>({
    name: 'computers-by-id',
    text: computerSql('id', 'text'),
    values: [ids, lockAfterMinutes],
  });
  return rows.map(toComputer);
}

/** Who calls from each of these computers now: its guard, or the computer itself. */
export async function findComputerUsers(
  db: Connection,
  lockAfterMinutes: number,
  ids: readonly string[],
): Promise<Map<string, User>> {
  if (ids.length === 0) return new Map();
  const computers = await computersById(db, lockAfterMinutes, ids);
  return new Map(computers.map((computer) => [computer.id, computerUser(computer)]));
}

/** The caller at a computer. Without a guard it is nobody: an id that belongs to no person. */
export function computerUser({ id, state, guard, enrolledAt }: FoundComputer): User {
  return (
    guard ?? {
      id,
      name: state.computer.name,
      email: '',
      role: 'security',
      isVerified: true,
      lastLogin: null,
      createdAt: enrolledAt.toISOString(),
      department: null,
      facultyId: null,
    }
  );
}

function toComputer(row: ComputerRow): FoundComputer {
  const locked = row.locked || row.idle;
  const { computer_id: id, desk_id: deskId, duty_id: dutyId } = row;
  const isOpen = dutyId !== null;
  return {
    id,
    deskId,
    enrolledAt: row.enrolled_at,
    state: {
      computer: { id, name: row.computer_name },
      desk: { id: deskId, name: row.desk_name },
      duty: isOpen
        ? {
            id: dutyId,
            guard: { id: row.id, name: row.name },
            begunAt: row.begun_at.toISOString(),
            endsAt: new Date(row.begun_at.getTime() + maxDutyHours * hourMs).toISOString(),
            locked,
          }
        : null,
    },
    guard: isOpen && !locked ? presentUser(row) : null,
    duty: isOpen && !locked ? { id: dutyId, deskId, deviceId: id } : null,
    idleDutyId: isOpen && row.idle && !row.locked ? dutyId : null,
  };
}

/**
 * Each computer that is not revoked, of a desk that is not retired, with its duty unless that is over: ended, too old, or its guard
 * is no guard any more. Runs for every request from a desk, so everything is looked up by index.
 */
function computerSql(column: 'secret_hash' | 'id', type: 'bytea' | 'text'): string {
  return `
  SELECT computer.secret_hash, computer.id AS computer_id, computer.name AS computer_name,
         computer.created_at AS enrolled_at, desk.id AS desk_id, desk.name AS desk_name,
         CASE WHEN u.id IS NOT NULL THEN duty.id END AS duty_id, duty.begun_at,
         duty.locked_at IS NOT NULL AS locked,
         duty.active_at <= clock_timestamp() - make_interval(mins => $2) AS idle, ${selectList('u', users)}
    FROM generate_subscripts($1::${type}[], 1) AS place
    JOIN LATERAL (
         SELECT * FROM desk_devices
          WHERE ${column} = ($1::${type}[])[place] AND revoked_at IS NULL LIMIT 1) AS computer ON true
    JOIN LATERAL (
         SELECT * FROM desks
          WHERE id = computer.desk_id AND retired_at IS NULL LIMIT 1) AS desk ON true
    LEFT JOIN LATERAL (
         SELECT * FROM duties
          WHERE device_id = computer.id AND ${isOpenDuty('duties')} LIMIT 1) AS duty ON true
    LEFT JOIN LATERAL (
         SELECT * FROM users
          WHERE id = duty.guard_id AND ${isGuard('users')} LIMIT 1) AS u ON true`;
}
