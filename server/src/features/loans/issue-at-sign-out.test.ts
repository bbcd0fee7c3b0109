import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testCampus } from '../../../test/test-campus.ts';
import { codes } from '../../db/schema.ts';

const campus = testCampus();

async function waitingForLock(): Promise<number> {
  const { rows } = await campus.db.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

test('a code asked for at the very moment of signing out is not issued', async () => {
  const [asha, key] = [await campus.person(), await campus.key()];
  const signOut = await campus.db.pool.connect();
  try {
    await signOut.query('BEGIN');
    await signOut.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [
      asha.secrets.sessionId,
    ]);
    const answer = asha.call(api.issueCode, { body: { type: 'key-request', keyId: key.id } });
    await expect.poll(waitingForLock, { timeout: 20_000 }).toBe(1);
    await signOut.query('COMMIT');
    expect((await answer).status).toBe(401);
  } finally {
    signOut.release();
  }
  const issued = await campus.db.orm.select().from(codes).where(eq(codes.userId, asha.user.id));
  expect(issued).toEqual([]);
});
