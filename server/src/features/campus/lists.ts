import { createHash } from 'node:crypto';
import { type Campus, type CampusList, entryNames, labelIn } from '@keydesk/shared/campus/campus';
import type {
  DeskChanges,
  EntryChanges,
  EntryUsage,
  NewEntry,
} from '@keydesk/shared/campus/routes';
import { changesOf } from '@keydesk/shared/core/edits';
import { appError } from '@keydesk/shared/core/errors';
import { listText } from '@keydesk/shared/core/formats';
import { isSameName } from '@keydesk/shared/core/text';
import type { User } from '@keydesk/shared/people/user';
import { t as recordedText } from '@keydesk/shared/texts/en/recorded';
import type { FastifyBaseLogger } from 'fastify';
import { recordAudit } from '../../core/audit/record.ts';
import { requireSeen, setEdited } from '../../core/edits.ts';
import { type Watched, watchVersioned } from '../../core/jobs.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { columnName } from '../../db/sql-text.ts';

type ChangeDeps = { db: Database; publisher: Publisher; campus: CurrentCampus };

/** Appends an entry unless a position is given. */
export async function addEntry(
  deps: ChangeDeps,
  admin: User,
  list: CampusList,
  entry: NewEntry,
): Promise<Campus> {
  await transact(deps.db, (tx) => addEntryIn(tx, admin, list, entry));
  return announced(deps);
}

/** The caller announces the change after its commit. */
export async function addEntryIn(
  tx: Transaction,
  admin: User | null,
  list: CampusList,
  { code, position, ...columns }: NewEntry,
): Promise<void> {
  await lockList(tx, list);
  const before = (await readCampus(tx))[list];
  const same = before.find((entry) => isSameName(entry.code, code));
  if (same) throw appError('ENTRY_EXISTS', { name: entryNames[list], label: same.label });
  await requireHead(tx, columns.headId);
  await insertEntry(tx, list, code, columns);
  if (position !== undefined) await moveEntry(tx, list, code, [...before, { code }], position);
  await recordAudit(tx, {
    action: 'add-campus-entry',
    ...(admin && { actorId: admin.id }),
    details: { [entryNames[list]]: code, ...columns },
  });
}

async function moveEntry(
  tx: Transaction,
  list: CampusList,
  code: string,
  entries: readonly { code: string }[],
  position: number,
): Promise<void> {
  const codes = entries.map((entry) => entry.code).filter((other) => other !== code);
  codes.splice(position - 1, 0, code);
  await orderEntries(tx, list, codes);
}

async function requireHead(tx: Transaction, id: string | null | undefined): Promise<void> {
  if (id && !(await isPerson(tx, id))) throw appError('USER_NOT_FOUND');
}

async function announced(deps: ChangeDeps): Promise<Campus> {
  await announceCampus(deps);
  return deps.campus.current();
}

/**
 * Renames, moves, retires or restores entries, or changes a department's head or purposes: all or
 * nothing. Keys and people keep their entries.
 */
export async function changeEntries(
  deps: ChangeDeps & { timezone: () => string },
  admin: User,
  list: CampusList,
  changes: readonly (EntryChanges & { code: string })[],
): Promise<Campus> {
  const timezone = deps.timezone();
  await transact(deps.db, async (tx) => {
    await lockList(tx, list);
    for (const change of changes) await changeLocked(tx, admin, list, change, timezone);
  });
  // The head of a department decides about requests for its keys.
  if (changes.some(({ headId }) => headId !== undefined)) deps.publisher.campusChanged('access');
  return announced(deps);
}

async function changeLocked(
  tx: Transaction,
  admin: User,
  list: CampusList,
  { code, version: shown, ...changes }: EntryChanges & { code: string },
  timezone: string,
): Promise<void> {
  const { position, retired, ...columns } = changes;
  const entries = (await readCampus(tx))[list];
  const entry = entries.find((known) => known.code === code);
  if (!entry) throw appError('ENTRY_NOT_FOUND', { name: entryNames[list] });
  await requireSeen(
    tx,
    { table: list, idColumn: 'code', id: code },
    { shown, current: entry, by: admin.id, timezone },
  );
  const { before, after } = changesOf(entry, changes);
  if (Object.keys(after).length === 0) return;
  await requireHead(tx, columns.headId);
  const retiring = retired === undefined || retired === entry.retired ? undefined : retired;
  await updateEntry(tx, list, code, admin.id, {
    ...columns,
    ...(retiring !== undefined && { retiredAt: retiring ? new Date() : null }),
  });
  if (position !== undefined) await moveEntry(tx, list, code, entries, position);
  await recordAudit(tx, {
    action: 'change-campus-entry',
    actorId: admin.id,
    details: { [entryNames[list]]: code, before, after },
  });
}

