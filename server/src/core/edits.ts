import { appError } from '@keydesk/shared/core/errors';
import { momentText } from '@keydesk/shared/core/formats';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../db/client.ts';

/** What is edited: its table, and by what that knows its row. */
type EditedRow = { table: string; idColumn?: 'id' | 'code'; id: string | true };

type Edit = {
  /** The version that the edit is based on; undefined overwrites whatever is stored. */
  shown: number | undefined;
  /** What is stored, as callers read it. */
  current: { version: number };
  /** Since when nobody has edited it, where its version also grows with what is no edit. */
  since?: number;
  /** Whose edit it is. */
  by: string;
  timezone: string;
};

/**
 * Checks, under the lock of an edit, that nobody else has changed what it is based on
 * (`seen-version`); what they changed themselves since then is no conflict.
 * @throws STALE, whose details have what is stored
 */
export async function requireSeen(
  tx: Transaction,
  { table, idColumn = 'id', id }: EditedRow,
  { shown, current, since = current.version, by, timezone }: Edit,
): Promise<void> {
  if (shown === undefined || (since <= shown && shown <= current.version)) return;
  // After a restore there may be a version that was never stored, and nobody who made it.
  const { rows } = await tx.query<{ since: number | null; name: string; at: Date; now: Date }>(
    `SELECT last.since, coalesce(u.name, 'Somebody') AS name, coalesce(last.at, now()) AS at, now()
       FROM ${table} e,
            LATERAL (
              SELECT NULL::int AS since, e.changed_by AS by, e.changed_at AS at
               WHERE e.changed_by IS DISTINCT FROM $2
              UNION ALL
              SELECT coalesce((e.others ->> 'version')::int, 0), e.others ->> 'by',
                     (e.others ->> 'at')::timestamptz
               WHERE e.changed_by = $2) AS last
       LEFT JOIN users u ON u.id = last.by
      WHERE e.${idColumn} = $1`,
    [id, by],
  );
  const [last] = rows;
  if (!last) throw new Error('What is edited was not found');
  if (last.since !== null && last.since <= shown && shown <= current.version) return;
  const time = momentText(last.at, last.now, timezone);
  throw appError('STALE', { name: last.name, time }).withDetails({ current });
}

type EditedTable = Record<'version' | 'changedBy' | 'changedAt' | 'others', PgColumn> & {
  changedVersion?: PgColumn;
};

/** The columns that an edit sets besides those that it is about; by null for an operator. */
export function editedBy(table: EditedTable, by: string | null): EditedColumns {
  const { version, changedBy, changedAt, others, changedVersion = version } = table;
  return {
    version: sql<number>`${version} + 1`,
    changedBy: by,
    changedAt: sql<Date>`now()`,
    others: sql`CASE WHEN ${changedBy} IS NOT DISTINCT FROM ${by} THEN ${others}
      ELSE jsonb_build_object('version', ${changedVersion}, 'by', ${changedBy}, 'at', ${changedAt}) END`,
  };
}

type EditedColumns = {
  version: SQL<number>;
  changedBy: string | null;
  changedAt: SQL<Date>;
  others: SQL;
};

/** The same in SQL; `by` is a parameter. */
export function setEdited(by: string, row = '', changedVersion = 'version'): string {
  return `version = ${row}version + 1, changed_by = ${by}, changed_at = now(),
    others = CASE WHEN ${row}changed_by IS NOT DISTINCT FROM ${by} THEN ${row}others
      ELSE jsonb_build_object('version', ${row}${changedVersion}, 'by', ${row}changed_by,
                              'at', ${row}changed_at) END`;
}
