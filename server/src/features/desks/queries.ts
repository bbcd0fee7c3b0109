import { eq, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { desks } from '../../platform/db/tables.ts';

type DeskColumns = {
  name?: string | undefined;
  place?: string | undefined;
  phone?: string | null | undefined;
  retiredAt?: Date | null;
};

/** Serializes changes of the desks, without blocking keys that refer to them. */
export async function lockDesks(tx: Transaction): Promise<void> {
  await tx.query('LOCK TABLE desks IN SHARE ROW EXCLUSIVE MODE');
}

/** Stores a new desk, last in the list; returns its id. */
export async function insertDesk(
  tx: Transaction,
  columns: DeskColumns & { name: string; place: string },
): Promise<string> {
  const position = sql`(SELECT coalesce(max(position), 0) + 1 FROM desks)`;
  const [row] = await tx.orm
    .insert(desks)
    .values({ ...columns, position })
    .returning({ id: desks.id });
  if (!row) throw new Error('The new desk was not stored');
  return row.id;
}

export async function updateDesk(tx: Transaction, id: string, columns: DeskColumns): Promise<void> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  await tx.orm.update(desks).set(Object.fromEntries(given)).where(eq(desks.id, id));
}

/** Numbers the desks in this order. */
export async function orderDesks(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE desks SET position = place.at
       FROM unnest($1::text[]) WITH ORDINALITY AS place (id, at)
      WHERE desks.id = place.id AND desks.position <> place.at`,
    [ids],
  );
}

/** How many active keys have each desk as their home. */
export async function countKeysByDesk(db: Connection): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; keys: number }>(
    `SELECT desk_id AS id, count(*)::int AS keys FROM keys
      WHERE deleted_at IS NULL AND desk_id IS NOT NULL GROUP BY desk_id`,
  );
  return new Map(rows.map(({ id, keys }) => [id, keys]));
}
