import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Campus, openCampus } from '../../../test/campus.ts';
import { sessions } from '../../db/tables.ts';
import { watchSessionActivity } from './session-activity.ts';

let campus: Campus;

beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

const minute = 60_000;

/** A session that was used last an hour ago, and the minutes since its use as stored. */
const idleSession = async () => {
  const { secrets } = await campus.person();
  const where = eq(sessions.id, secrets.sessionId);
  const anHourAgo = new Date(Date.now() - 60 * minute);
  await campus.db.orm.update(sessions).set({ lastActiveAt: anHourAgo }).where(where);
  const idleMinutes = async () => {
    const [row] = await campus.db.orm.select().from(sessions).where(where);
    return Math.round((Date.now() - (row?.lastActiveAt.getTime() ?? 0)) / minute);
  };
  return { id: secrets.sessionId, idleMinutes };
};

const activityAt = (clock: () => number) =>
  watchSessionActivity(campus.db, campus.app.log as FastifyBaseLogger, clock);

test('a use is stored, and further ones after a minute', async () => {
  let now = 10 * minute;
  const activity = activityAt(() => now);
  const { id, idleMinutes } = await idleSession();
  activity.used(id);
  now += 20 * minute;
  await activity.store();
  expect(await idleMinutes()).toBe(20);
  activity.used(id);
  now += minute / 2;
  await activity.store();
  expect(await idleMinutes()).toBe(20);
  now += minute / 2;
  await activity.store();
  expect(await idleMinutes()).toBe(1);
});

test('an older use never displaces a newer one of another process', async () => {
  let now = 10 * minute;
  const activity = activityAt(() => now);
  const { id, idleMinutes } = await idleSession();
  activity.used(id);
  now += 90 * minute;
  await activity.store();
  expect(await idleMinutes()).toBe(60);
});

test('stopping stores what is not stored yet', async () => {
  let now = 10 * minute;
  const activity = activityAt(() => now);
  const { id, idleMinutes } = await idleSession();
  activity.used(id);
  await activity.store();
  now += minute / 4;
  activity.used(id);
  await activity.stop();
  expect(await idleMinutes()).toBe(0);
});
