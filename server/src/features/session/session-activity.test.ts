import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { testCampus } from '../../../test/test-campus.ts';
import { sessions } from '../../db/schema.ts';
import { createSessionActivityTracker } from './session-activity.ts';

const campus = testCampus();

const minute = 60_000;

/** A session last used an hour ago, and how many minutes ago its stored use was. */
async function idleSession() {
  const { secrets } = await campus.person();
  const where = eq(sessions.id, secrets.sessionId);
  const anHourAgo = new Date(Date.now() - 60 * minute);
  await campus.db.orm.update(sessions).set({ lastActiveAt: anHourAgo }).where(where);
  const idleMinutes = async () => {
    const [row] = await campus.db.orm.select().from(sessions).where(where);
    return Math.round((Date.now() - (row?.lastActiveAt.getTime() ?? 0)) / minute);
  };
  return { id: secrets.sessionId, idleMinutes };
}

function activityAt(clock: () => number) {
  return createSessionActivityTracker(campus.db, campus.app.log as FastifyBaseLogger, clock);
}

test('a use is stored, and further ones after a minute', async () => {
  let now = 10 * minute;
  const activity = activityAt(() => now);
  const { id, idleMinutes } = await idleSession();
  activity.touch(id);
  now += 20 * minute;
  await activity.flush();
  expect(await idleMinutes()).toBe(20);
  activity.touch(id);
  now += minute / 2;
  await activity.flush();
  expect(await idleMinutes()).toBe(20);
  now += minute / 2;
  await activity.flush();
  expect(await idleMinutes()).toBe(1);
});

test('an older use never displaces a newer one of another process', async () => {
  let now = 10 * minute;
  const activity = activityAt(() => now);
  const { id, idleMinutes } = await idleSession();
  activity.touch(id);
  now += 90 * minute;
  await activity.flush();
  expect(await idleMinutes()).toBe(60);
});

test('stopping stores what is not stored yet', async () => {
  let now = 10 * minute;
  const activity = activityAt(() => now);
  const { id, idleMinutes } = await idleSession();
  activity.touch(id);
  await activity.flush();
  now += minute / 4;
  activity.touch(id);
  await activity.stop();
  expect(await idleMinutes()).toBe(0);
});
