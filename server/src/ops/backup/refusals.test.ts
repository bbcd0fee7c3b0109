import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRows } from '../../../test/database-state.ts';
import { giveKey } from '../../../test/handovers.ts';
import { startTestApp } from '../../../test/test-app.ts';
import { campusOfTest } from '../../../test/test-campus.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/test-database.ts';
import { withClient } from '../../db/open-client.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const folder = scratchFolder();
const file = join(folder, 'campus.backup');
const wrong = join(folder, 'wrong.backup');

let whole: Buffer;
let existing: TestDatabase;

beforeAll(async () => {
  const campus = await startTestApp();
  const guard = await campus.person('security');
  const asha = await campus.person();
  for (let count = 0; count < 5; count += 1) await giveKey(guard, asha, (await campus.key()).id);
  await backup(campus.databaseUrl, file);
  await campus.close();
  whole = readFileSync(file);
  existing = await createTestDatabase();
  await withClient(existing.url, 'test', (client) =>
    client.query(`INSERT INTO installation VALUES ('kept', 'as it was')`),
  );
});
afterAll(async () => {
  await existing.drop();
  rmSync(folder, { recursive: true });
});

function rowsOf(url: string) {
  return withClient(url, 'test', allRows);
}

/** Restores these bytes over a database with data, and expects a refusal that changes nothing. */
async function expectRefused(bytes: Buffer, reason: string | RegExp) {
  const before = await rowsOf(existing.url);
  writeFileSync(wrong, bytes);
  await expect(restore(existing.url, wrong, { replace: true })).rejects.toThrow(reason);
  expect(await rowsOf(existing.url)).toEqual(before);
}

describe('a damaged backup is refused before anything is touched', () => {
  const changed = (at: number): Buffer => {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
    return bytes;
  };

  test('wherever a bit has flipped', async () => {
    const places = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((share) =>
      Math.floor(whole.length * share),
    );
    for (const at of [...places, whole.length - 8, whole.length - 1])
      await expectRefused(changed(at), /damaged|not a Keydesk backup/);
  });

  test('wherever it ends too early', async () => {
    for (const share of [0.1, 0.5, 0.95]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      await expectRefused(cut, 'cut short');
    }
    await expectRefused(whole.subarray(0, whole.length - 1), 'damaged');
  });

  test('when something follows its end', async () => {
    for (const more of [Buffer.from('more'), gzipSync('more'), Buffer.alloc(600)])
      await expectRefused(Buffer.concat([whole, more]), /damaged|not a Keydesk backup/);
  });

  test('when a value was changed inside a well-formed file', async () => {
    const text = gunzipSync(whole).toString('utf8');
    const edited = text.replace('@campus.test', '@campus.evil');
    expect(edited).not.toBe(text);
    await expectRefused(gzipSync(edited), 'its checksum does not match');
  });

  test('when whole lines are missing', async () => {
    const lines = gunzipSync(whole).toString('utf8').split('\n');
    await expectRefused(gzipSync(lines.slice(0, -2).join('\n')), 'damaged');
    const users = lines.indexOf('{"table":"users"}');
    await expectRefused(gzipSync(lines.toSpliced(users, 1).join('\n')), 'damaged');
  });
});

test('data that break a rule of the schema are refused in the middle, and nothing of them stays', async () => {
  const text = gunzipSync(whole).toString('utf8');
  const section = '{"table":"loans"}\n';
  const begin = text.indexOf(section) + section.length;
  const [id = '', , ...cells] = text.slice(begin, text.indexOf('\n', begin)).split('\t');
  const end = text.lastIndexOf('{"rows"');
  const body = [
    text.slice(0, begin),
    [id, 'no-such-key', ...cells].join('\t'),
    text.slice(text.indexOf('\n', begin), end),
  ].join('');
  const trailer = JSON.parse(text.slice(end));
  const sha256 = createHash('sha256').update(body).digest('hex');
  const bytes = gzipSync(`${body}${JSON.stringify({ ...trailer, sha256 })}\n`);
  await expectRefused(bytes, 'violates foreign key constraint');
});

describe('a file that is no backup of a kind that is known is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('INSERT INTO keys …')],
    ['another compressed file', gzipSync('{"keys":[]}\n')],
    ['noise behind a gzip header', gzipSync(Buffer.alloc(2_000_000, 'x'))],
  ])('%s', async (_, bytes) => {
    await expectRefused(bytes, 'not a Keydesk backup');
  });

  test('a later format', async () => {
    const text = gunzipSync(whole).toString('utf8');
    await expectRefused(gzipSync(text.replace('"version":1', '"version":2')), 'has format 2');
  });

  test('a file that is not there', async () => {
    const gone = join(folder, 'gone.backup');
    await expect(restore(existing.url, gone, { replace: true })).rejects.toThrow('ENOENT');
  });
});

describe('a database that has something to lose is left alone', () => {
  test('data are given up only on demand', async () => {
    const target = await createTestDatabase();
    await withClient(target.url, 'test', (client) =>
      client.query(`INSERT INTO installation VALUES ('old', 'gone afterwards')`),
    );
    const before = await rowsOf(target.url);
    await expect(restore(target.url, file, { replace: false })).rejects.toThrow('Add --replace');
    expect(await rowsOf(target.url)).toEqual(before);
    await restore(target.url, file, { replace: true });
    const after = await rowsOf(target.url);
    expect(after.installation?.join()).not.toContain('gone afterwards');
    expect(after.loans).toHaveLength(5);
    await target.drop();
  });

  test('tables of something else are never given up', async () => {
    const target = await createEmptyDatabase();
    await withClient(target.url, 'test', (client) =>
      client.query(`CREATE TABLE payroll AS SELECT 1 AS row`),
    );
    await expect(restore(target.url, file, { replace: true })).rejects.toThrow('not Keydesk’s');
    expect(await rowsOf(target.url)).toEqual({ payroll: ['(1)'] });
    await target.drop();
  });

  test('an application that runs on it is not pulled from under its users', async () => {
    const campus = await campusOfTest();
    await campus.key();
    const { keys } = await rowsOf(campus.databaseUrl);
    await expect(restore(campus.databaseUrl, file, { replace: true })).rejects.toThrow(
      /Keydesk is running on this database .* Stop it first/,
    );
    expect((await rowsOf(campus.databaseUrl)).keys).toEqual(keys);
  });
});
