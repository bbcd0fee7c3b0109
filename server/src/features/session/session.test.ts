import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkAuth, proofHeaders } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { send, type TestClient } from '../../../test/test-client.ts';
import { sessions, users } from '../../db/schema.ts';

const campus = testCampus();

async function statusWith(proofs: Parameters<typeof checkAuth>[1]) {
  return (await checkAuth(campus.url, proofs)).status;
}

function changeSession(visitor: TestClient, changes: Partial<typeof sessions.$inferInsert>) {
  return campus.db.orm
    .update(sessions)
    .set(changes)
    .where(eq(sessions.id, visitor.secrets.sessionId));
}

describe('a session is proved', () => {
  test('by its cookie, by its token, or by both', async () => {
    const { cookie, bearer } = (await campus.person()).secrets;
    expect(await statusWith({ cookie })).toBe(200);
    expect(await statusWith({ bearer })).toBe(200);
    expect(await statusWith({ cookie, bearer })).toBe(200);
  });

  test('not by the cookie of one session and the token of another', async () => {
    const [mine, theirs] = [await campus.person(), await campus.person('admin')];
    const mixed = { cookie: mine.secrets.cookie, bearer: theirs.secrets.bearer };
    const { status, body } = await checkAuth(campus.url, mixed);
    expect(status).toBe(401);
    expect(body).toMatchObject({ success: false, message: 'Please sign in to continue' });
  });

  test.each(['x', 'A'.repeat(43), 'two words', "' OR 1=1 --", '\u00e9', ''])(
    'not by a good cookie beside a token that is none: %j',
    async (made) => {
      const { cookie } = (await campus.person()).secrets;
      for (const authorization of [`Bearer ${made}`, `bearer ${made}`]) {
        const headers = { ...proofHeaders({ cookie }), authorization };
        expect((await send(campus.url, api.checkAuth, {}, headers)).status).toBe(401);
      }
    },
  );

  test('by its cookie beside what a proxy asks for', async () => {
    const headers = {
      ...proofHeaders((await campus.person()).secrets),
      authorization: 'Basic eDp5',
    };
    expect((await send(campus.url, api.checkAuth, {}, headers)).status).toBe(200);
  });

  test('not by either secret in the place of the other', async () => {
    const { cookie, bearer } = (await campus.person()).secrets;
    expect(await statusWith({ bearer: cookie })).toBe(401);
    expect(await statusWith({ cookie: bearer })).toBe(401);
  });

  test.each(['', 'x', 'null', 'A'.repeat(43), "' OR 1=1 --", '{}'])(
    'not by a made-up secret: %j',
    async (made) => {
      expect(await statusWith({ cookie: made })).toBe(401);
      expect(await statusWith({ bearer: made })).toBe(401);
    },
  );
});

describe('a session ends', () => {
  test('when its time is over, by the clock of the database', async () => {
    const asha = await campus.person();
    const second = await campus.person();
    await changeSession(asha, { createdAt: new Date(Date.now() - 24 * 3_600_000 - 1_000) });
    expect((await asha.call(api.checkAuth)).status).toBe(401);
    expect((await asha.call(api.listKeys)).status).toBe(401);
    expect((await second.call(api.checkAuth)).status).toBe(200);
  });

  test('when it is revoked', async () => {
    const asha = await campus.person();
    await changeSession(asha, { revokedAt: new Date() });
    expect((await asha.call(api.checkAuth)).status).toBe(401);
  });

  test('when its person is deleted', async () => {
    const asha = await campus.person();
    await campus.db.orm
      .update(users)
      .set({ deletedAt: new Date() })
      .where(eq(users.id, asha.user.id));
    expect((await asha.call(api.checkAuth)).status).toBe(401);
  });
});

test('another role counts from the next request on', async () => {
  const guard = await campus.person('security');
  const become = (role: 'faculty' | 'security' | 'admin') =>
    campus.db.orm.update(users).set({ role }).where(eq(users.id, guard.user.id));
  const fields = { keyNumber: 'ROLE-1', keyName: 'Hall', location: 'A' };
  expect((await guard.call(api.createKey, { body: fields })).status).toBe(403);
  await become('admin');
  await guard.get(api.createKey, { body: fields });
  await become('faculty');
  const { status, body } = await guard.call(api.listKeys);
  expect({ status, message: body.message }).toEqual({
    status: 403,
    message: 'Complete your registration first.',
  });
  expect((await guard.get(api.checkAuth)).user.role).toBe('faculty');
});