/** Deletes an unused entry. */
export async function deleteEntry(
  deps: ChangeDeps,
  admin: User,
  list: CampusList,
  code: string,
): Promise<Campus> {
  await transact(deps.db, async (tx) => {
    await lockList(tx, list);
    const [entry] = await listUses(tx, list, code);
    if (!entry) throw appError('ENTRY_NOT_FOUND', { name: entryNames[list] });
    if (entry.uses) {
      const label = labelIn((await readCampus(tx))[list], code);
      throw appError('ENTRY_USED', { label, uses: entry.uses });
    }
    await deleteEntries(tx, admin, list, [code]);
  });
  return announced(deps);
}

/** Deletes all unused entries of these lists; returns their number. */
export async function deleteUnused(
  deps: ChangeDeps,
  admin: User,
  lists: readonly CampusList[],
): Promise<{ deleted: number; campus: Campus }> {
  const deleted = await transact(deps.db, async (tx) => {
    let count = 0;
    for (const list of lists) {
      await lockList(tx, list);
      // Deleting a department may leave another one unused.
      for (let codes = await listUnused(tx, list); codes.length > 0; ) {
        await deleteEntries(tx, admin, list, codes);
        count += codes.length;
        codes = await listUnused(tx, list);
      }
    }
    return count;
  });
  return { deleted, campus: await announced(deps) };
}

async function listUnused(tx: Transaction, list: CampusList): Promise<string[]> {
  return (await listUses(tx, list)).flatMap(({ code, uses }) => (uses ? [] : [code]));
}

async function deleteEntries(
  tx: Transaction,
  admin: User,
  list: CampusList,
  codes: readonly string[],
): Promise<void> {
  await tx.query(`DELETE FROM ${list} WHERE code = ANY ($1)`, [codes]);
  await recordAudit(
    tx,
    ...codes.map((code) => ({
      action: 'delete-campus-entry' as const,
      actorId: admin.id,
      details: { [entryNames[list]]: code },
    })),
  );
}

/** The campus as this process knows it. */
export type CurrentCampus = Watched<Campus>;

export async function watchCampus(db: Database, log: FastifyBaseLogger): Promise<CurrentCampus> {
  return watchVersioned(() => readCampus(db), { name: 'campus', log });
}

/** Call it after a committed change of lists or desks: notifies all processes (`live-campus`). */
export async function announceCampus({ campus, publisher }: AnnounceDeps): Promise<void> {
  await campus.refresh();
  publisher.campusChanged('lists');
}

type AnnounceDeps = { campus: Pick<CurrentCampus, 'refresh'>; publisher: Publisher };

const entryFields = `'code', code, 'label', label, 'position', position,
  'retired', retired_at IS NOT NULL, 'version', version`;
const departmentFields = `${entryFields}, 'registers', registers, 'lends', lends,
  'peopleCode', people_code, 'headId', head_id`;
const deskFields = `'id', id, 'name', name, 'place', place, 'phone', phone,
  'retired', retired_at IS NOT NULL, 'version', version`;

function listOf(table: string, fields: string, tieBreaker: string): string {
  return `(SELECT coalesce(json_agg(json_build_object(${fields})
             ORDER BY position, ${tieBreaker}), '[]') FROM ${table})`;
}

export async function readCampus(db: Connection): Promise<Campus> {
  const lists = await db.first<Omit<Campus, 'version'>>({
    name: 'campus',
    text: `SELECT ${listOf('departments', departmentFields, 'code')} AS departments,
                  ${listOf('blocks', entryFields, 'code')} AS blocks,
                  ${listOf('categories', entryFields, 'code')} AS categories,
                  ${listOf('desks', deskFields, 'id')} AS desks`,
  });
  if (!lists) throw new Error('The campus could not be read');
  return { version: versionOf(lists), ...lists };
}

function versionOf(lists: Omit<Campus, 'version'>): string {
  return createHash('sha256').update(JSON.stringify(lists)).digest('base64url').slice(0, 16);
}

/** Tables with an order, whose rows are retired and never deleted. */
type OrderedTable = CampusList | 'desks';

function keyOf(table: OrderedTable): 'id' | 'code' {
  return table === 'desks' ? 'id' : 'code';
}

/** Serializes changes of one list, without blocking keys and people that refer to it. */
export async function lockList(tx: Transaction, list: OrderedTable): Promise<void> {
  await tx.query(`LOCK TABLE ${list} IN SHARE ROW EXCLUSIVE MODE`);
}

