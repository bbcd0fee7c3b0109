import { beforeAll, describe, expect, test } from 'vitest';
import { insertKey, type KeyTableRow } from '../../test/factories/keys.ts';
import { closeLoan, openLoan } from '../../test/factories/loans.ts';
import { insertUser, type UserRow } from '../../test/factories/users.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import type { Database } from './client.ts';
import { violatedConstraint } from './errors.ts';

let db: Database;
let asha: UserRow;
let guard: UserRow;

beforeAll(async () => {
  const own = await openTestDatabase();
  db = own.db;
  asha = await insertUser(db);
  guard = await insertUser(db, { role: 'security' });
  return own.close;
});

/** The constraint that these rows run into. */
function violatedBy(work: Promise<unknown>) {
  return work.then(
    () => 'none',
    (error: unknown) => violatedConstraint(error) ?? String(error),
  );
}

function lend({ id }: KeyTableRow) {
  return openLoan(db, { keyId: id, holderId: asha.id, handedBy: guard.id });
}

describe('whatever the application does, the database refuses', () => {
  test('a second open loan of a key, and takes one after the first is closed', async () => {
    const key = await insertKey(db);
    const loan = await lend(key);
    expect(await violatedBy(lend(key))).toBe('loans_one_open_per_key');
    await closeLoan(db, loan);
    expect(await violatedBy(lend(key))).toBe('none');
    expect(
      await violatedBy(
        db.query(
          'UPDATE loans SET returned_at = NULL, return_type = NULL, returned_by = NULL, received_by = NULL WHERE id = $1',
          [loan.id],
        ),
      ),
    ).toBe('loans_one_open_per_key');
  });

  test('the same open loan put in many times at once', async () => {
    const key = await insertKey(db);
    const tried = await Promise.all(Array.from({ length: 8 }, () => violatedBy(lend(key))));
    expect(tried.filter((violated) => violated === 'none')).toHaveLength(1);
  });

  test('a loan that ends before it begins', async () => {
    const loan = await lend(await insertKey(db));
    const returnedAt = new Date(loan.takenAt.getTime() - 1);
    expect(await violatedBy(closeLoan(db, loan, { returnedAt }))).toBe('loans_end_after_start');
  });

  test('a loan that is closed by half', async () => {
    const loan = await lend(await insertKey(db));
    for (const half of [{ returnedBy: null }, { receivedBy: null }, { returnType: null }])
      expect(await violatedBy(closeLoan(db, loan, half))).toBe('loans_closed_whole');
  });

  test('a loan that has a due time but no time from when it is overdue, or the reverse', async () => {
    const loan = await lend(await insertKey(db));
    for (const column of ['due_at', 'grace_until'])
      expect(
        await violatedBy(db.query(`UPDATE loans SET ${column} = NULL WHERE id = $1`, [loan.id])),
      ).toBe('loans_due_whole');
  });

  test('a loan of nobody, or of no key', async () => {
    const key = await insertKey(db);
    const nobody = 'f'.repeat(24);
    const facts = { keyId: key.id, holderId: asha.id, handedBy: guard.id };
    expect(
      await violatedBy(openLoan(db, { ...facts, holderId: nobody, holderName: 'No one' })),
    ).toBe('loans_holder_id_users_id_fk');
    expect(await violatedBy(openLoan(db, { ...facts, keyId: nobody }))).toBe(
      'loans_key_id_keys_id_fk',
    );
  });

  test('an unknown way of coming back', async () => {
    const loan = await lend(await insertKey(db));
    await closeLoan(db, loan);
    expect(
      await violatedBy(
        db.query("UPDATE loans SET return_type = 'thrown' WHERE id = $1", [loan.id]),
      ),
    ).toBe('loans_return_type');
  });

  test('two keys with one number, unless one is deleted', async () => {
    const key = await insertKey(db, { keyNumber: 'Twin-1' });
    expect(await violatedBy(insertKey(db, { keyNumber: 'TWIN-1' }))).toBe('keys_number');
    await db.query('UPDATE keys SET deleted_at = now() WHERE id = $1', [key.id]);
    expect(await violatedBy(insertKey(db, { keyNumber: 'TWIN-1' }))).toBe('none');
  });

  test.each([
    ['users_email', { email: 'TWIN@campus.test' }],
    ['users_faculty_id', { facultyId: 'twin-1' }],
    ['users_identity', { issuer: 'https://twin.test', subject: 'twin' }],
  ])('two people alike in %s, a removed one included', async (constraint, alike) => {
    const twin = {
      email: 'twin@campus.test',
      facultyId: 'TWIN-1',
      issuer: 'https://twin.test',
      subject: 'twin',
    };
    const first = await insertUser(db, twin);
    expect(await violatedBy(insertUser(db, alike))).toBe(constraint);
    await db.query('UPDATE users SET deleted_at = now() WHERE id = $1', [first.id]);
    expect(await violatedBy(insertUser(db, alike))).toBe(constraint);
    await db.query(
      `UPDATE users SET email = id, faculty_id = id, subject = id, erased_at = now() WHERE id = $1`,
      [first.id],
    );
  });

  test.each([
    ['users_erased_are_removed', 'erased_at = now()'],
    ['users_waiting_are_pending', 'waiting_since = now()'],
  ])('a state that cannot be: %s', async (constraint, change) => {
    const { id } = await insertUser(db);
    expect(await violatedBy(db.query(`UPDATE users SET ${change} WHERE id = $1`, [id]))).toBe(
      constraint,
    );
  });

  test('a role that does not exist', async () => {
    expect(
      await violatedBy(db.query("UPDATE users SET role = 'root' WHERE id = $1", [asha.id])),
    ).toBe('users_role');
  });

  test('to forget a person or a key that has a history', async () => {
    const key = await insertKey(db);
    await lend(key);
    expect(await violatedBy(db.query('DELETE FROM keys WHERE id = $1', [key.id]))).toContain('fk');
    expect(await violatedBy(db.query('DELETE FROM users WHERE id = $1', [asha.id]))).toContain(
      'fk',
    );
  });
});
