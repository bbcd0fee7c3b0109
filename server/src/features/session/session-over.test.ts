import { api } from '@keydesk/shared/api';
import { defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { enrolComputer } from '../../../test/desk-computer.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { checkAuth, signIn } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { send, TestClient } from '../../../test/test-client.ts';
import { sessions } from '../../db/schema.ts';
import { openSession } from './sessions.ts';

const campus = testCampus();

const minuteMs = 60_000;
const { maxSessionDuration, sessionTimeout } = defaultSecuritySettings.sessionSettings;

function minutesAgo(minutes: number) {
  return new Date(Date.now() - minutes * minuteMs);
}

function changeSession({ secrets }: TestClient, changes: Partial<typeof sessions.$inferInsert>) {
  return campus.db.orm.update(sessions).set(changes).where(eq(sessions.id, secrets.sessionId));
}

/** What a refused call says of the session; the call must be refused. */
async function overOf(visitor: TestClient) {
  const { status, body } = await visitor.call(api.listKeys);
  expect({ status, message: body.message }).toEqual({
    status: 401,
    message: 'Please sign in to continue',
  });
  return (body.error as { details?: unknown }).details;
}

const anInstant = expect.stringMatching(/^\d{4}-.*Z$/);

describe('who is refused for a session that is over reads', () => {
  test('that nobody used it, and since when', async () => {
    const asha = await campus.person();
    const lastActiveAt = minutesAgo(sessionTimeout + 5);
    await changeSession(asha, { lastActiveAt });
    expect(await overOf(asha)).toEqual({
      reason: 'idle',
      since: new Date(lastActiveAt.getTime() + sessionTimeout * minuteMs).toISOString(),
      limit: sessionTimeout,
    });
  });

  test('that it had its full length', async () => {
    const asha = await campus.person();
    await changeSession(asha, { createdAt: minutesAgo(maxSessionDuration * 60 + 1) });
    expect(await overOf(asha)).toMatchObject({ reason: 'expired', limit: maxSessionDuration });
  });

  test('that it was ended in another browser', async () => {
    const asha = await campus.person();
    const phone = new TestClient(asha.url, asha.user, await openSession(campus.db, asha.user.id));
    // Long ago, so that it does not look like the session that replaced the other.
    await changeSession(phone, { createdAt: minutesAgo(3) });
    await phone.get(api.endOwnSession, { params: { id: asha.secrets.sessionId } });
    expect(await overOf(asha)).toEqual({ reason: 'elsewhere', since: anInstant });
  });

  test('that a newer session replaced it', async () => {
    const sessionSettings = { ...relaxedSettings.sessionSettings, maxConcurrentSessions: 1 };
    const admin = await campus.person('admin');
    await admin.get(api.putSecuritySettings, { body: { ...relaxedSettings, sessionSettings } });
    const asha = await campus.person();
    await changeSession(asha, { createdAt: minutesAgo(3) });
    await signIn(campus.url, asha.user.email);
    await admin.get(api.putSecuritySettings, { body: relaxedSettings });
    expect(await overOf(asha)).toEqual({ reason: 'replaced', since: anInstant });
  });

  test('that the person signed out', async () => {
    const asha = await campus.person();
    await asha.get(api.logout);
    expect(await overOf(asha)).toMatchObject({ reason: 'signed-out' });
  });

  test('that the account was closed', async () => {
    const asha = await campus.person();
    await campus.db.query('UPDATE users SET suspended_at = now() WHERE id = $1', [asha.user.id]);
    expect(await overOf(asha)).toMatchObject({ reason: 'closed' });
  });

  test('that the computer is no longer one of its desk', async () => {
    const computer = await enrolComputer(campus);
    await campus.db.query('UPDATE desk_devices SET revoked_at = now() WHERE id = $1', [
      computer.id,
    ]);
    const { status, body } = await computer.call(api.listKeys);
    expect(status).toBe(401);
    expect((body.error as { details?: unknown }).details).toEqual({
      reason: 'computer-removed',
      since: anInstant,
    });
  });

  test('that it was ended, where nothing more is known', async () => {
    const asha = await campus.person();
    await changeSession(asha, { createdAt: minutesAgo(3), revokedAt: new Date() });
    expect(await overOf(asha)).toMatchObject({ reason: 'revoked' });
  });
});

test('a secret that belongs to no session, or to one that goes on, is told nothing', async () => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const strangers = await send(campus.url, api.listKeys, {}, { cookie: 'keydesk_session=nothing' });
  const mixed = await checkAuth(campus.url, {
    cookie: asha.secrets.cookie,
    bearer: ravi.secrets.bearer,
  });
  for (const { status, body } of [strangers, mixed])
    expect({ status, error: body.error }).toEqual({
      status: 401,
      error: { code: 'NOT_SIGNED_IN' },
    });
});

describe('the end of a session', () => {
  test('is told with check-auth, which does not put it off', async () => {
    const asha = await campus.person();
    const lastActiveAt = minutesAgo(3);
    await changeSession(asha, { lastActiveAt });
    const end = {
      endsAt: new Date(lastActiveAt.getTime() + sessionTimeout * minuteMs).toISOString(),
      reason: 'idle',
    };
    expect((await asha.get(api.checkAuth)).session).toEqual(end);
    expect((await asha.get(api.checkAuth)).session).toEqual(end);
  });

  test('is put off by whoever wants to stay', async () => {
    const asha = await campus.person();
    await changeSession(asha, { lastActiveAt: minutesAgo(3) });
    const before = Date.now();
    const { data } = await asha.get(api.staySignedIn);
    expect(Date.parse(data.session.endsAt)).toBeGreaterThanOrEqual(
      before + sessionTimeout * minuteMs,
    );
    expect((await asha.get(api.checkAuth)).session).toEqual(data.session);
  });

  test('cannot be put off beyond the full length, nor by anybody signed out', async () => {
    const asha = await campus.person();
    const createdAt = minutesAgo(maxSessionDuration * 60 - 1);
    await changeSession(asha, { createdAt });
    expect((await asha.get(api.staySignedIn)).data.session).toEqual({
      endsAt: new Date(createdAt.getTime() + maxSessionDuration * 60 * minuteMs).toISOString(),
      reason: 'expired',
    });
    expect((await send(campus.url, api.staySignedIn, {})).status).toBe(401);
    expect((await asha.call(api.staySignedIn, { body: { hours: 5 } })).status).toBe(400);
  });
});
