import { appError } from '@keydesk/shared/core/errors';
import type { ListedComputer } from '@keydesk/shared/duty/duty';
import { eq } from 'drizzle-orm';
import type { Connection, Transaction } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isActive, isGuard, isOpenDuty } from '../../db/predicates.ts';
import { namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import { deskComputers, desks } from '../../db/schema.ts';
import type { Principal } from '../../http/principal.ts';

/** Serializes this with the retirement of the desk. */
export async function lockDeskForShare(tx: Transaction, id: string) {
  const [row] = await tx.orm.select().from(desks).where(eq(desks.id, id)).for('share');
  return row;
}

type NewEnrolment = {
  codeHash: Buffer;
  deskId: string;
  name: string;
  createdBy: string;
  minutes: number;
};

/** Returns the expiry by the `database-clock`. */
export async function insertEnrolment(tx: Transaction, enrolment: NewEnrolment): Promise<Date> {
  const { codeHash, deskId, name, createdBy, minutes } = enrolment;
  const row = await tx.first<{ expires_at: Date }>(
    `INSERT INTO desk_enrolments (id, code_hash, desk_id, name, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(mins => $6))
     RETURNING expires_at`,
    [newId(), codeHash, deskId, name, createdBy, minutes],
  );
  if (!row) throw new Error('The enrolment was not stored');
  return row.expires_at;
}

/**
 * Uses up an enrolment; undefined if it is unknown, used or expired, its desk is retired, or its
 * creator is no admin any more.
 */
export async function useEnrolment(tx: Transaction, codeHash: Buffer) {
  return tx.first<{
    deskId: string;
    deskName: string;
    name: string;
    createdBy: string;
  }>(
    `UPDATE desk_enrolments AS e SET used_at = clock_timestamp()
       FROM desks, users AS admin
      WHERE e.code_hash = $1 AND e.used_at IS NULL AND e.expires_at > clock_timestamp()
        AND desks.id = e.desk_id AND desks.retired_at IS NULL
        AND admin.id = e.created_by AND admin.role = 'admin' AND ${isActive('admin')}
     RETURNING e.desk_id AS "deskId", desks.name AS "deskName", e.name, e.created_by AS "createdBy"`,
    [codeHash],
  );
}

export async function insertComputer(
  tx: Transaction,
  computer: typeof deskComputers.$inferInsert,
): Promise<void> {
  await tx.orm.insert(deskComputers).values(computer);
}

/** Waits for a shift that is just starting there. */
export async function revokeComputerRow(
  tx: Transaction,
  which: { id: string } | { secretHash: Buffer },
): Promise<{ id: string; name: string; deskName: string } | undefined> {
  const [column, value] = 'id' in which ? ['id', which.id] : ['secret_hash', which.secretHash];
  return tx.first<{ id: string; name: string; deskName: string }>(
    `UPDATE desk_devices AS d SET revoked_at = clock_timestamp() FROM desks
      WHERE d.${column} = $1 AND d.revoked_at IS NULL AND desks.id = d.desk_id
     RETURNING d.id, d.name, desks.name AS "deskName"`,
    [value],
  );
}

/** Serializes PIN attempts and changes of guard at a computer; fails for a revoked one. */
export async function lockComputer(
  tx: Transaction,
  id: string,
): Promise<{ failedAt: Date[]; now: Date }> {
  const row = await tx.first<{ failedAt: Date[]; now: Date }>(
    `SELECT pin_failed_at AS "failedAt", date_trunc('milliseconds', clock_timestamp()) AS now
       FROM desk_devices WHERE id = $1 AND revoked_at IS NULL FOR UPDATE`,
    [id],
  );
  if (!row) throw appError('NOT_SIGNED_IN');
  return row;
}

type ListedRow = RowOf<ListedComputer, 'enrolledAt' | 'lastSeenAt' | 'revokedAt'>;

/** Enrolled computers, latest first, and those revoked within 30 days. */
export async function listComputers(db: Connection): Promise<ListedComputer[]> {
  const rows = await db.rows<ListedRow>(
    `SELECT d.id, d.name, ${namedAs('desks', 'desk')}, d.created_at AS "enrolledAt",
            d.last_seen_at AS "lastSeenAt", d.revoked_at AS "revokedAt", admin.name AS "enrolledBy",
            ${namedAs('guard')}
       FROM desk_devices AS d
       JOIN desks ON desks.id = d.desk_id
       JOIN users AS admin ON admin.id = d.enrolled_by
       LEFT JOIN duties ON duties.device_id = d.id AND ${isOpenDuty('duties')}
       LEFT JOIN users AS guard ON guard.id = duties.guard_id AND ${isGuard('guard')}
      WHERE d.revoked_at IS NULL OR d.revoked_at > now() - interval '30 days'
      ORDER BY d.revoked_at IS NOT NULL, d.created_at DESC LIMIT 200`,
  );
  return rows.map(toAnswer);
}

type Use = { id: string; agoMs: number };

/** The use of a connected computer is stored each minute. */
const longestSilence = '2 minutes';

/** Stores when computers were last seen; a gap before that is stored as an outage there. */
export async function storeComputerUses(db: Connection, uses: readonly Use[]): Promise<void> {
  const [ids, agos] = toArrays(uses);
  await db.query({
    name: 'store-computer-uses',
    text: `WITH used AS (
             SELECT d.id, d.last_seen_at AS before,
                    greatest(d.last_seen_at, clock_timestamp() - used.ago * interval '1 ms') AS at,
                    outage_id
               FROM unnest($1::text[], $2::int[], $3::text[]) AS used (id, ago, outage_id)
               JOIN desk_devices d USING (id) WHERE revoked_at IS NULL FOR UPDATE OF d),
           silence AS (
             INSERT INTO outages (id, from_at, to_at, device_id)
             SELECT outage_id, before, at, id FROM used
              WHERE at - before > interval '${longestSilence}')
           UPDATE desk_devices SET last_seen_at = used.at FROM used WHERE desk_devices.id = used.id`,
    values: [ids, agos, uses.map(newId)],
  });
}

/** Stores the last activity of guards, which postpones the lock. */
export async function storeDutyUses(db: Connection, uses: readonly Use[]): Promise<void> {
  await db.query({
    name: 'store-duty-uses',
    text: `UPDATE duties
              SET active_at = greatest(active_at, clock_timestamp() - used.ago * interval '1 ms')
             FROM unnest($1::text[], $2::int[]) AS used (id, ago)
            WHERE duties.id = used.id AND ended_at IS NULL AND locked_at IS NULL`,
    values: toArrays(uses),
  });
}

function toArrays(uses: readonly Use[]): unknown[] {
  return [uses.map(({ id }) => id), uses.map(({ agoMs }) => Math.round(agoMs))];
}

/** Without a shift, only sessions in a browser pass the route's check. */
export function requireDuty({ duty, desk, user }: Principal) {
  if (!duty || !desk) throw appError('NOT_A_DESK_COMPUTER');
  return { duty, desk, user };
}
