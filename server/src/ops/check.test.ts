import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findPostmaster } from '@keydesk/embedded-postgres/postmaster';
import { freePort } from '@keydesk/embedded-postgres/server';
import { startEmbeddedPostgres } from '@keydesk/embedded-postgres/start';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshName } from '../../test/database-commands.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../test/test-database.ts';
import { withClient } from '../db/open-client.ts';

const script = fileURLToPath(new URL('../../../scripts/check.mjs', import.meta.url));

/** Calls `npm run check` as an operator would; resolves with its lines by what they are about. */
async function check(variables: Record<string, string>) {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [script], { env: { PATH, HOME, TMPDIR, ...variables } });
  const [said, , [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const lines = [...said.matchAll(/^(\S+(?: \S+)*) {2,}(ok|TO DO|NOT PROVEN) +(.*)$/gm)];
  const found = Object.fromEntries(
    lines.map(([, about = '', state, says]) => [about, `${state}: ${says}`]),
  );
  return { found, code };
}

const slow = 60_000;

describe('with a database of its own', () => {
  let folder: string;
  beforeEach(() => {
    folder = scratchFolder();
    chmodSync(folder, 0o711);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test(
    'before the first start: it can run here, and nothing is made',
    async () => {
      const dataDir = join(folder, 'data');
      const { found, code } = await check({ DATA_DIR: dataDir });
      expect(found).toEqual({
        settings: 'ok: KEYDESK_ENV local, at http://localhost:3000',
        database: expect.stringMatching(/^ok: postgres .* made in .*\/data at first start$/),
        schema: 'ok: empty: the first start makes the tables',
        'time zone': 'ok: Asia/Kolkata',
        'sign-in provider': 'ok: the account chooser of a local instance',
        push: 'ok: browsers allow it at this address',
        mail: expect.stringMatching(/^ok: written to .*\/data\/mail, not sent$/),
      });
      expect(code).toBe(0);
      expect(existsSync(dataDir)).toBe(false);
    },
    slow,
  );

  test(
    'later: it is looked at and does not stay running',
    async () => {
      const server = await startEmbeddedPostgres({ dataDir: folder, throwaway: true });
      await server.stop();
      const { found, code } = await check({ DATA_DIR: folder });
      expect(found).toMatchObject({
        database: expect.stringMatching(/^ok: PostgreSQL \d+/),
        clock: 'ok: agrees with the database',
      });
      expect(code).toBe(0);
      expect(findPostmaster(join(folder, 'postgres'))).toBeNull();
    },
    slow,
  );
});

test(
  'a folder for backups that cannot be used is told, and one that can be is named',
  async () => {
    const folder = scratchFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const backup = async (path: string) =>
      (await check({ DATA_DIR: join(folder, 'data'), BACKUP_DIR: path })).found.backup;
    expect(await backup(join(file, 'backups'))).toBe(
      `TO DO: BACKUP_DIR: ${file}, in which ${file}/backups would be made, is not a directory.`,
    );
    expect(await backup(join(folder, 'backups'))).toBe(
      `ok: each night into ${folder}/backups; the newest 14 are kept`,
    );
    rmSync(folder, { recursive: true });
  },
  slow,
);

describe('with DATABASE_URL', () => {
  let database: TestDatabase;
  let plain: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await withClient(database.url, 'test', async (client) => {
      await client.query(`CREATE ROLE plain_${name} LOGIN PASSWORD 'plain'`);
      await client.query('GRANT USAGE ON SCHEMA drizzle TO PUBLIC');
      await client.query('GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO PUBLIC');
    });
    const url = new URL(database.url);
    url.username = `plain_${name}`;
    url.password = 'plain';
    plain = url.href;
  });
  afterAll(async () => {
    const { username } = new URL(plain);
    await withClient(database.url, 'test', (client) => client.query(`DROP ROLE ${username}`));
    await database.drop();
  });

  const change = (sql: string) => withClient(database.url, 'test', (client) => client.query(sql));

  test(
    'everything in order is a line each and exit code 0',
    async () => {
      const { found, code } = await check({ DATABASE_URL: plain });
      expect(found).toMatchObject({
        database: expect.stringMatching(
          /^ok: PostgreSQL \d+\S* .*at 127\.0\.0\.1:\d+\/\S+, as plain_/,
        ),
        schema: expect.stringMatching(/^ok: current \(\d+\)$/),
        'time zone': expect.stringMatching(/^ok: Asia\/Kolkata, where it is \d\d:\d\d$/),
        clock: 'ok: agrees with the database',
      });
      expect(code).toBe(0);
    },
    slow,
  );

  test(
    'a superuser, a newer schema and a provider that is away say what to do',
    async () => {
      await change(
        "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (repeat('f', 64), 9e15)",
      );
      const host = `127.0.0.1:${await freePort()}`;
      const { found, code } = await check({
        DATABASE_URL: database.url,
        GOOGLE_CLIENT_ID: 'id',
        OIDC_ISSUER: `https://${host}`,
      });
      await change('DELETE FROM drizzle.__drizzle_migrations WHERE created_at = 9e15');
      expect(found).toMatchObject({
        database: expect.stringMatching(/^TO DO: \S+ is a superuser.* NOSUPERUSER/),
        schema: expect.stringMatching(
          /^TO DO: made by a newer Keydesk \(\d+; this one knows \d+\)/,
        ),
        'sign-in provider': expect.stringContaining(
          `TO DO: ${host} cannot be reached (ECONNREFUSED)`,
        ),
      });
      expect(code).toBe(1);
    },
    slow,
  );

  test(
    'an older schema is told, and is no fault',
    async () => {
      const empty = await createEmptyDatabase();
      const { found } = await check({ DATABASE_URL: empty.url });
      expect(found).toMatchObject({ schema: 'ok: empty: the first start makes the tables' });
      await empty.drop();
    },
    slow,
  );

  test(
    'an encoding that cannot hold every name is told',
    async () => {
      const name = freshName('ascii');
      await change(
        `CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
      );
      const url = new URL(plain);
      url.pathname = `/${name}`;
      const { found, code } = await check({ DATABASE_URL: url.href });
      expect(found.database).toMatch(/^TO DO: .* has the encoding SQL_ASCII, .*ENCODING 'UTF8'/);
      expect(code).toBe(1);
      await change(`DROP DATABASE ${name}`);
    },
    slow,
  );

  test(
    'a role that may not make the tables is told',
    async () => {
      const empty = await createEmptyDatabase();
      const url = new URL(plain);
      url.pathname = new URL(empty.url).pathname;
      const { found, code } = await check({ DATABASE_URL: url.href });
      expect(found.schema).toMatch(/^TO DO: the role may not make tables here: .*OWNER TO/);
      expect(code).toBe(1);
      await empty.drop();
    },
    slow,
  );

  test(
    'one that cannot be reached is named without its password',
    async () => {
      const host = `127.0.0.1:${await freePort()}`;
      const { found, code } = await check({ DATABASE_URL: `postgres://me:hush@${host}/keydesk` });
      expect(found.database).toContain(`TO DO: cannot be used: connect ECONNREFUSED ${host}`);
      expect(JSON.stringify(found)).not.toContain('hush');
      expect(code).toBe(1);
    },
    slow,
  );
});

test(
  'the reason that a database gives may end with a full stop, and the line has one',
  async () => {
    const message = 'No connection is left.';
    const fields = Buffer.from(`SFATAL\0VFATAL\0C53300\0M${message}\0\0`);
    const length = Buffer.alloc(4);
    length.writeInt32BE(fields.length + 4);
    const refusal = Buffer.concat([Buffer.from('E'), length, fields]);
    const server = createServer((socket) => socket.once('data', () => socket.end(refusal)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { found } = await check({ DATABASE_URL: `postgres://me@127.0.0.1:${port}/keydesk` });
    server.close();
    expect(found.database).toBe(
      `TO DO: cannot be used: ${message} Look at DATABASE_URL and at the database itself.`,
    );
  },
  slow,
);

test(
  'a role mailbox outside the domains that may sign in is doubted',
  async () => {
    const deployed = {
      KEYDESK_ENV: 'pro',
      PUBLIC_URL: 'https://keys.campus.example',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      SESSION_SECRET: 'x'.repeat(32),
      GOOGLE_HOSTED_DOMAIN: 'campus.example',
      ADMIN_EMAIL: 'admin@elsewhere.example',
      SECURITY_EMAIL: 'security@campus.example',
      OIDC_ISSUER: `https://127.0.0.1:${await freePort()}`,
      DATABASE_URL: `postgres://me@127.0.0.1:${await freePort()}/keydesk`,
    };
    expect((await check(deployed)).found.settings).toBe(
      'TO DO: ADMIN_EMAIL: admin@elsewhere.example can sign in only if Google counts its domain as GOOGLE_HOSTED_DOMAIN, campus.example. If it does, name both domains in SIGN_IN_DOMAINS.',
    );
    const excluded = { ...deployed, SIGN_IN_DOMAINS: 'campus.example' };
    expect((await check(excluded)).found.settings).toBe(
      'TO DO: ADMIN_EMAIL: admin@elsewhere.example cannot sign in, because its domain is not in SIGN_IN_DOMAINS',
    );
    const named = { ...deployed, SIGN_IN_DOMAINS: 'campus.example,elsewhere.example' };
    expect((await check(named)).found.settings).toMatch(/^ok: /);
  },
  slow,
);

test.runIf(process.getuid?.() === 0)(
  'root proves nothing about the account that Keydesk runs as',
  async () => {
    const folder = scratchFolder();
    const { found } = await check({
      KEYDESK_ENV: 'pro',
      PUBLIC_URL: 'https://keys.campus.example',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      SESSION_SECRET: 'x'.repeat(32),
      SIGN_IN_DOMAINS: 'campus.example',
      ADMIN_EMAIL: 'admin@campus.example',
      SECURITY_EMAIL: 'security@campus.example',
      OIDC_ISSUER: `https://127.0.0.1:${await freePort()}`,
      DATABASE_URL: `postgres://me@127.0.0.1:${await freePort()}/keydesk`,
      BACKUP_DIR: folder,
    });
    expect(found).toMatchObject({
      account: expect.stringMatching(/^NOT PROVEN: root/),
      backup: expect.stringMatching(/^NOT PROVEN: root may write/),
    });
    rmSync(folder, { recursive: true });
  },
  slow,
);

test('faulty settings are told as a start would tell them', async () => {
  const { found, code } = await check({ PORT: '99999' });
  expect(found).toEqual({ settings: 'TO DO: PORT: must be a whole number from 1 to 65535' });
  expect(code).toBe(1);
});
