import { api } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { campusPerTest } from '../../../test/test-campus.ts';
import { proofsOf, type TestClient } from '../../../test/test-client.ts';

const campus = campusPerTest();
const admin = campus.resident('admin');
const left: AbortController[] = [];

beforeEach(async () => {
  await campus.db.query(
    `INSERT INTO keys (id, key_number, key_name, location, department)
     SELECT 'f' || lpad(to_hex(n), 23, '0'), 'MANY-' || n, 'Room', 'Block A', 'CSE'
       FROM generate_series(1, 2000) n`,
  );
});
afterEach(() => {
  for (const caller of left.splice(0)) caller.abort();
});

const patiently = { timeout: 60_000 };

/** Asks for a file; `leave` closes the connection, as a closed tab does. */
function ask(visitor: TestClient, { method, path }: Route, body?: object) {
  const leaving = new AbortController();
  left.push(leaving);
  const answer = fetch(`${campus.url}/api${path}`, {
    method,
    headers: {
      ...proofsOf(visitor),
      ...(body ? { origin: campus.url, 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: leaving.signal,
  });
  answer.catch(() => undefined);
  return { answer, leave: () => leaving.abort() };
}

function allTags(visitor = admin) {
  return ask(visitor, api.keyTags, {});
}

function oneTag(visitor = admin) {
  return ask(visitor, api.keyTags, { keyIds: [`f${'1'.padStart(23, '0')}`] });
}

function report(visitor = admin) {
  return ask(visitor, api.reportsPdf);
}

async function metric(series: string): Promise<number> {
  const text = await (await fetch(`${campus.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

function openTags() {
  return metric('keydesk_long_work_open{kind="tags"}');
}

function openReports() {
  return metric('keydesk_long_work_open{kind="report"}');
}

function reportsThatWere(outcome: string) {
  return metric(`keydesk_long_work_total{kind="report",outcome="${outcome}"}`);
}

function tagsThatWere(outcome: string) {
  return metric(`keydesk_long_work_total{kind="tags",outcome="${outcome}"}`);
}

/** Printing takes its time on a machine under load. */
const slow = 90_000;

test(
  'tags that nobody waits for any more are not printed, and a report need not wait for them',
  async () => {
    const jobs = [allTags(), allTags(), allTags()];
    await expect.poll(openTags, patiently).toBe(3);
    for (const job of jobs) job.leave();
    await expect.poll(openTags, patiently).toBe(0);
    expect((await report().answer).status).toBe(200);
    expect(await tagsThatWere('cancelled')).toBe(3);
    expect(await tagsThatWere('done')).toBe(0);
  },
  slow,
);

test(
  'a report that nobody waits for any more is not printed',
  async () => {
    const running = allTags();
    await expect.poll(openTags, patiently).toBe(1);
    const left = report();
    await expect.poll(openReports, patiently).toBe(1);
    left.leave();
    await expect.poll(openReports, patiently).toBe(0);
    running.leave();
    await expect.poll(openTags, patiently).toBe(0);
    expect(await reportsThatWere('cancelled')).toBe(1);
    expect(await reportsThatWere('done')).toBe(0);
  },
  slow,
);

test(
  'a report is printed before tags that were asked for earlier',
  async () => {
    const running = allTags();
    await expect.poll(openTags, patiently).toBe(1);
    const tags = oneTag();
    await expect.poll(openTags, patiently).toBe(2);
    const answered: string[] = [];
    const both = [
      tags.answer.then(() => answered.push('tags')),
      report().answer.then(() => answered.push('report')),
    ];
    await expect.poll(openReports, patiently).toBe(1);
    running.leave();
    await Promise.all(both);
    expect(answered).toEqual(['report', 'tags']);
  },
  slow,
);

test('one person’s fourth file is refused, and another person’s is not', async () => {
  for (let count = 0; count < 3; count += 1) allTags();
  await expect.poll(openTags, patiently).toBe(3);
  for (const { answer } of [oneTag(), report()]) {
    const refused = await answer;
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toMatchObject({
      success: false,
      message: 'Three of your files are still being processed. Wait until one is finished.',
      error: { code: 'TOO_MANY_FILES' },
    });
  }
  allTags(await campus.person('admin'));
  await expect.poll(openTags, patiently).toBe(4);
});

test('the twenty-first file is refused, whoever asks', async () => {
  for (let count = 0; count < 20; count += 1) allTags(await campus.person('admin'));
  await expect.poll(openTags, patiently).toBe(20);
  const refused = await report(await campus.person('admin')).answer;
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(await refused.json()).toMatchObject({
    message: 'The server is processing many other files. Try again in a moment.',
    error: { code: 'BUSY_WITH_FILES' },
  });
});
