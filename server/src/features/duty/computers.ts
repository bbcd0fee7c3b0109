import { randomBytes } from 'node:crypto';
import type {} from '@fastify/cookie';
import { hourMs } from '@keydesk/shared/core/dates';
import { appError } from '@keydesk/shared/core/errors';
import { type DeskComputer, enrolmentMinutes, maxDutyHours } from '@keydesk/shared/duty/duty';
import {
  enrolmentCodeLength,
  formatEnrolmentCode,
  parseEnrolmentCode,
} from '@keydesk/shared/duty/enrolment-code';
import { secretAlphabet } from '@keydesk/shared/loans/qr-parse';
import type { User } from '@keydesk/shared/people/user';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { hashSecret, newId } from '../../db/ids.ts';
import { isGuard, isOpenDuty } from '../../db/predicates.ts';
import { users } from '../../db/schema.ts';
import { selectList } from '../../db/sql-text.ts';
import { computerCookie, cookieNameAt, type OnDuty } from '../../http/principal.ts';
import { presentUser, type UserRow } from '../people/index.ts';
import { endDutyOfComputer, expireEnrolments } from './duties.ts';
import {
  insertComputer,
  insertEnrolment,
  lockDeskForShare,
  revokeComputerRow,
  useEnrolment,
} from './queries.ts';

