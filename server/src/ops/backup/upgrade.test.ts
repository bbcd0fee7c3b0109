import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import {
  keyBlocks as blocks,
  keyCategories as categories,
  keyDepartments as departments,
} from '@keydesk/shared/campus/testing/new-campus';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { applyMigrationsInTransaction, migrate, migrationsFolder } from '../../db/migrate.ts';
import { withClient } from '../../db/open-client.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

/** The last schema in which departments, blocks and categories were fixed, and desks unknown. */
const before = 15;

const folder = scratchFolder();
const file = join(folder, 'before.backup');
const old: TestDatabase[] = [];
/** The rows of the old database, table by table, with the columns that it had. */
let rows: Record<string, Record<string, unknown>[]>;
let columns: Record<string, string[]>;

async function query(url: string, sql: string) {
  return (await withClient(url, 'test', (client) => client.query(sql))).rows;
}

const registering = ['CSE', 'EEE', 'CSE-AIML', 'IoT', 'ECE', 'MECH', 'CIVIL', 'IT'];

function sqlArray(values: readonly string[]): string {
  return `ARRAY[${values.map((value) => `'${value}'`).join(', ')}]`;
}

/** A campus at work: every department, block and category, loans of all kinds, codes in all states. */
const filled = `
  INSERT INTO users (id, email, name, role, issuer, subject, department, faculty_id, deleted_at)
  SELECT 'u' || n, 'person' || n || '@campus.test', 'Person ' || n, 'faculty', 'https://identity.test',
         's' || n, (${sqlArray(registering)})[1 + n % 8], 'FAC' || n,
         CASE WHEN n = 40 THEN now() END
    FROM generate_series(1, 40) AS n;
  INSERT INTO users (id, email, name, role, issuer, subject)
  VALUES ('guard', 'security@campus.test', 'Security Desk', 'security', 'https://identity.test', 'guard'),
         ('admin', 'admin@campus.test', 'Campus Admin', 'admin', 'https://identity.test', 'admin'),
         ('new', 'new@campus.test', 'New Person', 'pending', 'https://identity.test', 'new');
  INSERT INTO keys (id, key_number, key_name, location, department, block, category, frequently_used,
                    version, deleted_at)
  SELECT 'k' || n, 'K-' || n, 'Room ' || n, 'Floor ' || n % 5, (${sqlArray(departments)})[1 + n % 11],
         (${sqlArray(blocks)})[1 + n % 15], (${sqlArray(categories)})[1 + n % 11], n % 7 = 0, n,
         CASE WHEN n > 160 THEN now() END
    FROM generate_series(1, 165) AS n;
  INSERT INTO loans (id, key_id, holder_id, handed_by, taken_at, returned_at, return_type, returned_by,
                     received_by, return_reason)
  SELECT 'l' || n, 'k' || 1 + n % 160, 'u' || 1 + n % 40, 'guard', now() - n * interval '1 hour',
         now() - n * interval '59 minutes',
         (ARRAY['own', 'collected', 'volunteer', 'batch'])[1 + n % 4], 'u' || 1 + n % 39, 'guard',
         CASE WHEN n % 4 = 1 THEN 'Left in the door' END
    FROM generate_series(200, 900) AS n;
  INSERT INTO loans (id, key_id, holder_id, handed_by, taken_at)
  SELECT 'open' || n, 'k' || n, 'u' || n, 'guard', now() - n * interval '3 hours'
    FROM generate_series(1, 25) AS n;
  INSERT INTO sessions (id, user_id, cookie_hash, bearer_hash)
  SELECT 's' || n, 'u' || n, sha256(('c' || n)::bytea), sha256(('b' || n)::bytea)
    FROM generate_series(1, 30) AS n;
  INSERT INTO codes (id, type, secret_hash, key_ids, user_id, session_id, issued_at, expires_at, used_at,
                     used_by, voided_at, result)
  SELECT 'c' || n, (ARRAY['key-request', 'key-return', 'batch-return'])[1 + n % 3],
         sha256(('secret' || n)::bytea), ARRAY['k' || n, 'k' || n + 1], 'u' || n, 's' || n, now(),
         now() + interval '1 minute', CASE WHEN n % 4 = 1 THEN now() END,
         CASE WHEN n % 4 = 1 THEN 'guard' END, CASE WHEN n % 4 = 2 THEN now() END,
         CASE WHEN n % 4 = 1 THEN '{"success": true}'::jsonb END
    FROM generate_series(1, 30) AS n;
  INSERT INTO notifications (id, user_id, title, message, about_id)
  SELECT 'n' || n, 'u' || n, 'Key Taken', 'You have taken key K-' || n, 'k' || n
    FROM generate_series(1, 30) AS n;
  INSERT INTO notifications (id, user_id, title, message, type)
  VALUES ('w1', 'admin', 'Registration waiting', 'A person has registered: P (Person7@campus.test). Accept or decline them in Manage Users.', 'system_alert'),
         ('w2', 'admin', 'Gate Alert', 'Somebody is at the gate.', 'general'),
         ('w3', 'admin', 'Key Reminder', 'You still have a key.', 'general'),
         ('w4', 'admin', 'Words of the day', 'Good morning.', 'general');
  INSERT INTO audit_events (action, actor_id, subject_id, key_id, loan_id, method)
  SELECT 'hand-out', 'guard', 'u' || n, 'k' || n, 'open' || n, 'code' FROM generate_series(1, 25) AS n;
  INSERT INTO sign_ins (user_id) SELECT 'u' || n FROM generate_series(1, 30) AS n;`;

