import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/db/client.ts';
import { insertKey } from '../factories/keys.ts';
import { closeLoan, openLoan } from '../factories/loans.ts';
import { insertUser } from '../factories/users.ts';
import { openTestDatabase } from '../test-database.ts';
import { findHalfDone } from './half-done.ts';

let db: Database;

beforeAll(async () => {
  const own = await openTestDatabase();
  db = own.db;
  return own.close;
});

test('each part that a handover may lack is missed', async () => {
  expect(await findHalfDone(db)).toEqual([]);
  const [holder, guard, key] = [await insertUser(db), await insertUser(db), await insertKey(db)];
  const parties = { keyId: key.id, holderId: holder.id, handedBy: guard.id };
  await closeLoan(db, await openLoan(db, parties));
  await db.query('UPDATE keys SET version = 1');
  await db.query('DROP INDEX loans_one_open_per_key');
  for (let time = 0; time < 2; time += 1) await openLoan(db, parties);
  await db.query("INSERT INTO audit_events (action, loan_id) VALUES ('take-back', 'none')");
  await db.query(
    `INSERT INTO sessions (id, user_id, cookie_hash, bearer_hash) VALUES ('s', $1, '', '')`,
    [holder.id],
  );
  for (const type of ['key-request', 'key-return'])
    await db.query(
      `INSERT INTO codes (id, type, secret_hash, key_ids, user_id, session_id, issued_at,
                          expires_at, used_at, used_by)
       VALUES ($1::text, $1::text, $1::text::bytea, ARRAY[$2], $3, 's', now(), now(), now(), $3)`,
      [type, key.id, holder.id],
    );
  expect(await findHalfDone(db)).toEqual([
    'a loan that did not begin with exactly one audit event: 3',
    'a loan that did not end with exactly one audit event: 1',
    'an audit event without its loan: 1',
    'a request code that was used without a loan, or a loan without its code: 1',
    'a return code that was used without a return, or a return without its code: 1',
    'a handover of which its holder was not told, or the other way round: 1',
    'a key whose version did not grow with each handover: 1',
    'a key with two loans at one time: 6',
    'a used code without the answer that a repeat receives: 2',
  ]);
});
