import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@keydesk/embedded-postgres/server';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startApp } from '../../test/faults/app-process.ts';
import { createEmptyDatabase, createTestDatabase } from '../../test/test-database.ts';
import { gurmukhi } from '../core/files/testing/gurmukhi.ts';
import { withClient } from '../db/open-client.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Everything that the real program says when it does not start. */
async function refusalOf(variables: Record<string, string>, port?: number): Promise<string[]> {
  const app = startApp(port ?? (await freePort()), {
    DATA_DIR: join(folder, 'data'),
    ...variables,
  });
  await expect(app.ready).rejects.toThrow('It ended');
  return app.complaints;
}

function fileWith(text: string): string {
  const path = join(folder, 'about.json');
  writeFileSync(path, text);
  return path;
}

test('faulty settings are named together, one line each, and nothing is made', async () => {
  const variables = {
    PORT: '99999',
    QR_VALIDITY_SECONDS: '5',
    DATABASE_URL: 'mysql://me:hush@db/x',
  };
  expect(await refusalOf(variables)).toEqual([
    'PORT: must be a whole number from 1 to 65535',
    expect.stringMatching(/^DATABASE_URL: must begin with postgres:\/\/, not mysql:\/\/; /),
    'QR_VALIDITY_SECONDS: must be a whole number from 10 to 3600',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('an installation that does not say who may sign in does not start', async () => {
  const deployed = {
    KEYDESK_ENV: 'pro',
    PUBLIC_URL: 'https://keys.campus.example',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    SESSION_SECRET: 'x'.repeat(32),
    ADMIN_EMAIL: 'admin@campus.example',
    SECURITY_EMAIL: 'security@campus.example',
  };
  const complaints = await refusalOf(deployed);
  expect(complaints.map((line) => JSON.parse(line).msg)).toEqual([
    'SIGN_IN_DOMAINS: is required when KEYDESK_ENV is pro without GOOGLE_HOSTED_DOMAIN; * admits everyone',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a port that is taken is told before a database is made', async () => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  expect(await refusalOf({}, port)).toEqual([
    `PORT: ${port} is already in use on 127.0.0.1. End the program that uses it, or set PORT to another one.`,
  ]);
  expect(readdirSync(folder)).toEqual([]);
  await new Promise((resolve) => other.close(resolve));
});

describe('a DATA_DIR of no use is named', () => {
  test('when it is a file', async () => {
    const file = fileWith('');
    expect(await refusalOf({ DATA_DIR: file })).toEqual([`DATA_DIR: ${file} is not a directory.`]);
  });

  test('when it would lie in a file', async () => {
    const file = fileWith('');
    const wanted = join(file, 'data');
    expect(await refusalOf({ DATA_DIR: wanted })).toEqual([
      `DATA_DIR: ${file}, in which ${wanted} would be made, is not a directory.`,
    ]);
  });

  // The superuser may write everywhere.
  test.skipIf(process.getuid?.() === 0)('when this account may not write into it', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    expect(await refusalOf({ DATA_DIR: closed })).toEqual([
      `DATA_DIR: ${closed} is not writable by this account.`,
    ]);
  });
});

describe('an ABOUT_FILE of no use is named', () => {
  test.each([
    ['that is no JSON', '{"project"', /^ABOUT_FILE: \S+about\.json is not JSON: /],
    [
      'that holds something else',
      '{"project":{"title":"Keys","description":""},"team":[{"name":7}]}',
      /^ABOUT_FILE: \S+about\.json does not hold what the About page shows: team\.0\.name: /,
    ],
  ])('%s', async (_which, text, message) => {
    expect(await refusalOf({ ABOUT_FILE: fileWith(text) })).toEqual([
      expect.stringMatching(message),
    ]);
  });

  test('that is not there', async () => {
    const path = join(folder, 'nowhere.json');
    expect(await refusalOf({ ABOUT_FILE: path })).toEqual([`ABOUT_FILE: ${path} does not exist.`]);
  });

  test('that is a directory', async () => {
    expect(await refusalOf({ ABOUT_FILE: folder })).toEqual([
      `ABOUT_FILE: ${folder} is a directory, not a file.`,
    ]);
  });
});

test('each file of PDF_FONTS of no use is named', async () => {
  const missing = join(folder, 'nowhere.ttf');
  const text = fileWith('no font');
  const PDF_FONTS = [missing, folder, gurmukhi.fontFile, text].join(', ');
  expect(await refusalOf({ PDF_FONTS })).toEqual([
    `PDF_FONTS: ${missing} does not exist.`,
    `PDF_FONTS: ${folder} is a directory, not a file.`,
    `PDF_FONTS: ${text} is not a TrueType or OpenType font (.ttf, .otf).`,
  ]);
});

test('an address that is not of this machine is told', async () => {
  expect(await refusalOf({ HOST: '127.0.0.1.invalid', DEMO_SIGN_IN: 'open' })).toEqual([
    'HOST: 127.0.0.1.invalid is not an address of this machine.',
  ]);
});

test('a database of a newer version is refused in one line', async () => {
  const database = await createTestDatabase();
  await withClient(database.url, 'test', (client) =>
    client.query(
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (repeat('f', 64), 9e15)",
    ),
  );
  expect(await refusalOf({ DATABASE_URL: database.url })).toEqual([
    expect.stringMatching(
      /^Keydesk could not start: the database was migrated by a newer Keydesk \(schema \d+; this one knows \d+\)\. Start that version, or restore a backup from before the upgrade\.$/,
    ),
  ]);
  await database.drop();
});

test('a database in which the role may do nothing is refused in one line', async () => {
  const database = await createEmptyDatabase();
  const role = `weak_${new URL(database.url).pathname.slice(1)}`;
  const admin = (sql: string) => withClient(database.url, 'test', (client) => client.query(sql));
  await admin(`CREATE ROLE ${role} LOGIN PASSWORD 'weak'`);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'weak';
  expect(await refusalOf({ DATABASE_URL: url.href })).toEqual([
    expect.stringMatching(/^Keydesk could not start: permission denied for database /),
  ]);
  await admin(`DROP ROLE ${role}`);
  await database.drop();
});
