import type { Desk } from '@keydesk/shared/campus/campus';
import type { DeskChanges, NewDesk } from '@keydesk/shared/campus/desk-routes';
import { appError } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { changesOf, recordAudit } from '../audit/index.ts';
import { announceCampus, type CurrentCampus, readCampus } from '../campus/index.ts';
import { revokeComputersOfDesk } from '../duty/index.ts';
import { insertDesk, lockDesks, orderDesks, updateDesk } from './queries.ts';

type DeskDeps = { db: Database; publisher: Publisher; campus: CurrentCampus };

/** More than any campus has; every page knows all of them. */
const maxDesks = 200;

/**
 * Adds a desk, last in the list.
 * @throws TOO_MANY_DESKS, or ENTRY_EXISTS if a desk has the name, whatever the case: import files name desks.
 */
export async function addDesk(deps: DeskDeps, admin: User, fields: NewDesk): Promise<Desk> {
  const desk = await transact(deps.db, async (tx) => {
    const before = await lockAndReadDesks(tx);
    requireFreeName(before, fields.name);
    if (before.length >= maxDesks) throw appError('TOO_MANY_DESKS', maxDesks);
    const id = await insertDesk(tx, fields);
    await recordAudit(tx, { action: 'add-desk', actorId: admin.id, details: fields });
    return findDesk(await readDesks(tx), id);
  });
  await announceCampus(deps);
  return desk;
}

async function lockAndReadDesks(tx: Transaction): Promise<readonly Desk[]> {
  await lockDesks(tx);
  return readDesks(tx);
}

async function readDesks(tx: Transaction): Promise<readonly Desk[]> {
  return (await readCampus(tx)).desks;
}

function requireFreeName(others: readonly Desk[], name: string): void {
  const same = others.find((desk) => desk.name.toLowerCase() === name.toLowerCase());
  if (same) throw appError('ENTRY_EXISTS', same.name);
}

function findDesk(desks: readonly Desk[], id: string): Desk {
  const desk = desks.find((each) => each.id === id);
  if (!desk) throw appError('ENTRY_NOT_FOUND', 'desk');
  return desk;
}

/**
 * Renames, moves, retires or brings back a desk. Its keys keep it in any case; its computers are
 * revoked when it is retired, for good.
 * @throws ENTRY_NOT_FOUND, ENTRY_EXISTS
 */
export async function changeDesk(
  deps: DeskDeps,
  admin: User,
  id: string,
  changes: DeskChanges,
): Promise<Desk> {
  const { desk, revoked } = await transact(deps.db, async (tx) => {
    const all = await lockAndReadDesks(tx);
    const placed = { ...findDesk(all, id), position: all.findIndex((each) => each.id === id) + 1 };
    const others = all.filter((each) => each.id !== id);
    const { before, after } = changesOf(placed, changes);
    if (Object.keys(after).length === 0) return { desk: findDesk(all, id), revoked: [] };
    const { position, retired, ...columns } = after;
    if (columns.name !== undefined) requireFreeName(others, columns.name);
    await updateDesk(tx, id, {
      ...columns,
      ...(retired !== undefined && { retiredAt: retired ? new Date() : null }),
    });
    if (position !== undefined)
      await orderDesks(tx, others.map((each) => each.id).toSpliced(position - 1, 0, id));
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