/** Undefined columns stay unchanged. */
type EntryColumns = Omit<EntryChanges & DeskChanges, 'position' | 'retired' | 'version'> & {
  retiredAt?: Date | null;
};

export async function insertEntry(
  tx: Transaction,
  list: OrderedTable,
  code: string,
  columns: EntryColumns,
): Promise<void> {
  const given = givenColumns(columns);
  const names = [keyOf(list), ...given.map(([name]) => columnName(name)), 'position'];
  const values = [code, ...given.map(([, value]) => value)];
  await tx.query(
    `INSERT INTO ${list} (${names.join(', ')})
     SELECT ${values.map((_, at) => `$${at + 1}`).join(', ')}, coalesce(max(position), 0) + 1
       FROM ${list}`,
    values,
  );
}

/** Counts as an edit, even if it only moves the entry. */
export async function updateEntry(
  tx: Transaction,
  list: OrderedTable,
  code: string,
  by: string,
  columns: EntryColumns,
): Promise<void> {
  const given = givenColumns(columns);
  const changes = given.map(([name], at) => `${columnName(name)} = $${at + 3}, `);
  await tx.query(
    `UPDATE ${list} SET ${changes.join('')}${setEdited('$2')} WHERE ${keyOf(list)} = $1`,
    [code, by, ...given.map(([, value]) => value)],
  );
}

function givenColumns(columns: EntryColumns): [name: string, value: unknown][] {
  return Object.entries(columns).filter(([, value]) => value !== undefined);
}

export async function orderEntries(
  tx: Transaction,
  list: OrderedTable,
  codes: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE ${list} entry SET position = place.at
       FROM unnest($1::text[]) WITH ORDINALITY AS place (code, at)
      WHERE entry.${keyOf(list)} = place.code AND entry.position <> place.at`,
    [codes],
  );
}

/** Whether a member who was not deleted has this id. */
async function isPerson(db: Connection, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL AND role <> 'visitor'",
    [id],
  );
  return rowCount === 1;
}

/** Entries with a description of their uses, '' for none; past uses do not count. */
async function listUses(
  tx: Transaction,
  list: CampusList,
  code: string | null = null,
): Promise<{ code: string; uses: string }[]> {
  const name = entryNames[list];
  const hasPeople = list === 'departments';
  const rows = await tx.rows<UsesRow>(
    `SELECT e.code,
            (SELECT count(*)::int FROM keys k WHERE k.${name} = e.code AND k.deleted_at IS NULL) AS keys,
            (SELECT count(*)::int FROM keys k WHERE k.${name} = e.code AND k.deleted_at IS NOT NULL)
              ${hasPeople ? '+ (SELECT count(*)::int FROM users u WHERE u.department = e.code AND u.deleted_at IS NOT NULL)' : ''} AS removed,
            ${hasPeople ? '(SELECT count(*)::int FROM users u WHERE u.department = e.code AND u.deleted_at IS NULL)' : '0'} AS people,
            ${hasPeople ? '(SELECT count(*)::int FROM departments d WHERE d.people_code = e.code)' : '0'} AS departments,
            (SELECT count(*)::int FROM due_rules r
              WHERE r.ended_at IS NULL AND r.scope = $2 AND r.scope_id = e.code)
            + (SELECT count(*)::int FROM access_rules r
                WHERE r.ended_at IS NULL AND ((r.target = $2 AND r.target_id = e.code)
                   OR (r.subject = $2 AND r.subject_id = e.code))) AS rules
       FROM ${list} e WHERE $1::text IS NULL OR e.code = $1`,
    [code, name],
  );
  return rows.map((row) => ({ code: row.code, uses: usesText(row) }));
}

type UsesRow = Record<'keys' | 'people' | 'rules' | 'departments' | 'removed', number> & {
  code: string;
};

/** '24 keys and 31 people'. */
function usesText({ keys, people, rules, departments, removed }: UsesRow): string {
  const uses = [
    keys > 0 && recordedText('keys', { count: keys }),
    people > 0 && recordedText('people', { count: people }),
    rules > 0 && recordedText('rules', { count: rules }),
    departments > 0 && recordedText('other-departments', { count: departments }),
  ].filter((use) => use !== false);
  if (uses.length === 0 && removed > 0) return recordedText('removed-history');
  return listText(uses);
}

type UsageRow = { list: CampusList; code: string } & EntryUsage;

/** Active keys and people per entry, and the head of each department. */
export async function countUsage(db: Connection): Promise<UsageRow[]> {
  return db.rows<UsageRow>(`
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
}
