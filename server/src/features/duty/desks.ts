import type { Desk } from '@keydesk/shared/campus/campus';
import type { DeskChanges, NewDesk } from '@keydesk/shared/campus/routes';
import { changesOf } from '@keydesk/shared/core/edits';
import { appError } from '@keydesk/shared/core/errors';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import { requireSeen } from '../../core/edits.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import {
  announceCampus,
  type CurrentCampus,
  insertEntry,
  lockList,
  orderEntries,
  readCampus,
  updateEntry,
} from '../campus/index.ts';
import { revokeComputersOfDesk } from './computers.ts';

type DeskDeps = { db: Database; publisher: Publisher; campus: CurrentCampus };

/** More than any campus has; every page loads all of them. */
const maxDesks = 200;

/** Appends a desk, whose name differs from others in more than case: files name desks. */
export async function addDesk(deps: DeskDeps, admin: User, fields: NewDesk): Promise<Desk> {
  const desk = await transact(deps.db, async (tx) => {
    const before = await lockAndReadDesks(tx);
    requireFreeName(before, fields.name);
    if (before.length >= maxDesks) throw appError('TOO_MANY_DESKS', { most: maxDesks });
    const id = newId();
    await insertEntry(tx, 'desks', id, fields);
    await recordAudit(tx, { action: 'add-desk', actorId: admin.id, details: fields });
    return findDesk(await readDesks(tx), id);
  });
  await announceCampus(deps);
  return desk;
}

async function lockAndReadDesks(tx: Transaction): Promise<readonly Desk[]> {
  await lockList(tx, 'desks');
  return readDesks(tx);
}

async function readDesks(tx: Transaction): Promise<readonly Desk[]> {
  return (await readCampus(tx)).desks;
}

function requireFreeName(others: readonly Desk[], name: string): void {
  const same = others.find((desk) => desk.name.toLowerCase() === name.toLowerCase());
  if (same) throw appError('ENTRY_EXISTS', { name: 'desk', label: same.name });
}

function findDesk(desks: readonly Desk[], id: string): Desk {
  const desk = desks.find((each) => each.id === id);
  if (!desk) throw appError('ENTRY_NOT_FOUND', { name: 'desk' });
  return desk;
}

/**
 * Renames, moves, retires or restores a desk. Its keys keep it; retiring it revokes its computers
 * permanently.
 */
export async function changeDesk(
  deps: DeskDeps & { timezone: () => string },
  admin: User,
  id: string,
  { version: shown, ...changes }: DeskChanges,
): Promise<Desk> {
  const { desk, revoked } = await transact(deps.db, async (tx) => {
    const all = await lockAndReadDesks(tx);
    const current = findDesk(all, id);
    const edit = { shown, current, by: admin.id, timezone: deps.timezone() };
    await requireSeen(tx, { table: 'desks', id }, edit);
    const placed = { ...current, position: all.findIndex((each) => each.id === id) + 1 };
    const others = all.filter((each) => each.id !== id);
    const { before, after } = changesOf(placed, changes);
    if (Object.keys(after).length === 0) return { desk: current, revoked: [] };
    const { position, retired, ...columns } = after;
    if (columns.name !== undefined) requireFreeName(others, columns.name);
    await updateEntry(tx, 'desks', id, admin.id, {
      ...columns,
      ...(retired !== undefined && { retiredAt: retired ? new Date() : null }),
    });
    if (position !== undefined)
      await orderEntries(tx, 'desks', others.map((each) => each.id).toSpliced(position - 1, 0, id));
    await recordAudit(tx, {
      action: 'change-desk',
      actorId: admin.id,
      details: { desk: placed.name, before, after },
    });
    const revoked = retired ? await revokeComputersOfDesk(tx, admin, placed) : [];
    return { desk: findDesk(await readDesks(tx), id), revoked };
  });
  await announceCampus(deps);
  for (const computerId of revoked) deps.publisher.sessionEnded(computerId);
  return desk;
}

/** Active keys by home desk. */
export async function countKeysByDesk(db: Connection): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ id: string; keys: number }>(
    `SELECT desk_id AS id, count(*)::int AS keys FROM keys
      WHERE deleted_at IS NULL AND desk_id IS NOT NULL GROUP BY desk_id`,
  );
  return new Map(rows.map(({ id, keys }) => [id, keys]));
}
