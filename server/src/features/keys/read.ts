import { appError } from '@keydesk/shared/core/errors';
import { isId } from '@keydesk/shared/core/is-id';
import { isDesk } from '@keydesk/shared/http/roles';
import { resolutions } from '@keydesk/shared/keys/incident-kinds';
import type { Key } from '@keydesk/shared/keys/key';
import { searcherOn, searchKeys } from '@keydesk/shared/keys/key-search';
import { keyRetired } from '@keydesk/shared/keys/retired-key';
import type { KeyFilter, RemovedKey } from '@keydesk/shared/keys/routes';
import type { User } from '@keydesk/shared/people/user';
import { readerOf } from '../../core/live/key-readers.ts';
import type { Connection } from '../../db/client.ts';
import { isKind } from '../../db/kinds-sql.ts';
import type { Principal } from '../../http/principal.ts';
import { readCampus, requireKnownEntries } from '../campus/index.ts';
import { presentKey } from './present.ts';
import {
  countLoansByKey,
  findKeys,
  findRetired,
  listActiveKeys,
  listTakenKeys,
} from './queries.ts';

const frequentLimit = 5;

/**
 * Active keys matching all filters, by number; search results in the order of the pages, with the
 * reader's own department and the best matches first.
 */
export async function filterKeys(
  db: Connection,
  reader: Principal,
  { search = '', ...exact }: KeyFilter,
): Promise<Key[]> {
  const campus = await readCampus(db);
  requireKnownEntries(campus, exact);
  const filters = Object.entries(exact).filter(([, value]) => value !== undefined);
  const keys = (await listActiveKeys(db))
    .map((row) => presentKey(row, readerOf(reader)))
    .filter((key) => filters.every(([field, value]) => key[field as keyof Key] === value));
  return [...searchKeys(keys, search, searcherOn(campus, reader.user.department))];
}

/**
 * Finds an active key by id or tag code.
 * @throws KEY_NOT_FOUND; for the desk KEY_RETIRED (`retired-tag`)
 */
export async function readKey(
  db: Connection,
  reader: Principal,
  id: string,
  timezone: string,
): Promise<Key> {
  const [row] = await findKeys(db, [isId(id) ? id : await idOfTag(db, id)]);
  if (row && !row.deletedAt) return presentKey(row, readerOf(reader));
  const retired =
    row && readerOf(reader) === 'desk' && (await findRetired(db, [row.id])).get(row.id);
  throw retired ? keyRetired(retired, timezone) : appError('KEY_NOT_FOUND');
}

async function idOfTag(db: Connection, tag: string): Promise<string> {
  const row = await db.first<{ id: string }>('SELECT id FROM keys WHERE tag = $1', [tag]);
  return row?.id ?? '';
}

/** Includes the caller's own email as the holder's. */
export async function myTakenKeys(db: Connection, caller: User): Promise<Key[]> {
  const reader = isDesk(caller.role) ? 'desk' : 'holder';
  return (await listTakenKeys(db, caller.id)).map((row) => presentKey(row, reader));
}

export async function allTakenKeys(db: Connection, reader: Principal): Promise<Key[]> {
  return (await listTakenKeys(db)).map((row) => presentKey(row, readerOf(reader)));
}

/** Most frequent first, with counts. */
export async function frequentlyUsedKeys(
  db: Connection,
  caller: Principal,
): Promise<{ keys: Key[]; usageCounts: Record<string, number> }> {
  const counts = await countLoansByKey(db, caller.user.id, frequentLimit);
  const rows = await findKeys(
    db,
    counts.map(({ keyId }) => keyId),
  );
  const byId = new Map(rows.map((row) => [row.id, presentKey(row, readerOf(caller))]));
  return {
    keys: counts.flatMap(({ keyId }) => byId.get(keyId) ?? []),
    usageCounts: Object.fromEntries(counts.map(({ keyId, count }) => [keyId, count])),
  };
}

const removedPage = 50;

/** Deleted keys, latest first, before the key `before` if given. */
export async function listRemovedKeys(
  db: Connection,
  before?: string,
): Promise<{ keys: RemovedKey[]; hasMore: boolean }> {
  const ids = await db.rows<{ id: string }>(
    `SELECT id FROM keys
      WHERE deleted_at IS NOT NULL AND ($1::text IS NULL OR (deleted_at, id) <
            (SELECT deleted_at, id FROM keys WHERE id = $1))
      ORDER BY deleted_at DESC, id DESC LIMIT $2`,
    [before ?? null, removedPage + 1],
  );
  const shown = ids.slice(0, removedPage).map(({ id }) => id);
  return { keys: await readRemoved(db, shown), hasMore: ids.length > removedPage };
}

export async function readRemovedKey(db: Connection, id: string): Promise<RemovedKey> {
  const [removed] = await readRemoved(db, [id]);
  if (!removed) throw appError('KEY_NOT_FOUND');
  return removed;
}

/** Deleted keys in the order of `ids`. */
async function readRemoved(db: Connection, ids: readonly string[]): Promise<RemovedKey[]> {
  const [keys, reasons] = await Promise.all([
    findKeys(db, ids),
    db.rows<{ id: string; why: RemovedKey['why'] }>(
      `SELECT k.id, coalesce(
                (SELECT resolution FROM incidents
                  WHERE key_id = k.id AND ${isKind('resolution', resolutions, { retires: true })} LIMIT 1),
                (SELECT reason FROM audit_events
                  WHERE key_id = k.id AND action = 'delete-key' ORDER BY at DESC LIMIT 1)) AS why
         FROM keys k WHERE k.id = ANY ($1)`,
      [ids],
    ),
  ]);
  const why = new Map(reasons.map((row) => [row.id, row.why]));
  const byId = new Map(keys.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row?.deletedAt) return [];
    const removedAt = row.deletedAt.toISOString();
    return [{ key: presentKey(row, 'desk'), removedAt, why: why.get(id) ?? null }];
  });
}
