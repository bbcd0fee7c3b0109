import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db/client.ts';
import { keys, loans, users } from '../../src/platform/db/tables.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { insertKey } from './keys.ts';
import { closeLoan, openLoan } from './loans.ts';
import { insertUser, userRow } from './users.ts';

let own: TestDatabase;
let db: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  db = openDatabase(own.url, () => undefined);
});

afterAll(async () => {
  await db.pool.end();
  await own.drop();
});

test('people and keys are stored as the builders describe them, as many as wanted', async () => {
  const [first, second] = [await insertUser(db), await insertUser(db, { role: 'security' })];
  const key = await insertKey(db, { keyName: 'Physics Lab' });
  await insertKey(db);
  expect(await db.orm.select().from(users).where(eq(users.id, first.id))).toEqual([first]);
  expect(await db.orm.select().from(users).where(eq(users.id, second.id))).toEqual([second]);
  expect(await db.orm.select().from(keys).where(eq(keys.id, key.id))).toEqual([key]);
});

test('only faculty members have a department and a faculty ID', () => {
  expect(userRow().department).not.toBeNull();
  expect(userRow({ role: 'security' })).toMatchObject({ department: null, facultyId: null });
});

test('a loan opens, closes once, and its key may go out again', async () => {
  const [holder, guard, key] = [await insertUser(db), await insertUser(db), await insertKey(db)];
  const parties = { keyId: key.id, holderId: holder.id, handedBy: guard.id };
  const loan = await openLoan(db, parties);
  await expect(openLoan(db, parties)).rejects.toThrow();
  const back = await closeLoan(db, loan, { returnType: 'volunteer', returnedBy: guard.id });
  expect(back).toMatchObject({ returnType: 'volunteer', receivedBy: guard.id });
  const again = await openLoan(db, { ...parties, takenAt: new Date() });
  expect(await db.orm.select().from(loans).where(eq(loans.keyId, key.id))).toEqual(
    expect.arrayContaining([back, again]),
  );
  const [stored] = await db.orm.select().from(keys).where(eq(keys.id, key.id));
  expect(stored?.version).toBe(4);
});
