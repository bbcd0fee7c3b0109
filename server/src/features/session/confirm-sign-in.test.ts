import { api } from '@keydesk/shared/api';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { Browser } from '../../../test/browser.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { proofHeaders, signIn } from '../../../test/sign-in.ts';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';
import { type CallOptions, send } from '../../../test/test-client.ts';
import { auditEvents, sessions } from '../../db/schema.ts';

const address = 'admin@campus.test';
let browser: Browser;
let cookie: string;
let adminId: string;

const campus = testCampus({ CONFIRM_SIGN_IN_MINUTES: '15' });

beforeEach(async () => {
  browser = new Browser();
  cookie = (await signIn(campus.url, address, browser)).cookie ?? '';
  const { body } = await call(api.checkAuth);
  adminId = (body.user as { id: string }).id;
  await campus.db.query("UPDATE users SET role = 'admin' WHERE id = $1", [adminId]);
});

function call(route: Parameters<typeof send>[1], options: CallOptions = {}) {
  return send(campus.url, route, options, proofHeaders({ cookie }));
}

function save() {
  return call(api.putSecuritySettings, { body: relaxedSettings });
}

function sessionIsOld(minutes = 16) {
  return campus.db.orm
    .update(sessions)
    .set({ confirmedAt: sql`now() - make_interval(mins => ${minutes})` })
    .where(eq(sessions.userId, adminId));
}

/** Signs in at the provider with this account; returns the page where it ends. */
async function confirmAs(email: string): Promise<string> {
  const end = `${campus.url}/confirmed`;
  const chooser = await browser.visit(`${campus.url}/api/auth/confirm`, end);
  const { url } = await browser.visit(chooser.url.href, end, { email });
  return `${url.pathname}${url.search}`;
}

async function lastEvent() {
  const events = await listAuditEvents(campus.db, eq(auditEvents.actorId, adminId));
  return events.at(-1);
}

describe('a confirmation', () => {
  test('by the same person lets the change pass, in the session that they have', async () => {
    await sessionIsOld();
    expect((await save()).status).toBe(403);
    expect(await confirmAs(address)).toBe('/confirmed?auth=success');
    expect((await save()).status).toBe(200);
    expect(browser.cookiesFor('/').find(({ name }) => name === 'keydesk_session')?.value).toBe(
      cookie,
    );
  });

  test('is written in the audit trail', async () => {
    await confirmAs(address);
    expect(await lastEvent()).toMatchObject({ action: 'confirm-sign-in', level: 'INFO' });
  });

  test('that is sent again later confirms nothing, and does not say that it does', async () => {
    const callback = `${campus.url}/api/auth/google/callback`;
    const chooser = await browser.visit(`${campus.url}/api/auth/confirm`, callback);
    const { url } = await browser.visit(chooser.url.href, callback, { email: address });
    const kept = browser.cookiesFor(url.pathname).map(({ name, value }) => `${name}=${value}`);
    const answer = async () => {
      const headers = { cookie: kept.join('; ') };
      const { headers: sent } = await fetch(url, { redirect: 'manual', headers });
      return sent.get('location')?.replace(campus.url, '');
    };
    await sessionIsOld();
    expect([await answer(), await answer()]).toEqual(Array(2).fill('/confirmed?auth=success'));
    await sessionIsOld();
    expect(await answer()).toBe('/confirmed?error=oauth_failed');
    expect((await save()).status).toBe(403);
  });

  test('by another person confirms nothing and signs nobody in', async () => {
    await sessionIsOld();
    expect(await confirmAs('security@campus.test')).toBe('/confirmed?error=other-person');
    expect((await save()).status).toBe(403);
    expect((await call(api.checkAuth)).body).toMatchObject({ user: { email: address } });
    expect(await lastEvent()).toMatchObject({
      action: 'confirm-sign-in-refused',
      level: 'WARN',
      reason: 'other-person',
    });
  });

  test('confirms the session that asked for it and no other', async () => {
    const other = (await signIn(campus.url, address)).cookie ?? '';
    await sessionIsOld();
    await confirmAs(address);
    expect((await save()).status).toBe(200);
    const elsewhere = await send(
      campus.url,
      api.putSecuritySettings,
      { body: relaxedSettings },
      proofHeaders({ cookie: other }),
    );
    expect(elsewhere.status).toBe(403);
  });

  test('that was begun in a session that has ended since confirms nothing', async () => {
    const end = `${campus.url}/confirmed`;
    const chooser = await browser.visit(`${campus.url}/api/auth/confirm`, end);
    await call(api.logout);
    const { url } = await browser.visit(chooser.url.href, end, { email: address });
    expect(url.search).toBe('?error=session-ended');
  });

  test('that is cancelled at the provider leads back and changes nothing', async () => {
    await sessionIsOld();
    const { headers } = await call(api.confirmSignIn);
    const { searchParams } = new URL(headers.get('location') ?? '');
    const [sealed = ''] = headers.getSetCookie().map((line) => line.split(';')[0]);
    const back = new URL(`${campus.url}/api/auth/google/callback`);
    back.search = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state') ?? '',
      iss: `${campus.url}/local-identity`,
    }).toString();
    const answer = await fetch(back, {
      redirect: 'manual',
      headers: { cookie: `keydesk_session=${cookie}; ${sealed}` },
    });
    expect(answer.headers.get('location')).toBe(`${campus.url}/confirmed?error=oauth_failed`);
    expect((await save()).status).toBe(403);
  });
});

describe('an installation that asks for no confirmation', () => {
  test('lets an admin change settings however long they have been signed in', async () => {
    const relaxed = await campusOfTest();
    const admin = await relaxed.person('admin');
    await relaxed.db.query("UPDATE sessions SET confirmed_at = now() - interval '9 hours'");
    expect((await admin.call(api.putSecuritySettings, { body: relaxedSettings })).status).toBe(200);
  });
});
