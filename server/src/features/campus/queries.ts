import { createHash } from 'node:crypto';
import type { Campus, CampusList } from '@keydesk/shared/campus/campus';
import type { EntryUsage } from '@keydesk/shared/campus/routes';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { columnName } from '../../platform/db/select-list.ts';

const entryFields = `'code', code, 'label', label, 'position', position,
  'retired', retired_at IS NOT NULL`;
const departmentFields = `${entryFields}, 'registers', registers, 'lends', lends,
  'peopleCode', people_code, 'headId', head_id`;
const deskFields = `'id', id, 'name', name, 'place', place, 'phone', phone,
  'retired', retired_at IS NOT NULL`;

function listOf(table: string, fields: string, tieBreaker: string): string {
  return `(SELECT coalesce(json_agg(json_build_object(${fields})
             ORDER BY position, ${tieBreaker}), '[]') FROM ${table})`;
}

/** Every list in its order, and the desks. */
export async function readCampus(db: Connection): Promise<Campus> {
  const { rows } = await db.query<Omit<Campus, 'version'>>({
    name: 'campus',
    text: `SELECT ${listOf('departments', departmentFields, 'code')} AS departments,
                  ${listOf('blocks', entryFields, 'code')} AS blocks,
                  ${listOf('categories', entryFields, 'code')} AS categories,
                  ${listOf('desks', deskFields, 'id')} AS desks`,
  });
  const [lists] = rows;
  if (!lists) throw new Error('The campus could not be read');
  return { version: versionOf(lists), ...lists };
}

function versionOf(lists: Omit<Campus, 'version'>): string {
  return createHash('sha256').update(JSON.stringify(lists)).digest('base64url').slice(0, 16);
}

/** Serializes changes of one list, without blocking keys and people that refer to it. */
export async function lockList(tx: Transaction, list: CampusList): Promise<void> {
  await tx.query(`LOCK TABLE ${list} IN SHARE ROW EXCLUSIVE MODE`);
}

/** Columns of an entry that can be set. */
export type EntryColumns = {
  label?: string | undefined;
  retiredAt?: Date | null;
  headId?: string | null | undefined;
  registers?: boolean | undefined;
  lends?: boolean | undefined;
};

/** Stores a new entry at the end of its list. */
export async function insertEntry(
  tx: Transaction,
  list: CampusList,
  code: string,
  columns: EntryColumns,
): Promise<void> {
  const given = givenColumns(columns);
  const names = ['code', ...given.map(([name]) => columnName(name)), 'position'];
  const values = [code, ...given.map(([, value]) => value)];
  await tx.query(
    `INSERT INTO ${list} (${names.join(', ')})
     SELECT ${values.map((_, at) => `$${at + 1}`).join(', ')}, coalesce(max(position), 0) + 1
       FROM ${list}`,
    values,
  );
}

export async function updateEntry(
  tx: Transaction,
  list: CampusList,
  code: string,
  columns: EntryColumns,
): Promise<void> {
  const given = givenColumns(columns);
  if (given.length === 0) return;
  await tx.query(
    `UPDATE ${list} SET ${given.map(([name], at) => `${columnName(name)} = $${at + 2}`).join(', ')}
      WHERE code = $1`,
    [code, ...given.map(([, value]) => value)],
  );
}

function givenColumns(columns: EntryColumns): [name: string, value: unknown][] {
  return Object.entries(columns).filter(([, value]) => value !== undefined);
}

/** Numbers the entries of a list in this order. */
export async function orderEntries(
  tx: Transaction,
  list: CampusList,
  codes: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE ${list} entry SET position = place.at
       FROM unnest($1::text[]) WITH ORDINALITY AS place (code, at)
      WHERE entry.code = place.code AND entry.position <> place.at`,
    [codes],
  );
}

/** Whether somebody who was not removed has this id. */
export async function isPerson(db: Connection, id: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL', [
    id,
  ]);
  return rowCount === 1;
}

type UsageRow = { list: CampusList; code: string } & EntryUsage;

/** How many active keys and people have each entry, and who heads a department. */
export async function countUsage(db: Connection): Promise<UsageRow[]> {
  const { rows } = await db.query<UsageRow>(`
    SELECT 'departments' AS list, d.code, coalesce(k.keys, 0) AS keys,
           coalesce(p.people, 0) AS people, h.name AS "headName"
      FROM departments d
      LEFT JOIN (SELECT department, count(*)::int AS keys FROM keys
                  WHERE deleted_at IS NULL GROUP BY department) k ON k.department = d.code
      LEFT JOIN (SELECT department, count(*)::int AS people FROM users
                  WHERE deleted_at IS NULL GROUP BY department) p ON p.department = d.code
      LEFT JOIN users h ON h.id = d.head_id AND h.deleted_at IS NULL
     UNION ALL
    SELECT 'blocks', b.code, count(k.id)::int, 0, NULL
      FROM blocks b LEFT JOIN keys k ON k.block = b.code AND k.deleted_at IS NULL
     GROUP BY b.code
     UNION ALL
    SELECT 'categories', c.code, count(k.id)::int, 0, NULL
      FROM categories c LEFT JOIN keys k ON k.category = c.code AND k.deleted_at IS NULL
     GROUP BY c.code`);
  return rows;
}
