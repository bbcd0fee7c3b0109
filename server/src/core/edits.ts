import { momentText } from '@keydesk/shared/core/dates';
import { appError } from '@keydesk/shared/core/errors';
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
  timezone: string;
};

/**
 * Checks, under the lock of an edit, that nobody else has changed what it is based on
 * (`seen-version`).
 * @throws STALE, whose details have what is stored
 */
export async function requireSeen(
  tx: Transaction,
  { table, idColumn = 'id', id }: EditedRow,
  { shown, current, since = current.version, timezone }: Edit,
): Promise<void> {
  if (shown === undefined || (since <= shown && shown <= current.version)) return;
  // After a restore there may be a version that was never stored, and nobody who made it.
  const { rows } = await tx.query<{ name: string; at: Date; now: Date }>(
    `SELECT coalesce(u.name, 'Somebody') AS name, coalesce(e.changed_at, now()) AS at, now()
       FROM ${table} e LEFT JOIN users u ON u.id = e.changed_by WHERE e.${idColumn} = $1`,
    [id],
  );
  const [last] = rows;
  if (!last) throw new Error('What is edited was not found');
  const time = momentText(last.at, last.now, timezone);
  throw appError('STALE', last.name, time).withDetails({ current });
}

/** The columns that an edit sets besides those that it is about; by null for an operator. */
export function editedBy({ version }: { version: PgColumn }, by: string | null): EditedColumns {
  return { version: sql<number>`${version} + 1`, changedBy: by, changedAt: sql<Date>`now()` };
}

type EditedColumns = { version: SQL<number>; changedBy: string | null; changedAt: SQL<Date> };

/** The same in SQL; `by` is a parameter. */
export function setEdited(by: string, row = ''): string {
  return `version = ${row}version + 1, changed_by = ${by}, changed_at = now()`;
}
