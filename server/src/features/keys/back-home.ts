import { appError } from '@keydesk/shared/core/errors';
import { isOffItsHook } from '@keydesk/shared/keys/incident-kinds';
import type { Key } from '@keydesk/shared/keys/key';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import type { Principal } from '../../http/principal.ts';
import { readForDesk } from './present.ts';
import { endMisses, type KeyRow, lockActiveKey, updateKeyFields } from './queries.ts';

/** Confirms that a key returned at another desk is back at its own (`back-home`). */
export async function confirmBackHome(
  { db, publisher }: { db: Database; publisher: Publisher },
  { user, duty }: Pick<Principal, 'user' | 'duty'>,
  id: string,
): Promise<Key> {
  const key = await transact(db, async (tx) => {
    const row = await lockActiveKey(tx, id);
    if (!row.awayDeskId) throw appError('KEY_NOT_AWAY', { number: row.keyNumber });
    if (row.condition && isOffItsHook(row.condition))
      throw appError('KEY_REPORTED', { keyNumber: row.keyNumber, condition: row.condition });
    if (duty && duty.deskId !== row.deskId) await requireRetiredHome(tx, row);
    await updateKeyFields(tx, id, { awayDeskId: null });
    await endMisses(tx, id, user.id);
    await recordAudit(tx, {
      action: 'back-home',
      actorId: user.id,
      keyId: id,
      details: await deskNames(tx, { lay: row.awayDeskId, home: row.deskId }),
    });
    return readForDesk(tx, id);
  });
  publisher.keysChanged([{ action: 'update', key }]);
  return key;
}

/** A retired desk has no guard, so any other desk may confirm for it. */
async function requireRetiredHome(tx: Transaction, { deskId, keyNumber }: KeyRow): Promise<void> {
  const home = await tx.first<{ name: string }>(
    'SELECT name FROM desks WHERE id = $1 AND retired_at IS NULL',
    [deskId],
  );
  if (home) throw appError('KEY_HOME_ELSEWHERE', { number: keyNumber, desk: home.name });
}

async function deskNames<N extends string>(
  tx: Transaction,
  ids: Record<N, string | null>,
): Promise<Partial<Record<N, string>>> {
  const rows = await tx.rows<{ id: string; name: string }>(
    'SELECT id, name FROM desks WHERE id = ANY ($1)',
    [Object.values(ids)],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return Object.fromEntries(
    Object.entries<string | null>(ids).map(([role, id]) => [role, names.get(id ?? '')]),
  ) as Partial<Record<N, string>>;
}
