import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addRuleAbout } from '../../../test/access-rules.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { Database } from '../../platform/db/client.ts';
import { createRuleCache } from './rule-cache.ts';

let campus: TestApp;
beforeAll(async () => {
  campus = await startTestApp();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => campus.close());

async function addRule() {
  const [admin, key] = [await campus.person('admin'), await campus.key()];
  await addRuleAbout(campus.db, { keyId: key.id, by: admin.user.id });
}

/** The database, whose answers arrive once `deliver` is called. */
function slowDatabase() {
  const [composed, delivered] = [withResolver(), withResolver()];
  const query = async (...asked: Parameters<Database['query']>) => {
    const answer = await campus.db.query(...asked);
    composed.resolve();
    await delivered.promise;
    return answer;
  };
  const db = { query } as unknown as Database;
  return { db, composed: composed.promise, deliver: delivered.resolve };
}

function withResolver() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

test('whoever knows of a change is not given the rules from before it', async () => {
  const { db, composed, deliver } = slowDatabase();
  const cache = createRuleCache(db);
  const before = cache.refresh();
  await composed;
  await addRule();
  const { rows } = await campus.db.query<{ version: number }>('SELECT version FROM access_version');
  const version = rows[0]?.version ?? 0;
  const after = cache.refresh(version);
  deliver();
  expect((await before).version).toBeLessThan(version);
  expect((await after).version).toBe(version);
});

test('what was read a minute ago is not known any more, since people and places get other names', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const cache = createRuleCache(campus.db);
  await cache.refresh();
  expect(cache.known()).not.toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(cache.known()).toBeNull();
});

test('after a fail-over nothing is known until the rules are read again', async () => {
  const cache = createRuleCache(campus.db);
  await cache.refresh();
  expect(cache.known()).not.toBeNull();
  cache.forget();
  expect(cache.known()).toBeNull();
  await cache.refresh();
  expect(cache.known()).not.toBeNull();
});
