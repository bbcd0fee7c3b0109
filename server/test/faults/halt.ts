import { expect } from 'vitest';
import type { Database } from '../../src/db/client.ts';
import type { AppProcess } from './app-process.ts';
import type { Load } from './load.ts';
import { patienceMs } from './rounds.ts';

/** What the application's transactions do: still working, or waiting for it with keys locked. */
const transactions = async ({ pool }: Database) => {
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
};

/**
 * Halts a process under load at a moment at which it holds the locks of keys, as others feel: the end
 * of a transaction may have been on its way to the database.
 */
export const haltWithLocks = async (
  app: AppProcess,
  db: Database,
  load: Load,
  isFree: () => Promise<boolean>,
): Promise<void> => {
  for (;;) {
    process.kill(app.pid, 'SIGSTOP');
    const idle = async () => (await transactions(db)).working === 0;
    await expect.poll(idle, { timeout: patienceMs }).toBe(true);
    if ((await transactions(db)).holding > 0 && !(await isFree())) return;
    process.kill(app.pid, 'SIGCONT');
    await load.more(1);
  }
};