beforeAll(async () => {
  const database = await createEmptyDatabase();
  old.push(database);
  const known = readMigrationFiles({ migrationsFolder });
  await withClient(database.url, 'test', (client) =>
    applyMigrationsInTransaction(client, known.slice(0, before)),
  );
  await query(database.url, filled);
  columns = await columnsOf(database.url);
  rows = await rowsOf(database.url);
  await backup(database.url, file);
});
afterAll(async () => {
  for (const database of old) await database.drop();
  rmSync(folder, { recursive: true });
});

async function columnsOf(url: string): Promise<Record<string, string[]>> {
  const found = await query(
    url,
    `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
       FROM information_schema.columns
      WHERE table_schema = 'public'
        AND table_name NOT IN ('import_parts', -- dropped since
                               'audit_chain') -- has a row for each chain since
      GROUP BY table_name`,
  );
  return Object.fromEntries(found.map((table) => [table.name, table.columns]));
}

/** What the old columns hold now, in an order of its own. */
async function rowsOf(url: string): Promise<typeof rows> {
  const found: typeof rows = {};
  for (const [name, names] of Object.entries(columns)) {
    const list = names.map((column) => `"${column}"`).join(', ');
    found[name] = await query(url, `SELECT ${list} FROM "${name}" ORDER BY 1, 2`);
  }
  return found;
}

const waysUp: [string, () => Promise<string>][] = [
  [
    'restored from a backup',
    async () => {
      const target = await createEmptyDatabase();
      old.push(target);
      await restore(target.url, file, { replace: false });
      return target.url;
    },
  ],
  ['migrated by a start', async () => old[0]?.url ?? ''],
];

describe.each(waysUp)('a database from before desks, %s,', (_, reach) => {
  let url: string;
  beforeAll(async () => {
    url = await reach();
    await migrate(url);
  });

  test('still holds every row as it was', async () => {
    expect(rows.keys).toHaveLength(165);
    expect(rows.loans).toHaveLength(726);
    // Only what is recorded of a message is new, the person whom it is about.
    const notifications = rows.notifications?.map((row) =>
      row.id === 'w1' ? { ...row, about_id: 'u7' } : row,
    );
    // A restore adds one there: that messages wait.
    expect({ ...(await rowsOf(url)), installation: [] }).toEqual({ ...rows, notifications });
  });

  test('knows by their titles which messages those from before are, and whom they are about', async () => {
    const told = await query(
      url,
      `SELECT DISTINCT title, message IS NOT NULL AS worded, template,
              CASE WHEN id = 'w1' THEN about_id END AS about
         FROM notifications ORDER BY title`,
    );
    expect(told).toEqual([
      { title: 'Gate Alert', worded: true, template: 'codes-refused', about: null },
      { title: 'Key Reminder', worded: true, template: 'overdue', about: null },
      { title: 'Key Taken', worded: true, template: 'key-taken', about: null },
      {
        title: 'Registration waiting',
        worded: true,
        template: 'registration-waiting',
        about: 'u7',
      },
      { title: 'Words of the day', worded: true, template: null, about: null },
    ]);
  });

  test('has lists with everything that its keys and people refer to', async () => {
    const codes = async (table: string, condition = 'true') =>
      (await query(url, `SELECT code FROM ${table} WHERE ${condition} ORDER BY position`)).map(
        ({ code }) => code,
      );
    expect(await codes('departments', 'lends')).toEqual(departments);
    expect(await codes('departments', 'registers')).toEqual(registering);
    expect(await codes('blocks')).toEqual(blocks);
    expect(await codes('categories')).toEqual(categories);
    expect(await query(url, 'SELECT FROM desks')).toEqual([]);
  });

  test('knows of nobody how they were identified, and checks no tags', async () => {
    expect(
      await query(
        url,
        `SELECT count(*)::int AS loans, count(identified_by)::int AS identified,
                count(desk_id)::int AS at_desks, count(*) FILTER (WHERE tag_checked_out)::int AS tagged
           FROM loans`,
      ),
    ).toEqual([{ loans: 726, identified: 0, at_desks: 0, tagged: 0 }]);
    expect(await query(url, 'SELECT FROM keys WHERE tag_check OR hook IS NOT NULL')).toEqual([]);
  });
});
