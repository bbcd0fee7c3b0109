import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Database, openDatabase } from '../../../src/db/client.ts';
import { newId } from '../../../src/db/ids.ts';
import type { CampusPeople } from '../campus-people.ts';

type Reply = { status: number; body: unknown };

type Open = { id: string; holder_id: string };

/** A desk with a naive implementation, on a database without the index that guards loans. */
export async function openNaiveDesk(databaseUrl: string, people: () => CampusPeople) {
  const db = openDatabase(databaseUrl, () => undefined);
  await db.query('DROP INDEX loans_one_open_per_key');
  const reply = async (path: string, cookie: string): Promise<Reply> => {
    const [keyId = '', action] = path.split('/').slice(3);
    const desk = people().desks.find(({ secrets }) => cookie.includes(secrets.cookie));
    if (!desk) return refused(401, 'NOT_SIGNED_IN');
    if (action === 'take') return take(db, keyId, desk.user.id);
    if (action === 'collective-return') return collect(db, keyId, desk.user.id);
    return shown(await openLoan(db, keyId));
  };
  const server = createServer(async (request, response) => {
    const { status, body } = await reply(request.url ?? '', request.headers.cookie ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    db,
    async close() {
      server.closeAllConnections();
      server.close();
      await db.pool.end();
    },
  };
}

function refused(status: number, code: string): Reply {
  return { status, body: { error: { code } } };
}

/** A check before the write, without a lock. */
async function take(db: Database, keyId: string, userId: string): Promise<Reply> {
  if (await openLoan(db, keyId)) return refused(409, 'KEY_NOT_AVAILABLE');
  const id = newId();
  await db.query(
    `INSERT INTO loans (id, key_id, holder_id, holder_name, handed_by, taken_at)
     SELECT $1, $2, id, name, id, now() FROM users WHERE id = $3`,
    [id, keyId, userId],
  );
  return shown({ id, holder_id: userId });
}

async function openLoan(db: Database, keyId: string): Promise<Open | undefined> {
  const { rows } = await db.query<Open>(
    'SELECT id, holder_id FROM loans WHERE key_id = $1 AND returned_at IS NULL ORDER BY id',
    [keyId],
  );
  return rows[0];
}

function shown(loan: Open | undefined): Reply {
  return {
    status: 200,
    body: {
      data: {
        key: { loanId: loan?.id ?? null, takenBy: loan ? { userId: loan.holder_id } : null },
      },
    },
  };
}

async function collect(db: Database, keyId: string, userId: string): Promise<Reply> {
  const open = await openLoan(db, keyId);
  if (!open) return refused(409, 'KEY_NOT_TAKEN');
  await db.query(
    `UPDATE loans SET returned_at = greatest(now(), taken_at), returned_by = $2, received_by = $2,
            return_type = 'collected' WHERE key_id = $1 AND returned_at IS NULL`,
    [keyId, userId],
  );
  const answer = shown(undefined);
  return { ...answer, body: { data: { originalUser: { id: open.holder_id } } } };
}
