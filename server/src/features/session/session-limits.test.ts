import { api } from '@keydesk/shared/api';
import type { SecuritySettings } from '@keydesk/shared/campus/settings';
import type { Route } from '@keydesk/shared/http/route';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { requestCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { checkAuth, reachCallback, sessionCookieName, signIn } from '../../../test/sign-in.ts';
import type { AppInstance } from '../../../test/test-app.ts';
import { controlIntervals, testCampus } from '../../../test/test-campus.ts';
import { type CallOptions, TestClient } from '../../../test/test-client.ts';
import { auditEvents, codes, sessions } from '../../db/schema.ts';
import { openSession } from './sessions.ts';

controlIntervals();
const campus = testCampus();
const second = campus.secondProcess();

const minuteMs = 60_000;

async function limitSessions(changes: Partial<SecuritySettings['sessionSettings']>) {
  const admin = await campus.person('admin');
  const sessionSettings = { ...relaxedSettings.sessionSettings, ...changes };
  await admin.get(api.putSecuritySettings, { body: { ...relaxedSettings, sessionSettings } });
}

function changeSession(visitor: TestClient, changes: Partial<typeof sessions.$inferInsert>) {
  return campus.db.orm
    .update(sessions)
    .set(changes)
    .where(eq(sessions.id, visitor.secrets.sessionId));
}

function minutesAgo(minutes: number) {
  return new Date(Date.now() - minutes * minuteMs);
}

async function listStatus(visitor: TestClient) {
  return (await visitor.call(api.listKeys)).status;
}

/** The cookie that a sign-in at this process sets, with its attributes. */
async function newCookieAt(instance: AppInstance) {
  const { browser, url } = await reachCallback(instance.url, 'asha@campus.test');
  const given = (await browser.request(url.href)).headers.getSetCookie();
  return given.find((line) => line.startsWith(sessionCookieName));
}

describe('the maximum session duration', () => {
  test('holds for sessions that live already, in both directions', async () => {
    const asha = await campus.person();
    await changeSession(asha, { createdAt: minutesAgo(90) });
    await limitSessions({ maxSessionDuration: 2 });
    expect(await listStatus(asha)).toBe(200);
    await limitSessions({ maxSessionDuration: 1 });
    expect(await listStatus(asha)).toBe(401);
    await limitSessions({ maxSessionDuration: 2 });
    expect(await listStatus(asha)).toBe(200);
  });

  test('is how long the browser keeps a new session', async () => {
    await limitSessions({ maxSessionDuration: 3 });
    expect(await newCookieAt(campus)).toContain(`; Max-Age=${3 * 3600};`);
  });
});

describe('the session timeout', () => {
  test('ends a session that was idle for longer, and its live connections', async () => {
    await limitSessions({ sessionTimeout: 5 });
    const [idle, busy] = [await campus.person(), await campus.person()];
    await changeSession(idle, { lastActiveAt: minutesAgo(4) });
    await changeSession(busy, { lastActiveAt: minutesAgo(4) });
    const [over, active] = [await openPage(idle), await openPage(busy)];
    await changeSession(idle, { lastActiveAt: minutesAgo(6) });
    expect(await listStatus(idle)).toBe(401);
    expect(await listStatus(busy)).toBe(200);
    vi.advanceTimersByTime(4_000);
    expect(await over.ended).toBe('io server disconnect');
    expect(active.socket.connected).toBe(true);
  });

  const lastActive = async ({ secrets }: TestClient) => {
    const [row] = await campus.db.orm
      .select()
      .from(sessions)
      .where(eq(sessions.id, secrets.sessionId));
    return row?.lastActiveAt.getTime() ?? 0;
  };

  test.each<[string, Route, CallOptions]>([
    ['reading notifications', api.listNotifications, {}],
    ['asking who is signed in', api.checkAuth, {}],
    ['a call that says it is a poll', api.listKeys, { headers: { 'x-keydesk-poll': '1' } }],
  ])('is not put off by %s', async (_what, route, options) => {
    const [polling, working] = [await campus.person(), await campus.person()];
    const before = minutesAgo(3);
    for (const visitor of [polling, working])
      await changeSession(visitor, { lastActiveAt: before });
    await polling.get(route, options);
    await working.get(api.myTakenKeys);
    await vi.waitFor(
      async () => expect(await lastActive(working)).toBeGreaterThan(before.getTime()),
      60_000,
    );
    expect(await lastActive(polling)).toBe(before.getTime());
  });

  test('is not put off by a live connection', async () => {
    const [watching, working] = [await campus.person(), await campus.person()];
    const before = minutesAgo(3);
    for (const visitor of [watching, working])
      await changeSession(visitor, { lastActiveAt: before });
    await (await openPage(watching)).join('join-keys-room');
    await working.get(api.myTakenKeys);
    await vi.waitFor(
      async () => expect(await lastActive(working)).toBeGreaterThan(before.getTime()),
      60_000,
    );
    expect(await lastActive(watching)).toBe(before.getTime());
  });
});

describe('the number of sessions at once', () => {
  const again = async (visitor: TestClient) =>
    new TestClient(visitor.url, visitor.user, await openSession(campus.db, visitor.user.id));

  test('is kept at sign-in: the oldest goes, with its codes and its live connections', async () => {
    await limitSessions({ maxConcurrentSessions: 2 });
    const oldest = await campus.person();
    await changeSession(oldest, { createdAt: minutesAgo(2) });
    const newer = await again(oldest);
    const [over, active] = [await openPage(oldest.at(second)), await openPage(newer)];
    const { id } = await campus.key();
    await requestCode(oldest, id);
    const { page, cookie = '' } = await signIn(campus.url, oldest.user.email);
    expect(page).toBe('/login?auth=success');
    expect(await over.ended).toBe('io server disconnect');
    expect(await listStatus(oldest)).toBe(401);
    expect(await listStatus(newer)).toBe(200);
    expect((await checkAuth(campus.url, { cookie })).status).toBe(200);
    await active.caughtUp();
    const [code] = await campus.db.orm.select().from(codes).where(eq(codes.userId, oldest.user.id));
    expect(code?.voidedAt).not.toBeNull();
  });

  test('counts each person for themselves', async () => {
    await limitSessions({ maxConcurrentSessions: 1 });
    const [asha, ravi] = [await campus.person(), await campus.person()];
    await signIn(campus.url, asha.user.email);
    expect(await listStatus(asha)).toBe(401);
    expect(await listStatus(ravi)).toBe(200);
  });

  test('holds when a person signs in at both processes at once', async () => {
    await limitSessions({ maxConcurrentSessions: 2, maxSessionDuration: 7 });
    // The other process follows a moment later.
    await vi.waitFor(
      async () => expect(await newCookieAt(second)).toContain(`; Max-Age=${7 * 3600};`),
      60_000,
    );
    const email = 'many.devices@campus.test';
    const signedIn = await Promise.all(
      Array.from({ length: 6 }, (_, index) => signIn(index % 2 ? second.url : campus.url, email)),
    );
    const statuses = await Promise.all(
      signedIn.map(async ({ cookie = '' }) => (await checkAuth(campus.url, { cookie })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  });

  test('is on record when it ended sessions', async () => {
    await limitSessions({ maxConcurrentSessions: 1 });
    const asha = await campus.person();
    await signIn(campus.url, asha.user.email);
    const events = await listAuditEvents(campus.db, eq(auditEvents.subjectId, asha.user.id));
    expect(events).toMatchObject([{ action: 'sign-in', details: { endedSessions: 1 } }]);
  });
});
