import { api } from '@keydesk/shared/api';
import { defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { requestCode } from '../../../test/handovers.ts';
import { connectPage } from '../../../test/live-page.ts';
import { checkAuth, proofHeaders, signIn } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { send, TestClient } from '../../../test/test-client.ts';
import { auditEvents, codes, sessions } from '../../db/schema.ts';
import { openSession } from './sessions.ts';

const campus = testCampus();

const clearedCookie = /^keydesk_session=; Max-Age=0; Path=\/; .*HttpOnly; SameSite=Lax$/;

async function sessionOf({ secrets }: TestClient) {
  const [row] = await campus.db.orm
    .select()
    .from(sessions)
    .where(eq(sessions.id, secrets.sessionId));
  return row;
}

test('signing out ends the session for good and clears its cookie', async () => {
  const asha = await campus.person();
  const { status, headers, body } = await asha.call(api.logout);
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, message: 'Logged out successfully' });
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(clearedCookie)]);
  expect(headers.get('clear-site-data')).toBe('"cache"');
  const { cookie, bearer } = asha.secrets;
  expect((await checkAuth(campus.url, { cookie })).status).toBe(401);
  expect((await checkAuth(campus.url, { bearer })).status).toBe(401);
  expect((await sessionOf(asha))?.revokedAt).not.toBeNull();
});

test('signing out voids the codes of the session', async () => {
  const [asha, key] = [await campus.person(), await campus.key()];
  await requestCode(asha, key.id);
  await asha.get(api.logout);
  expect(
    await campus.db.orm.select().from(codes).where(eq(codes.userId, asha.user.id)),
  ).toMatchObject([{ voidedAt: expect.any(Date) }]);
});

test('signing out leaves the person’s other sessions and their codes alone', async () => {
  const [phone, key] = [await campus.person(), await campus.key()];
  const laptop = new TestClient(
    campus.url,
    phone.user,
    await openSession(campus.db, phone.user.id),
  );
  await requestCode(phone, key.id);
  await laptop.get(api.logout);
  expect((await phone.call(api.checkAuth)).status).toBe(200);
  expect(
    await campus.db.orm.select().from(codes).where(eq(codes.userId, phone.user.id)),
  ).toMatchObject([{ voidedAt: null }]);
});

test('signing out works when already signed out', async () => {
  const asha = await campus.person();
  await asha.get(api.logout);
  expect((await asha.call(api.logout)).status).toBe(200);
  const { status, headers } = await send(campus.url, api.logout, {});
  expect(status).toBe(200);
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(clearedCookie)]);
});

test('signing out is written in the audit trail, once', async () => {
  const asha = await campus.person();
  await asha.get(api.logout);
  await asha.get(api.logout);
  expect(await listAuditEvents(campus.db, eq(auditEvents.actorId, asha.user.id))).toMatchObject([
    { action: 'sign-out', subjectId: asha.user.id },
  ]);
});

test('signing out ends the cookie’s session even when an old token comes along', async () => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const proofs = { cookie: asha.secrets.cookie, bearer: ravi.secrets.bearer };
  expect((await send(campus.url, api.logout, {}, proofHeaders(proofs))).status).toBe(200);
  expect((await checkAuth(campus.url, { cookie: asha.secrets.cookie })).status).toBe(401);
  expect((await ravi.call(api.checkAuth)).status).toBe(200);
});

describe('signing in where somebody is signed in already', () => {
  test.each([
    ['the same person', false],
    ['another person', true],
  ])('ends the session that %s replaces', async (_who, isAnother) => {
    const { user: before } = await campus.person();
    const after = isAnother ? (await campus.person()).user : before;
    const { browser, cookie: first = '' } = await signIn(campus.url, before.email);
    const elsewhere = (await signIn(campus.url, before.email)).cookie ?? '';
    const page = await connectPage(campus.url, { cookie: first, origin: campus.url });
    const { page: end } = await signIn(campus.url, after.email, browser);
    expect(end).toBe('/login?auth=success');
    expect((await checkAuth(campus.url, { cookie: first })).status).toBe(401);
    expect(await page.ended).toBe('io server disconnect');
    expect((await checkAuth(campus.url, { cookie: elsewhere })).status).toBe(200);
    const events = await listAuditEvents(
      campus.db,
      and(eq(auditEvents.action, 'sign-out'), eq(auditEvents.subjectId, before.id)),
    );
    expect(events).toMatchObject([{ actorId: after.id, reason: 'signed-in-again' }]);
  });

  test('ends a session that nobody had used for too long, so that it never lives again', async () => {
    const { user } = await campus.person();
    const { browser, cookie: first = '' } = await signIn(campus.url, user.email);
    await campus.db.query(
      "UPDATE sessions SET last_active_at = now() - interval '7 days' WHERE user_id = $1",
      [user.id],
    );
    expect((await checkAuth(campus.url, { cookie: first })).status).toBe(401);
    await signIn(campus.url, user.email, browser);
    await campus.db.query('UPDATE sessions SET last_active_at = now() WHERE user_id = $1', [
      user.id,
    ]);
    expect((await checkAuth(campus.url, { cookie: first })).status).toBe(401);
    const events = await listAuditEvents(
      campus.db,
      and(eq(auditEvents.action, 'sign-out'), eq(auditEvents.subjectId, user.id)),
    );
    expect(events).toMatchObject([{ actorId: user.id, reason: 'signed-in-again' }]);
  });

  test('ends one that had its full length without calling that a sign-out', async () => {
    const { user } = await campus.person();
    const { browser, cookie: first = '' } = await signIn(campus.url, user.email);
    await campus.db.query(
      "UPDATE sessions SET created_at = now() - interval '60 days' WHERE user_id = $1",
      [user.id],
    );
    await signIn(campus.url, user.email, browser);
    await campus.db.query('UPDATE sessions SET created_at = now() WHERE user_id = $1', [user.id]);
    expect((await checkAuth(campus.url, { cookie: first })).status).toBe(401);
    const events = await listAuditEvents(
      campus.db,
      and(eq(auditEvents.action, 'sign-out'), eq(auditEvents.subjectId, user.id)),
    );
    expect(events).toEqual([]);
  });

  test('makes room for the new session before others have to end', async () => {
    const { maxConcurrentSessions } = defaultSecuritySettings.sessionSettings;
    const others = await Promise.all(
      Array.from({ length: maxConcurrentSessions - 1 }, () =>
        signIn(campus.url, 'busy@campus.test'),
      ),
    );
    const { browser } = await signIn(campus.url, 'busy@campus.test');
    await signIn(campus.url, 'busy@campus.test', browser);
    for (const { cookie = '' } of others)
      expect((await checkAuth(campus.url, { cookie })).status).toBe(200);
  });

  test('leaves the session alone when the sign-in fails', async () => {
    const { browser, cookie = '' } = await signIn(campus.url, 'stays@campus.test');
    const { user: leaver } = await campus.person();
    await campus.db.query('UPDATE users SET deleted_at = now() WHERE id = $1', [leaver.id]);
    const { page } = await signIn(campus.url, leaver.email, browser);
    expect(page).toBe('/login?error=oauth_failed&reason=account_closed');
    expect((await checkAuth(campus.url, { cookie })).status).toBe(200);
  });
});
