import { type Campus, type CampusList, entryNames } from '@keydesk/shared/campus/campus';
import type { EntryChanges, NewEntry } from '@keydesk/shared/campus/routes';
import { appError } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { changesOf, recordAudit } from '../audit/index.ts';
import { announceCampus } from './announce.ts';
import type { CurrentCampus } from './current-campus.ts';
import {
  insertEntry,
  isPerson,
  lockList,
  orderEntries,
  readCampus,
  updateEntry,
} from './queries.ts';

type ChangeDeps = { db: Database; publisher: Publisher; campus: CurrentCampus };

/**
 * Adds an entry, last unless it says where.
 * @throws ENTRY_EXISTS if the list has the code, whatever the case; USER_NOT_FOUND
 */
export async function addEntry(
  deps: ChangeDeps,
  admin: User,
  list: CampusList,
  entry: NewEntry,
): Promise<Campus> {
  await transact(deps.db, (tx) => addEntryIn(tx, admin, list, entry));
  return announced(deps);
}

/** The same in the caller's transaction; the caller announces it. */
export async function addEntryIn(
  tx: Transaction,
  admin: User,
  list: CampusList,
  { code, position, ...columns }: NewEntry,
): Promise<void> {
  await lockList(tx, list);
  const before = (await readCampus(tx))[list];
  const same = before.find((entry) => entry.code.toLowerCase() === code.toLowerCase());
  if (same) throw appError('ENTRY_EXISTS', same.code);
  await requireHead(tx, columns.headId);
  await insertEntry(tx, list, code, columns);
  if (position !== undefined) await moveEntry(tx, list, code, [...before, { code }], position);
  await recordAudit(tx, {
    action: 'add-campus-entry',
    actorId: admin.id,
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
 * Renames, moves, retires or brings back an entry, or changes who heads a department and what it is
 * for. Keys and people keep it in any case.
 * @throws ENTRY_NOT_FOUND, USER_NOT_FOUND
 */
export async function changeEntry(
  deps: ChangeDeps,
  admin: User,
  list: CampusList,
  code: string,
  changes: EntryChanges,
): Promise<Campus> {
  const { position, retired, ...columns } = changes;
  await transact(deps.db, async (tx) => {
    await lockList(tx, list);
    const entries = (await readCampus(tx))[list];
    const entry = entries.find((known) => known.code === code);
    if (!entry) throw appError('ENTRY_NOT_FOUND', entryNames[list]);
    const { before, after } = changesOf(entry, changes);
    if (Object.keys(after).length === 0) return;
    await requireHead(tx, columns.headId);
    const retiring = retired === undefined || retired === entry.retired ? undefined : retired;
    await updateEntry(tx, list, code, {
      ...columns,
      ...(retiring !== undefined && { retiredAt: retiring ? new Date() : null }),
    });
    if (position !== undefined) await moveEntry(tx, list, code, entries, position);
    await recordAudit(tx, {
      action: 'change-campus-entry',
      actorId: admin.id,
      details: { [entryNames[list]]: code, before, after },
    });
  });
  return announced(deps);
}
