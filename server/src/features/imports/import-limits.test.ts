import { api } from '@keydesk/shared/api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { proofsOf, type TestClient } from '../../../test/test-client.ts';
import { importParts } from '../../platform/db/tables.ts';
import { importRows, newUploadId, upload } from './testing/upload.ts';

let campus: TestApp;
let admin: TestClient;

beforeAll(async () => {
  campus = await startTestApp();
  admin = await campus.person('admin');
});
afterAll(() => campus.close());

const patiently = { timeout: 60_000 };
const heading = 'Key Number,Key Name,Location';

function fileOf(count: number) {
  return [heading, ...Array.from({ length: count }, (_, at) => `K-${at},Room,Floor`)].join('\n');
}

async function keysStored() {
  return (await admin.get(api.listKeys)).data.keys.length;
}

function partsStored() {
  return campus.db.orm.select().from(importParts);
}

describe.each(['keys', 'users'] as const)('a file of %s', (kind) => {
  test('of 8 MB is refused by the slice that makes it too large, and nothing of it is kept', async () => {
    const uploadId = newUploadId();
    const text = 'x'.repeat(50_000);
    let received = 0;
    for (let part = 0; part < 160; part += 1) {
      const body = { uploadId, part, parts: 160, text, dryRun: true };
      const answer = await admin.call(importRows[kind], { body });
      if (answer.status === 200) {
        received += 1;
        continue;
      }
      expect(answer).toMatchObject({
        status: 400,
        body: { message: 'The file is larger than 5 MB. Please split it.' },
      });
      break;
    }
    expect(received).toBe(100);
    expect(await partsStored()).toEqual([]);
  });

  test('with more than 10,000 rows is refused without reading the rest', async () => {
    const key = kind === 'keys' ? 'Key Number' : 'Email';
    const rows = Array.from({ length: 20_000 }, (_, at) => `r${at}`);
    const { status, body } = await upload(admin, kind, [key, ...rows, '"never closed'].join('\n'));
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'The file has more than 10,000 rows. Please split it.',
    });
  });
});

describe('files that are never finished', () => {
  const begin = (who: TestClient, text: string, part = 0) =>
    who.call(api.importKeys, {
      body: { uploadId: newUploadId(), part, parts: 200, text, dryRun: true },
    });

  test('are kept for one person up to 15 MB, however many they begin: then the newest is left', async () => {
    const text = 'é'.repeat(30_000);
    const answers = [];
    for (let round = 0; round < 13; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => begin(admin, text, 7)))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await partsStored()).toHaveLength(10);
    const colleague = await campus.person('admin');
    expect((await begin(colleague, text)).status).toBe(200);
    expect(await partsStored()).toHaveLength(11);
    await campus.db.query("UPDATE import_parts SET created_at = now() - interval '61 min'");
    expect((await begin(admin, text)).status).toBe(200);
    expect(await partsStored()).toHaveLength(1);
  });

  test('are kept up to 600 slices, however small, and the file under way stays whole', async () => {
    await campus.db.orm.delete(importParts);
    const uploadId = newUploadId();
    const own = { uploadId, parts: 2, text: fileOf(1), dryRun: true };
    expect((await admin.call(api.importKeys, { body: { ...own, part: 0 } })).status).toBe(200);
    const slices = Array.from({ length: 600 }, () => ({
      ...{ uploadId: newUploadId(), part: 0, userId: admin.user.id, text: '' },
    }));
    await campus.db.orm.insert(importParts).values(slices);
    const last = await admin.call(api.importKeys, { body: { ...own, part: 1, text: '' } });
    expect(last).toMatchObject({ status: 200, body: { data: { result: { created: 1 } } } });
    expect(await partsStored()).toEqual([]);
  });
});

describe('an import whose caller leaves', () => {
  const openImports = async () => {
    const text = await (await fetch(`${campus.url}/metrics`)).text();
    const count = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(series))
          ?.slice(series.length) ?? 0,
      );
    return {
      open: count('keydesk_long_work_open{kind="import"} '),
      cancelled: count('keydesk_long_work_total{kind="import",outcome="cancelled"} '),
    };
  };

  const send = (text: string) => {
    const leaving = new AbortController();
    const body = { uploadId: newUploadId(), part: 0, parts: 1, text, dryRun: false };
    fetch(`${campus.url}/api${api.importKeys.path}`, {
      method: 'POST',
      headers: { ...proofsOf(admin), origin: campus.url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).catch(() => undefined);
    return () => leaving.abort();
  };

  test('changes nothing, whether it was under way or waited', async () => {
    const blocker = new pg.Client({ connectionString: campus.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE keys IN EXCLUSIVE MODE');
    const leaveRunning = send(fileOf(500));
    await expect.poll(openImports, patiently).toMatchObject({ open: 1 });
    const leaveWaiting = send(fileOf(600));
    await expect.poll(openImports, patiently).toMatchObject({ open: 2 });
    leaveRunning();
    leaveWaiting();
    await expect.poll(openImports, patiently).toMatchObject({ open: 1, cancelled: 1 });
    await blocker.query('COMMIT');
    await blocker.end();
    await expect.poll(openImports, patiently).toEqual({ open: 0, cancelled: 2 });
    expect(await keysStored()).toBe(0);
  });
});
