import { api } from '@keydesk/shared/api';
import { expect } from 'vitest';
import type { Database } from '../../src/db/client.ts';
import type { AppProcess } from './app-process.ts';
import type { CampusPeople } from './campus-people.ts';
import type { Load } from './load.ts';
import { patienceMs } from './rounds.ts';

/**
 * Stops a process under load while it holds locks on keys, as others perceive it: the commit may
 * have been on its way to the database.
 */
export async function stopWhileHoldingLocks(
  app: AppProcess,
  db: Database,
  load: Load,
  isFree: () => Promise<boolean>,
): Promise<void> {
  for (;;) {
    process.kill(app.pid, 'SIGSTOP');
    const idle = async () => (await transactions(db)).working === 0;
    await expect.poll(idle, { timeout: patienceMs }).toBe(true);
    if ((await transactions(db)).holding > 0 && !(await isFree())) return;
    process.kill(app.pid, 'SIGCONT');
    await load.more(1);
  }
}

async function transactions({ pool }: Database) {
  const { rows } = await pool.query<{ working: number; holding: number }>(`
    SELECT count(*) FILTER (
             WHERE state = 'active' AND wait_event_type IS DISTINCT FROM 'Lock')::int AS working,
           count(*) FILTER (
             WHERE state LIKE 'idle in transaction%' AND EXISTS (
               SELECT FROM pg_locks held
                WHERE held.pid = activity.pid AND held.relation = 'keys'::regclass
                  AND held.mode = 'RowShareLock'))::int AS holding
      FROM pg_stat_activity AS activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  return rows[0] ?? { working: 0, holding: 0 };
}

/** Whether the process of `at` can collect every key; it refuses locked ones after a while. */
export async function canMoveAllKeys(
  { keyIds, desks }: CampusPeople,
  at: { url: string },
): Promise<boolean> {
  const statuses = await Promise.all(
    keyIds.map(async (id, index) => {
      const desk = desks[index % desks.length]?.at(at);
      return (await desk?.call(api.collectKey, { params: { id } }))?.status;
    }),
  );
  const understood = [200, 409, 503, 504];
  if (!statuses.every((status) => understood.includes(status ?? 0)))
    throw new Error(`Keys were collected with ${statuses.join(', ')}`);
  return statuses.every((status) => status === 200 || status === 409);
}