export type FoundComputer = {
  id: string;
  deskId: string;
  enrolledAt: Date;
  state: DeskComputer;
  /** The guard on duty there, unless the shift is locked. */
  guard: User | null;
  duty: OnDuty | null;
  /** A shift that just locked after inactivity, which is not stored yet. */
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

/** In the order of the secrets; undefined for unknown ones. */
export async function findComputers(
  db: Connection,
  lockAfterMinutes: number,
  hashes: readonly Buffer[],
): Promise<(FoundComputer | undefined)[]> {
  const rows = await db.rows<ComputerRow>({
    name: 'computers-by-secret',
    text: computerSql('secret_hash', 'bytea'),
    values: [hashes, lockAfterMinutes],
  });
  const byHash = new Map(rows.map((row) => [row.secret_hash.toString('hex'), toComputer(row)]));
  return hashes.map((hash) => byHash.get(hash.toString('hex')));
}

export async function findComputer(
  db: Connection,
  lockAfterMinutes: number,
  id: string,
): Promise<FoundComputer | undefined> {
  return (await computersById(db, lockAfterMinutes, [id]))[0];
}

/** In any order. */
async function computersById(
  db: Connection,
  lockAfterMinutes: number,
  ids: readonly string[],
): Promise<FoundComputer[]> {
  const rows = await db.rows<ComputerRow>({
    name: 'computers-by-id',
    text: computerSql('id', 'text'),
    values: [ids, lockAfterMinutes],
  });
  return rows.map(toComputer);
}

/** The callers at these computers: the guard, or the computer itself. */
export async function findComputerUsers(
  db: Connection,
  lockAfterMinutes: number,
  ids: readonly string[],
): Promise<Map<string, User>> {
  if (ids.length === 0) return new Map();
  const computers = await computersById(db, lockAfterMinutes, ids);
  return new Map(computers.map((computer) => [computer.id, computerUser(computer)]));
}

/** Without a guard, a user with an id that belongs to no person. */
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
      phone: null,
      departmentConfirmed: true,
      language: null,
      version: 0,
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
 * Enrolled computers of active desks, with the shift unless it is over: ended, too old, or its
 * guard has lost the role. Runs for every request from a desk, so everything is looked up by index.
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

/** The only time that the code is returned. */
export async function createEnrolment(
  db: Database,
  admin: User,
  { deskId, name }: { deskId: string; name: string },
): Promise<{ code: string; expiresAt: string }> {
  const characters = newCode();
  return transact(db, async (tx) => {
    const desk = await lockDeskForShare(tx, deskId);
    if (!desk || desk.retiredAt) throw appError('NO_SUCH_DESK');
    const expiresAt = await insertEnrolment(tx, {
      codeHash: hashSecret(characters),
      deskId,
      name,
      createdBy: admin.id,
      minutes: enrolmentMinutes,
    });
    await recordAudit(tx, {
      action: 'create-enrolment',
      actorId: admin.id,
      details: { desk: desk.name, computer: name },
    });
    return { code: formatEnrolmentCode(characters), expiresAt: expiresAt.toISOString() };
  });
}

function newCode(): string {
  return Array.from(randomBytes(enrolmentCodeLength), (byte) => secretAlphabet[byte & 31]).join('');
}

/**
 * Enrols the calling browser; returns the secret for its cookie, of which only the hash is stored.
 * Revokes the computer that this browser was before, because its secret is overwritten.
 */
export async function enrolComputer(
  { db, publisher }: { db: Database; publisher: Publisher },
  typedCode: string,
  formerSecret: string | undefined,
): Promise<{ id: string; secret: string }> {
  const characters = parseEnrolmentCode(typedCode);
  if (!characters) throw appError('ENROLMENT_CODE_INVALID');
  const secret = randomBytes(32).toString('base64url');
  const { id, formerId } = await transact(db, async (tx) => {
    const enrolment = await useEnrolment(tx, hashSecret(characters));
    if (!enrolment) throw appError('ENROLMENT_CODE_INVALID');
    const { deskId, name, createdBy } = enrolment;
    const former = formerSecret
      ? await revokeComputerRow(tx, { secretHash: hashSecret(formerSecret) })
      : undefined;
    if (former) await endDutyOfComputer(tx, former.id, 'revoked');
    const id = newId();
    await insertComputer(tx, {
      id,
      deskId,
      name,
      secretHash: hashSecret(secret),
      enrolledBy: createdBy,
    });
    await recordAudit(tx, {
      action: 'enrol-computer',
      actorId: createdBy,
      details: {
        desk: enrolment.deskName,
        computer: name,
        ...(former && { replaces: former.name }),
      },
    });
    return { id, formerId: former?.id };
  });
  if (formerId) publisher.sessionEnded(formerId);
  return { id, secret };
}

/** Its next request is refused, and its live connections close. */
export async function revokeComputer(
  { db, publisher }: { db: Database; publisher: Publisher },
  admin: User,
  id: string,
): Promise<void> {
  await transact(db, async (tx) => {
    const revoked = await revokeComputerRow(tx, { id });
    if (!revoked) throw appError('COMPUTER_NOT_FOUND');
    await endDutyOfComputer(tx, id, 'revoked');
    await recordAudit(tx, {
      action: 'revoke-computer',
      actorId: admin.id,
      details: { desk: revoked.deskName, computer: revoked.name },
    });
  });
  publisher.sessionEnded(id);
}

/**
 * Revokes the computers of a retired desk, ends shifts there and voids enrolment codes.
 * @returns their ids, whose live connections the caller closes after the commit
 */
export async function revokeComputersOfDesk(
  tx: Transaction,
  admin: User,
  desk: { id: string; name: string },
): Promise<string[]> {
  // First, so that a code that is just being typed has either enrolled its computer or cannot.
  await tx.query(`${expireEnrolments} AND desk_id = $1`, [desk.id]);
  const rows = await tx.rows<{ id: string; name: string }>(
    `UPDATE desk_devices SET revoked_at = clock_timestamp()
      WHERE desk_id = $1 AND revoked_at IS NULL RETURNING id, name`,
    [desk.id],
  );
  for (const { id, name } of rows) {
    await endDutyOfComputer(tx, id, 'revoked');
    await recordAudit(tx, {
      action: 'revoke-computer',
      actorId: admin.id,
      reason: 'desk-retired',
      details: { desk: desk.name, computer: name },
    });
  }
  return rows.map(({ id }) => id);
}

/** Browsers forget a cookie after 400 days at the latest, so each visit sets it again. */
const lifetimeSeconds = 400 * 24 * 3_600;

export function setComputerCookie(reply: FastifyReply, secret: string, publicUrl: string): void {
  reply.setCookie(cookieNameAt(publicUrl, computerCookie), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https://'),
    maxAge: lifetimeSeconds,
  });
}

export function readComputerCookie(request: FastifyRequest, publicUrl: string): string | undefined {
  return request.cookies[cookieNameAt(publicUrl, computerCookie)];
}

export function renewComputerCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): void {
  const secret = readComputerCookie(request, publicUrl);
  if (secret) setComputerCookie(reply, secret, publicUrl);
}
