import { appError } from '@keydesk/shared/core/errors';
import { momentText } from '@keydesk/shared/core/formats';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../db/client.ts';

/** The edited table and row; `idColumn` is its primary key. */
type EditedRow = { table: string; idColumn?: 'id' | 'code'; id: string | true };

type Edit = {
  /** The version that the edit is based on; undefined overwrites without a check. */
  shown: number | undefined;
  /** The stored version. */
  current: { version: number };
  /** The version of the last edit, where other changes raise the version, too. */
  since?: number;
  /** The editor. */
  by: string;
  timezone: string;
};

/**
 * Checks that no one else has changed the edited version (`seen-version`); the editor's own changes
 * are no conflict. The caller must have locked the row.
 */
export async function requireSeen(
  tx: Transaction,
  { table, idColumn = 'id', id }: EditedRow,
  { shown, current, since = current.version, by, timezone }: Edit,
): Promise<void> {
  if (shown === undefined || (since <= shown && shown <= current.version)) return;
  // After a restore, the version may never have been stored: then there is no editor, or no row.
  const last = await tx.first<{ since: number | null; name: string | null; at: Date; now: Date }>(
    `SELECT last.since, u.name, coalesce(last.at, now()) AS at, now()
       FROM (SELECT) AS one
       LEFT JOIN ${table} e ON e.${idColumn} = $1
       LEFT JOIN LATERAL (
              SELECT NULL::int AS since, e.changed_by AS by, e.changed_at AS at
               WHERE e.changed_by IS DISTINCT FROM $2
              UNION ALL
              SELECT coalesce((e.others ->> 'version')::int, 0), e.others ->> 'by',
                     (e.others ->> 'at')::timestamptz
               WHERE e.changed_by = $2) AS last ON true
       LEFT JOIN users u ON u.id = last.by`,
    [id, by],
  );
  if (!last) throw new Error('The last editor was not looked up');
  if (last.since !== null && last.since <= shown && shown <= current.version) return;
  const time = momentText(last.at, last.now, timezone);
  const known = last.name === null ? 'no' : 'yes';
  throw appError('STALE', { known, name: last.name ?? '', time }).withDetails({ current });
}

type EditedTable = Record<'version' | 'changedBy' | 'changedAt' | 'others', PgColumn> & {
  changedVersion?: PgColumn;
};

/** Bookkeeping columns of an edit; `by` is null for an operator. */
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

/** SQL for `editedBy`; `by` is a parameter. */
export function setEdited(by: string, row = '', changedVersion = 'version'): string {
  return `version = ${row}version + 1, changed_by = ${by}, changed_at = now(),
    others = CASE WHEN ${row}changed_by IS NOT DISTINCT FROM ${by} THEN ${row}others
      ELSE jsonb_build_object('version', ${row}${changedVersion}, 'by', ${row}changed_by,
                              'at', ${row}changed_at) END`;
}
