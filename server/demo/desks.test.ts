import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/db/client.ts';
import { openTestDatabase } from '../test/test-database.ts';
import { demoCardText, demoPin } from './desks.ts';
import { demoHashes } from './hashes.ts';
import { loadDemoData } from './load-demo-data.ts';

let db: Database;

beforeAll(async () => {
  const own = await openTestDatabase();
  db = own.db;
  await loadDemoData(db, {
    now: new Date('2025-11-19T05:30:00Z'),
    timezone: 'Asia/Kolkata',
    mailboxes: { adminEmail: 'admin@campus.test', securityEmail: 'security@campus.test' },
    issuer: 'https://identity.test',
    subjectOf: (email) => `subject of ${email}`,
    withDesks: 'several',
  });
  return own.close;
});

async function rows(sql: string, values: unknown[] = []) {
  return (await db.query(sql, values)).rows;
}

test('every key hangs on a hook of its own at one of two desks', async () => {
  expect(await rows('SELECT name FROM desks ORDER BY position')).toEqual([
    { name: 'Main Desk' },
    { name: 'North Desk' },
  ]);
  const hooks = await rows(
    'SELECT count(*)::int AS keys, count(DISTINCT (desk_id, hook))::int AS hooks FROM keys',
  );
  expect(hooks).toEqual([{ keys: 255, hooks: 255 }]);
  expect(await rows('SELECT FROM keys WHERE char_length(hook) > 30')).toEqual([]);
  const [least] = await rows(
    'SELECT min(n)::int AS n FROM (SELECT count(*) AS n FROM keys GROUP BY desk_id) AS d',
  );
  expect(least?.n).toBeGreaterThan(20);
});

test('three guards work beside the mailbox of the desk, and one has a PIN', async () => {
  const guards = await rows(
    `SELECT u.email, p.hash FROM users u LEFT JOIN duty_pins p ON p.user_id = u.id
      WHERE u.role = 'security' ORDER BY u.email`,
  );
  expect(guards.map(({ email }) => email)).toEqual([
    'anita.thapa@campus.test',
    'bhola.rai@campus.test',
    'ramesh.gurung@campus.test',
    'security@campus.test',
  ]);
  expect(guards.filter(({ hash }) => hash !== null)).toEqual([
    { email: demoPin.email, hash: expect.stringMatching(/^scrypt\$16384\$[\w-]{22}\$[\w-]{43}$/) },
  ]);
});

test('ten people have ID cards, of which only hashes are kept', async () => {
  const cards = await rows(
    `SELECT u.faculty_id AS "facultyId", c.card_hash AS hash
       FROM person_cards c JOIN users u ON u.id = c.user_id ORDER BY u.faculty_id`,
  );
  expect(cards).toHaveLength(10);
  const { hashCard } = demoHashes(db);
  for (const { facultyId, hash } of cards)
    expect(hash).toEqual(await hashCard(demoCardText(facultyId)));
});

test('the loans of the past were handed over where their keys hang', async () => {
  expect(
    await rows(
      `SELECT FROM loans l JOIN keys k ON k.id = l.key_id
        WHERE l.desk_id IS DISTINCT FROM k.desk_id
           OR l.return_desk_id IS DISTINCT FROM CASE WHEN l.returned_at IS NOT NULL THEN k.desk_id END`,
    ),
  ).toEqual([]);
});
