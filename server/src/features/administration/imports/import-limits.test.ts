import { api } from '@keydesk/shared/api';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { testCampus } from '../../../../test/test-campus.ts';
import { proofsOf } from '../../../../test/test-client.ts';
import { upload } from './testing/upload.ts';

const campus = testCampus();
const admin = campus.resident('admin');

const patiently = { timeout: 60_000 };
const heading = 'Key Number,Key Name,Location,Department,Block,Category';

function fileOf(count: number) {
  return [
    heading,
    ...Array.from({ length: count }, (_, at) => `K-${at},Room,Floor,CSE,A,lab`),
  ].join('\n');
}

async function keysStored() {
  return (await admin.get(api.listKeys)).data.keys.length;
}

describe.each(['keys', 'users'] as const)('a file of %s', (kind) => {
  test('of more than 5 MB is refused', async () => {
    const { status, body } = await upload(admin, kind, 'é'.repeat(2_500_001), { dryRun: true });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'The file is larger than 5 MB. Split it.',
    });
  });

  test('with more than 10,000 rows is refused without reading the rest', async () => {
    const key = kind === 'keys' ? 'Key Number' : 'Email';
    const rows = Array.from({ length: 20_000 }, (_, at) => `r${at}`);
    const { status, body } = await upload(admin, kind, [key, ...rows, '"never closed'].join('\n'));
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'The file has more than 10,000 rows. Split it.',
    });
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
    const body = { text, dryRun: false };
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
