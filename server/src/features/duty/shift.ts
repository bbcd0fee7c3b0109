import type { Shift, ShiftFigures, ShiftNote } from '@keydesk/shared/duty/shift';
import { recordAudit } from '../../core/audit/record.ts';
import { type Connection, type Database, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isOverdue } from '../../db/predicates.ts';
import { namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import type { Principal } from '../../http/principal.ts';
import { requireDuty } from './queries.ts';

/** The handover between a desk's shifts (`shift-note`); elsewhere only campus figures. */
export async function readShift(db: Connection, { duty, user }: Principal): Promise<Shift> {
  const deskId = duty?.deskId ?? null;
  const [keys, lastCount, notes, lastDuty] = await Promise.all([
    countKeys(db, deskId),
    findLastCount(db, deskId),
    listNotes(db, deskId),
    findLastDuty(db, deskId, user.id),
  ]);
  return { ...keys, lastCount, notes, lastDuty };
}

type KeyFigures = Omit<ShiftFigures, 'lastCount'>;

export async function countKeys(db: Connection, deskId: string | null): Promise<KeyFigures> {
  const row = await db.first<KeyFigures>(
    `WITH own AS (
       SELECT k.id FROM keys k
         LEFT JOIN desks home ON home.id = k.desk_id AND home.retired_at IS NULL
        WHERE k.deleted_at IS NULL AND ($1::text IS NULL OR coalesce(home.id, $1) = $1
           OR k.away_desk_id = $1
           OR (SELECT count(*) FROM desks WHERE retired_at IS NULL) < 2)),
     open AS (
       SELECT l.* FROM loans l JOIN own ON own.id = l.key_id WHERE l.returned_at IS NULL)
     SELECT (SELECT count(*)::int FROM open) AS "keysOut",
            (SELECT count(*)::int FROM open WHERE ${isOverdue('open', 'clock_timestamp()')}) AS overdue,
            (SELECT count(DISTINCT i.key_id)::int FROM incidents i JOIN own ON own.id = i.key_id
              WHERE i.resolved_at IS NULL) AS reported,
            (SELECT count(*)::int FROM loan_disputes d
               JOIN loans l ON l.id = d.loan_id JOIN own ON own.id = l.key_id
              WHERE d.settled_at IS NULL) AS disputed,
            (SELECT count(*)::int FROM keys
              WHERE deleted_at IS NULL AND away_desk_id = $1) AS "ofOtherDesks"`,
    [deskId],
  );
  if (!row) throw new Error('Nothing was counted');
  return row;
}

/** The latest count of a desk that was closed by then. */
async function findLastCount(
  db: Connection,
  deskId: string | null,
  by: Date | null = null,
): Promise<ShiftFigures['lastCount']> {
  const rows = await db.rows<RowOf<NonNullable<ShiftFigures['lastCount']>, 'closedAt'>>(
    `SELECT c.closed_at AS "closedAt", jsonb_array_length(c.result -> 'missing') AS missing,
            ${namedAs('closer', 'closedBy')}
       FROM counts c JOIN users closer ON closer.id = c.closed_by
      WHERE c.closed_at <= coalesce($2::timestamptz, 'infinity')
        AND ($1::text IS NULL OR coalesce(c.desk_id, $1) = $1)
      ORDER BY c.closed_at DESC LIMIT 1`,
    [deskId, by],
  );
  return rows[0] ? toAnswer(rows[0]) : null;
}

async function listNotes(db: Connection, deskId: string | null): Promise<ShiftNote[]> {
  const rows = await db.rows<
    Omit<RowOf<ShiftNote, 'writtenAt'>, 'read'> & {
      reader: ShiftNote['writtenBy'] | null;
      readAt: Date | null;
    }
  >(
    `SELECT n.id, n.text, ${namedAs('writer', 'writtenBy')}, n.written_at AS "writtenAt",
            ${namedAs('reader')}, n.read_at AS "readAt"
       FROM shift_notes n
       JOIN users writer ON writer.id = n.written_by
       LEFT JOIN users reader ON reader.id = n.read_by
      WHERE n.desk_id = $1
        AND (n.read_at IS NULL OR n.written_at > clock_timestamp() - interval '1 day')
      ORDER BY n.written_at, n.id LIMIT 50`,
    [deskId],
  );
  return rows.map(({ reader, readAt, ...note }) => ({
    ...toAnswer(note),
    read: reader && readAt ? { by: reader, at: readAt.toISOString() } : null,
  }));
}

type LastDuty = NonNullable<Shift['lastDuty']>;

/** Another guard's latest completed shift here, with its figures. */
async function findLastDuty(
  db: Connection,
  deskId: string | null,
  readerId: string,
): Promise<LastDuty | null> {
  const rows = await db.rows<
    Omit<RowOf<LastDuty, 'from' | 'to'>, 'figures'> & { keys: KeyFigures | null }
  >(
    `SELECT ${namedAs('guard')}, d.begun_at AS "from", d.ended_at AS "to", d.figures AS keys
       FROM duties d JOIN users guard ON guard.id = d.guard_id
      WHERE d.desk_id = $1 AND d.ended_at IS NOT NULL AND d.guard_id <> $2
      ORDER BY d.ended_at DESC LIMIT 1`,
    [deskId, readerId],
  );
  if (!rows[0]) return null;
  const { keys, ...duty } = rows[0];
  const figures = keys && { ...keys, lastCount: await findLastCount(db, deskId, duty.to) };
  return { ...toAnswer(duty), figures };
}

/** Replaces the guard's own unread note for the next shift here; an empty text deletes it. */
export async function writeShiftNote(
  db: Database,
  principal: Principal,
  text: string,
): Promise<void> {
  const { duty, desk, user } = requireDuty(principal);
  const values = [duty.deskId, user.id];
  await transact(db, async (tx) => {
    if (text === '')
      await tx.query(
        'DELETE FROM shift_notes WHERE desk_id = $1 AND written_by = $2 AND read_at IS NULL',
        values,
      );
    else
      await tx.query(
        `INSERT INTO shift_notes (id, desk_id, written_by, text, written_at)
         VALUES ($3, $1, $2, $4, clock_timestamp())
         ON CONFLICT (desk_id, written_by) WHERE read_at IS NULL
         DO UPDATE SET text = excluded.text, written_at = excluded.written_at`,
        [...values, newId(), text],
      );
    await recordAudit(tx, {
      action: 'write-shift-note',
      actorId: user.id,
      details: { desk: desk.desk.name, length: text.length },
    });
  });
}

/** Marks other guards' notes at this desk as read; ignores ids of other or already read notes. */
export async function readShiftNotes(
  db: Database,
  principal: Principal,
  ids: readonly string[],
): Promise<void> {
  const { duty, desk, user } = requireDuty(principal);
  await transact(db, async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE shift_notes SET read_by = $2, read_at = clock_timestamp()
        WHERE desk_id = $1 AND written_by <> $2 AND read_at IS NULL AND id = ANY ($3)`,
      [duty.deskId, user.id, ids],
    );
    if (rowCount)
      await recordAudit(tx, {
        action: 'read-shift-note',
        actorId: user.id,
        details: { desk: desk.desk.name },
      });
  });
}
