import { count } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/db/client.ts';
import { auditEvents, keys, loans, users } from '../src/db/schema.ts';
import { insertKey } from '../test/factories/keys.ts';
import { insertUser } from '../test/factories/users.ts';
import { openTestDatabase } from '../test/test-database.ts';
import { listDemoAccounts } from './accounts.ts';
import { loadDemoData } from './load-demo-data.ts';

const options = {
  now: new Date('2025-11-19T05:30:00Z'),
  timezone: 'Asia/Kolkata',
  mailboxes: { adminEmail: 'admin@campus.test', securityEmail: 'security@campus.test' },
  issuer: 'https://identity.test',
  subjectOf: (email: string) => `subject of ${email}`,
};

let url: string;
let db: Database;

beforeEach(async () => {
  const own = await openTestDatabase();
  ({ url, db } = own);
  return own.close;
});

async function rowsOf(table: typeof users | typeof keys | typeof loans | typeof auditEvents) {
  const [row] = await db.orm.select({ rows: count() }).from(table);
  return row?.rows;
}

async function stored() {
  return {
    users: await rowsOf(users),
    keys: await rowsOf(keys),
    loans: await rowsOf(loans),
  };
}

test('an empty database receives everything, in versions that count loans, and no audit', async () => {
  const counts = await loadDemoData(db, options);
  expect(counts).toMatchObject({ users: 40, keys: 255 });
  expect(await stored()).toEqual(counts);
  expect(await rowsOf(auditEvents)).toBe(0);
  const { rows } = await db.query(`
    SELECT k.key_number FROM keys k LEFT JOIN loans l ON l.key_id = k.id GROUP BY k.id
    HAVING k.version <> 1 + count(l.id) + count(l.returned_at)`);
  expect(rows).toEqual([]);
});

test('two processes starting at once load it once', async () => {
  const other = openDatabase(url, () => undefined);
  const results = await Promise.all([loadDemoData(db, options), loadDemoData(other, options)]);
  await other.pool.end();
  const [counts, ...more] = results.filter((result) => result !== null);
  expect(more).toEqual([]);
  expect(await stored()).toEqual(counts);
});

test('a database with a person or a key is left as it is', async () => {
  await insertKey(db, { deletedAt: new Date() });
  expect(await loadDemoData(db, options)).toBeNull();
  await db.orm.delete(keys);
  await insertUser(db);
  expect(await loadDemoData(db, options)).toBeNull();
  expect(await stored()).toEqual({ users: 1, keys: 0, loans: 0 });
});

test('a load that fails leaves nothing behind', async () => {
  const failing = loadDemoData(db, { ...options, subjectOf: () => 'the same for all' });
  await expect(failing).rejects.toThrow();
  expect(await stored()).toEqual({ users: 0, keys: 0, loans: 0 });
});

test('the chooser offers the fixed accounts first, then every other role, then faculty', async () => {
  await loadDemoData(db, options);
  const accounts = await listDemoAccounts(db);
  expect(accounts).toHaveLength(12);
  expect(accounts.slice(0, 7)).toEqual([
    { email: 'admin@campus.test', name: 'Campus Admin', role: 'Admin' },
    { email: 'security@campus.test', name: 'Security Desk', role: 'Security' },
    { email: 'asha.rao@campus.test', name: 'Asha Rao', role: 'Faculty' },
    { email: 'new.faculty@campus.test', name: 'New Faculty', role: 'Not registered yet' },
    { email: 'ramesh.gurung@campus.test', name: 'Ramesh Gurung', role: 'Security' },
    { email: 'operator@campus.test', name: 'Sarita Kamble', role: 'Operator' },
    { email: 'responder@campus.test', name: 'Grace Dsouza', role: 'Responder' },
  ]);
  const names = accounts.slice(7).map(({ name }) => name);
  expect(names).toEqual([...names].sort());
});
