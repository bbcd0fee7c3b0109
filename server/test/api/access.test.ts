import { api, type RouteName } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '../../src/db/schema.ts';
import { dutyAt, enrolComputer } from '../desk-computer.ts';
import { atDesk, type Caller, callers, expectedAccess, sessionless } from '../expected-access.ts';
import type { TestApp } from '../test-app.ts';
import { testCampus } from '../test-campus.ts';
import { proofsOf, rawCall } from '../test-client.ts';

const routes = Object.entries(api) as [RouteName, Route][];
let proofs: Record<Caller, Record<string, string>>;

const campus = testCampus();
beforeAll(async () => {
  const as = async (...person: Parameters<TestApp['person']>) =>
    proofsOf(await campus.person(...person));
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const over = async (change: Partial<typeof sessions.$inferInsert>) => {
    const former = await campus.person('admin');
    const isTheirs = eq(sessions.id, former.secrets.sessionId);
    await campus.db.orm.update(sessions).set(change).where(isTheirs);
    return proofsOf(former);
  };
  const deleted = await campus.person('admin');
  await campus.db.orm
    .update(users)
    .set({ deletedAt: new Date() })
    .where(eq(users.id, deleted.user.id));
  proofs = {
    'signed-out': {},
    revoked: await over({ revokedAt: new Date() }),
    expired: await over({ createdAt: hoursAgo(25) }),
    idle: await over({ lastActiveAt: hoursAgo(23) }),
    deleted: proofsOf(deleted),
    pending: await as('pending'),
    incomplete: await as('faculty', { facultyId: null }),
    faculty: await as('faculty'),
    security: await as('security'),
    operator: await as('operator'),
    responder: await as('responder'),
    admin: await as('admin'),
    computer: (await enrolComputer(campus)).proofs,
    'guard-on-duty': (await dutyAt(campus)).computer.proofs,
  };
});

/** Calls with a body that cannot be read and parameters that cannot be right. */
async function callBadly(caller: Caller, route: Route) {
  const unsafe = route.method !== 'GET';
  const { status, body } = await rawCall(campus.url, route, {
    headers: {
      ...proofs[caller],
      ...(unsafe ? { origin: campus.url, 'content-type': 'application/json' } : {}),
    },
    ...(unsafe ? { body: '{"nonsense"' } : {}),
  });
  return { status, code: (body.error as { code?: string } | undefined)?.code };
}

function refusalFor(caller: Caller, name: RouteName) {
  if (sessionless.includes(caller)) return { status: 401, code: 'NOT_SIGNED_IN' };
  const allowed = expectedAccess[name];
  if (atDesk.includes(caller) && allowed.includes('security'))
    return {
      status: 403,
      code: allowed.includes('guard-on-duty') ? 'NOBODY_ON_DUTY' : 'OWN_DEVICE_ONLY',
    };
  return caller === 'pending' || caller === 'incomplete'
    ? { status: 403, code: 'NOT_REGISTERED' }
    : { status: 403, code: 'NOT_ALLOWED' };
}

test('the expectations name every route of the table and no other', () => {
  expect(Object.keys(expectedAccess).sort()).toEqual(Object.keys(api).sort());
});

function refusedAt(name: RouteName) {
  return callers.filter((caller) => !expectedAccess[name].includes(caller));
}

describe('before looking at what they send', () => {
  const guarded = routes.filter(([name]) => refusedAt(name).length > 0);

  test.each(guarded)('%s refuses whoever may not call it', async (name, route) => {
    for (const caller of refusedAt(name))
      expect({ caller, ...(await callBadly(caller, route)) }).toEqual({
        caller,
        ...refusalFor(caller, name),
      });
  });
});

describe('whoever may call', () => {
  test.each(routes)('%s is told what is wrong with what they send', async (name, route) => {
    const readsNothing = route.method === 'GET' && !route.params && !route.query;
    for (const caller of expectedAccess[name]) {
      const { status } = await callBadly(caller, route);
      const expected = readsNothing ? [200] : route.response === null ? [302, 400] : [400];
      expect({ caller, expected, isExpected: expected.includes(status) }).toEqual({
        caller,
        expected,
        isExpected: true,
      });
    }
  });
});
