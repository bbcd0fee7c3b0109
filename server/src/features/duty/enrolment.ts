import { randomBytes } from 'node:crypto';
import { enrolmentMinutes, type ListedComputer } from '@keydesk/shared/duty/duty';
import {
  enrolmentCodeLength,
  formatEnrolmentCode,
  parseEnrolmentCode,
} from '@keydesk/shared/duty/enrolment-code';
import { appError } from '@keydesk/shared/errors';
import { secretAlphabet } from '@keydesk/shared/handovers/qr-parse';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import { hashSecret, newId } from '../../platform/db/ids.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { endDutyOfComputer, expireEnrolments } from './end-duty.ts';
import {
  insertComputer,
  insertEnrolment,
  listComputerRows,
  lockDeskForShare,
  revokeComputerRow,
  useEnrolment,
} from './queries.ts';

/** Makes a code that enrols one computer at a desk. It is returned only here. */
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
 * Enrols the calling browser; returns the secret for its cookie, of which only the hash is stored. A
 * computer that this browser was before is revoked, because its secret is overwritten.
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

/** Revokes a computer: its next request is refused, and its live connections close. */
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
 * Revokes the computers of a desk that is retired: duties there end, and codes for it are void.
 * @returns their ids, whose live connections the caller closes after the commit
 */
export async function revokeComputersOfDesk(
  tx: Transaction,
  admin: User,
  desk: { id: string; name: string },
): Promise<string[]> {
  // First, so that a code that is just being typed has either enrolled its computer or cannot.
  await tx.query(`${expireEnrolments} AND desk_id = $1`, [desk.id]);
  const { rows } = await tx.query<{ id: string; name: string }>(
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

/** Enrolled computers, the latest first. */
export async function listComputers(db: Database): Promise<ListedComputer[]> {
  return (await listComputerRows(db)).map((row) => ({
    id: row.id,
    name: row.name,
    desk: { id: row.desk_id, name: row.desk_name },
    enrolledAt: row.created_at.toISOString(),
    enrolledBy: row.enrolled_by,
    lastSeenAt: row.last_seen_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    guard: row.guard_id ? { id: row.guard_id, name: row.guard_name ?? '' } : null,
  }));
}
