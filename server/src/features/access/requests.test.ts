import { api } from '@keydesk/shared/api';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessMessages, askFor, decide, inMinutes } from '../../../test/access.ts';
import { addAccessRule } from '../../../test/access-admin.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import type { KeyTableRow } from '../../../test/factories/keys.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

let key: KeyTableRow;

const campus = testCampus();
const admin = campus.resident('admin', { name: 'The Admin' });
const owner = campus.resident('faculty', { name: 'Dr Menon' });
const head = campus.resident('faculty', { name: 'Prof. Iyer' });
const stranger = campus.resident();
beforeAll(async () => {
  await campus.db.query("UPDATE departments SET head_id = $1 WHERE code = 'CSE'", [head.user.id]);
});
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
beforeEach(async () => {
  key = await campus.key({ level: 'restricted', ownerId: owner.user.id });
});

async function listed(who: TestClient) {
  return (await who.get(api.listAccessRequests)).data;
}

async function requestIn(who: TestClient, id: string) {
  return (await listed(who)).requests.find((request) => request.id === id);
}

function events(action: string) {
  return listAuditEvents(
    campus.db,
    and(eq(auditEvents.keyId, key.id), eq(auditEvents.action, action)),
  );
}

function manyKeys(count: number) {
  return Promise.all(
    Array.from({ length: count }, () =>
      campus.key({ level: 'restricted', ownerId: owner.user.id }),
    ),
  );
}

function ask(who: TestClient, body: object) {
  return who.call(api.requestAccess, { body });
}

const wanted = () => ({ keyId: key.id, purpose: 'Class', wantedUntil: inMinutes(60) });

describe('asking for a key', () => {
  test('asks its owner, who is told what for and until when', async () => {
    const request = await askFor(asha, key.id, 'thesis measurements');
    expect(request).toMatchObject({
      key: { keyNumber: key.keyNumber },
      user: { name: 'Asha Rao' },
      state: 'open',
      approverName: 'Dr Menon',
      mayDecide: false,
    });
    expect(request.expiresAt).toBe(request.wantedUntil);
    expect((await accessMessages(owner))[0]).toMatchObject({
      title: 'Access requested',
      message: expect.stringMatching(
        new RegExp(
          `^Access request: Asha Rao needs key ${key.keyNumber} until .*\\d\\d:\\d\\d: “thesis measurements”$`,
        ),
      ),
      link: '/dashboard/to-decide',
    });
    for (const other of [head, admin, asha]) expect(await accessMessages(other)).toEqual([]);
    expect(await requestIn(owner, request.id)).toMatchObject({ mayDecide: true });
    expect(await requestIn(head, request.id)).toBeUndefined();
    expect(await requestIn(admin, request.id)).toMatchObject({ mayDecide: true });
    expect(await events('request-access')).toMatchObject([
      { actorId: asha.user.id, details: { purpose: 'thesis measurements' } },
    ]);
  });

  test('asks the head of the department without an owner, and the admins without either', async () => {
    key = await campus.key({ level: 'restricted' });
    expect(await askFor(asha, key.id)).toMatchObject({ approverName: 'Prof. Iyer' });
    expect((await accessMessages(head))[0]?.message).toContain(key.keyNumber);
    key = await campus.key({ level: 'restricted', department: 'RESEARCH' });
    expect(await askFor(asha, key.id)).toMatchObject({ approverName: null });
    expect((await accessMessages(admin))[0]?.message).toContain(key.keyNumber);
  });

  test('passes over an owner who is suspended, has left, or asks themselves', async () => {
    const gone = await campus.person('faculty', { suspendedAt: new Date() });
    key = await campus.key({ level: 'restricted', ownerId: gone.user.id });
    expect(await askFor(asha, key.id)).toMatchObject({ approverName: 'Prof. Iyer' });
    key = await campus.key({ level: 'restricted', ownerId: asha.user.id });
    expect(await askFor(asha, key.id)).toMatchObject({ approverName: 'Prof. Iyer' });
    expect((await accessMessages(asha)).length).toBe(0);
  });

  test('a second time is refused while the first one is open, also at the same moment', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(asha, wanted())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      message: 'You have already requested this key.',
      error: { code: 'REQUEST_OPEN' },
    });
    expect((await listed(asha)).requests).toHaveLength(1);
  });

  test('that one may take, or can never take, is refused with the reason', async () => {
    key = await campus.key();
    expect(await ask(asha, wanted())).toMatchObject({
      status: 409,
      body: {
        error: { code: 'REQUEST_NOT_NEEDED', details: { verdict: { outcome: 'allowed' } } },
      },
    });
    key = await campus.key({ level: 'high' });
    expect(await ask(asha, wanted())).toMatchObject({
      status: 409,
      body: {
        message: `${key.keyNumber} is a high-security key, for people with access by name only.`,
        error: { code: 'REQUEST_HOPELESS', details: { verdict: { outcome: 'refused' } } },
      },
    });
  });

  test('is refused while ten others are open, also at the same moment', async () => {
    const keys = await manyKeys(14);
    const answers = await Promise.all(keys.map(({ id }) => ask(asha, { ...wanted(), keyId: id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        message: 'You already have 10 open requests. Withdraw one, or wait for a decision.',
        error: { code: 'TOO_MANY_OPEN_REQUESTS' },
      },
    });
    expect((await accessMessages(owner)).length).toBeGreaterThanOrEqual(10);
    const [open, other] = (await listed(asha)).requests;
    expect(await ask(asha, { ...wanted(), keyId: open?.key.id })).toMatchObject({
      status: 409,
      body: { error: { code: 'REQUEST_OPEN' } },
    });
    await decide(asha, open?.id ?? '', { decision: 'withdraw' });
    await campus.db.query('UPDATE access_requests SET expires_at = now() WHERE id = $1', [
      other?.id,
    ]);
    expect((await ask(asha, wanted())).status).toBe(200);
    expect((await ask(stranger, wanted())).status).toBe(200);
  });

  test('and withdrawing again and again ends after twenty within a day', async () => {
    for (let at = 0; at < 20; at += 1) {
      const { id } = await askFor(asha, key.id);
      await decide(asha, id, { decision: 'withdraw' });
    }
    const told = (await accessMessages(owner)).length;
    const answers = await Promise.all([1, 2, 3].map(() => ask(asha, wanted())));
    for (const { status, headers, body } of answers) {
      expect(status).toBe(429);
      expect(body).toMatchObject({
        message: expect.stringMatching(
          /^You have requested 20 keys within a day\. You can request more from .*\d\d:\d\d\.$/,
        ),
        error: { code: 'ASKED_TOO_OFTEN' },
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
    }
    expect(await accessMessages(owner)).toHaveLength(told);
    await campus.db.query(
      `UPDATE access_requests SET created_at = created_at - interval '1 day'
        WHERE id = (SELECT id FROM access_requests WHERE user_id = $1 ORDER BY created_at LIMIT 1)`,
      [asha.user.id],
    );
    const others = await manyKeys(3);
    const together = await Promise.all(
      others.map(({ id }) => ask(asha, { ...wanted(), keyId: id })),
    );
    expect(together.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  });

  test('with nonsense is refused', async () => {
    for (const change of [
      { keyId: 'x' },
      { purpose: ' ' },
      { purpose: 'x'.repeat(201) },
      { wantedUntil: 'tomorrow' },
      { wantedUntil: inMinutes(-1) },
      { wantedUntil: inMinutes(400 * 1_440) },
      { userId: stranger.user.id },
    ])
      expect((await ask(asha, { ...wanted(), ...change })).status).toBe(400);
    expect((await ask(asha, { ...wanted(), keyId: '0'.repeat(24) })).status).toBe(404);
    await campus.db.query('UPDATE keys SET deleted_at = now() WHERE id = $1', [key.id]);
    expect((await ask(asha, wanted())).status).toBe(404);
  });
});

describe('a request', () => {
  test('that is approved gives access until then, and the person is led to the code', async () => {
    const { id, wantedUntil } = await askFor(asha, key.id);
    const { status, body } = await decide(owner, id, { decision: 'approve' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      request: { state: 'approved', decidedBy: { name: 'Dr Menon' }, mayDecide: false },
    });
    expect((await asha.get(api.listGrants)).data.grants).toMatchObject([
      {
        key: { id: key.id },
        givenBy: { name: 'Dr Menon' },
        validUntil: wantedUntil,
        requestId: id,
        usesLeft: null,
        lastUsedAt: null,
      },
    ]);
    expect(await accessMessages(asha)).toMatchObject([
      {
        title: 'Access approved',
        message: expect.stringMatching(/^You can take key .* until .*\. Approved by Dr Menon\.$/),
        link: `/dashboard/faculty/keylist?code=key-request.${key.id}`,
      },
    ]);
    expect((await ask(asha, wanted())).body).toMatchObject({
      error: { code: 'REQUEST_NOT_NEEDED' },
    });
    expect(await events('approve-access')).toMatchObject([
      { actorId: owner.user.id, subjectId: asha.user.id, details: { validUntil: wantedUntil } },
    ]);
  });

  test('can be approved until another time, with a note', async () => {
    const { id } = await askFor(asha, key.id);
    const until = inMinutes(30);
    await decide(owner, id, { decision: 'approve', until, note: 'Lock the cupboard' });
    expect((await asha.get(api.listGrants)).data.grants[0]?.validUntil).toBe(until);
    expect((await accessMessages(asha))[0]?.message).toMatch(
      /Approved by Dr Menon: “Lock the cupboard”$/,
    );
  });

  test('that is denied says by whom and why, and one can ask again', async () => {
    const { id } = await askFor(asha, key.id);
    const { body } = await decide(owner, id, { decision: 'deny', note: 'Exams' });
    expect(body.data).toMatchObject({ request: { state: 'denied', note: 'Exams' } });
    expect(await accessMessages(asha)).toMatchObject([
      {
        title: 'Access denied',
        message: `Your request for key ${key.keyNumber} was denied by Dr Menon: “Exams”`,
        link: '/dashboard/my-access',
      },
    ]);
    expect((await asha.get(api.listGrants)).data.grants).toEqual([]);
    expect(await events('deny-access')).toMatchObject([{ details: { note: 'Exams' } }]);
    expect((await askFor(asha, key.id)).state).toBe('open');
  });

  test('is withdrawn by whoever made it, and by nobody else', async () => {
    const { id } = await askFor(asha, key.id);
    for (const other of [owner, admin, stranger])
      expect((await decide(other, id, { decision: 'withdraw' })).status).toBe(404);
    expect((await decide(asha, id, { decision: 'withdraw' })).status).toBe(200);
    expect(await requestIn(asha, id)).toMatchObject({ state: 'withdrawn', decidedBy: null });
    expect(await requestIn(owner, id)).toBeUndefined();
    expect(await decide(owner, id, { decision: 'approve' })).toMatchObject({
      status: 409,
      body: { message: 'This request is no longer open.', error: { code: 'REQUEST_OVER' } },
    });
    expect(await events('withdraw-request')).toHaveLength(1);
  });

  test('that is decided says who decided to whoever comes second', async () => {
    const { id } = await askFor(asha, key.id);
    await decide(owner, id, { decision: 'deny' });
    for (const late of [
      { who: admin, decision: 'approve' },
      { who: owner, decision: 'deny' },
      { who: asha, decision: 'withdraw' },
    ])
      expect(await decide(late.who, id, { decision: late.decision })).toMatchObject({
        status: 409,
        body: { message: 'Dr Menon has already decided.', error: { code: 'REQUEST_DECIDED' } },
      });
    for (const who of [owner, admin])
      expect(await requestIn(who, id)).toMatchObject({
        state: 'denied',
        decidedBy: { name: 'Dr Menon' },
      });
  });

  test('is seen afterwards by those who were asked or decided, not by the head before their step', async () => {
    const { id } = await askFor(asha, key.id, 'Private reasons');
    await decide(owner, id, { decision: 'deny', note: 'Not for them to read' });
    for (const who of [owner, admin])
      expect(await requestIn(who, id)).toMatchObject({ state: 'denied' });
    expect(await requestIn(head, id)).toBeUndefined();
    await campus.db.query('UPDATE access_requests SET step = 1 WHERE id = $1', [id]);
    expect(await requestIn(head, id)).toMatchObject({ state: 'denied' });
    await campus.db.query('UPDATE keys SET owner_id = NULL WHERE id = $1', [key.id]);
    expect(await requestIn(owner, id)).toMatchObject({ state: 'denied' });
  });

  test.each<[string, number, () => TestClient]>([
    ['the owner', 200, () => owner],
    ['an admin', 200, () => admin],
    ['the head before it went a step up', 403, () => head],
    ['the person who made it', 403, () => asha],
    ['anybody else', 403, () => stranger],
  ])('is decided by %s: %s', async (_who, status, who) => {
    for (const decision of ['approve', 'deny']) {
      const other = await campus.key({ level: 'restricted', ownerId: owner.user.id });
      const { id } = await askFor(asha, other.id);
      const answer = await decide(who(), id, { decision });
      expect(answer.status).toBe(status);
      if (status === 403)
        expect(answer.body.message).toMatch(/^(You cannot decide your own|Someone else decides)/);
    }
  });

  test('of an admin is decided by another one', async () => {
    key = await campus.key({ level: 'restricted', department: 'RESEARCH' });
    const { id } = await askFor(admin, key.id);
    expect(await decide(admin, id, { decision: 'approve' })).toMatchObject({
      status: 403,
      body: { message: 'You cannot decide your own request.', error: { code: 'OWN_REQUEST' } },
    });
    const other = await campus.person('admin');
    expect((await decide(other, id, { decision: 'approve' })).status).toBe(200);
  });

  test('for a key that was deleted in between is over', async () => {
    const { id } = await askFor(asha, key.id);
    await admin.get(api.deleteKey, { params: { id: key.id } });
    expect((await decide(owner, id, { decision: 'approve' })).body).toMatchObject({
      error: { code: 'REQUEST_OVER' },
    });
    expect(await requestIn(asha, id)).toMatchObject({ state: 'expired' });
    expect(await requestIn(owner, id)).toBeUndefined();
  });

  test('whose time is over is nobody’s to decide, and one can ask again', async () => {
    const { id } = await askFor(asha, key.id);
    await campus.db.query(
      "UPDATE access_requests SET expires_at = now() - interval '1 s' WHERE id = $1",
      [id],
    );
    expect((await decide(owner, id, { decision: 'approve' })).status).toBe(409);
    expect(await requestIn(asha, id)).toMatchObject({ state: 'expired' });
    expect((await askFor(asha, key.id)).state).toBe('open');
    expect(await events('expire-request')).toMatchObject([
      { actorId: null, subjectId: asha.user.id, details: { requestId: id } },
    ]);
  });

  test('of somebody who is suspended is not approved', async () => {
    const { id } = await askFor(asha, key.id);
    await campus.db.query('UPDATE users SET suspended_at = now() WHERE id = $1', [asha.user.id]);
    expect((await decide(owner, id, { decision: 'approve' })).body).toMatchObject({
      error: { code: 'HOLDER_CANNOT_BORROW' },
    });
    expect((await decide(owner, id, { decision: 'deny' })).status).toBe(200);
  });

  test('is not approved while a rule refuses the key all the same', async () => {
    const { id } = await askFor(asha, key.id);
    const rule = { target: 'key', targetId: key.id, subject: 'person', subjectId: asha.user.id };
    await addAccessRule(admin, rule);
    expect(await decide(owner, id, { decision: 'approve' })).toMatchObject({
      status: 409,
      body: {
        message: `Asha Rao cannot take key ${key.keyNumber} (rule by The Admin).`,
        error: { code: 'REQUEST_HOPELESS', details: { verdict: { outcome: 'refused' } } },
      },
    });
    expect(await requestIn(asha, id)).toMatchObject({ state: 'open' });
    expect((await asha.get(api.listGrants)).data.grants).toEqual([]);
    expect((await decide(owner, id, { decision: 'deny' })).status).toBe(200);
  });

  test('is not decided with nonsense', async () => {
    const { id } = await askFor(asha, key.id);
    for (const body of [
      {},
      { decision: 'maybe' },
      { decision: 'approve', until: inMinutes(-5) },
      { decision: 'deny', until: inMinutes(5) },
      { decision: 'deny', note: 'x'.repeat(201) },
    ])
      expect((await decide(owner, id, body)).status).toBe(400);
    for (const other of ['0'.repeat(24), 'x'])
      expect([400, 404]).toContain((await decide(owner, other, { decision: 'deny' })).status);
    expect(await requestIn(owner, id)).toMatchObject({ state: 'open' });
  });
});

test('pages about access concern those who ask, decide, own keys or were given some', async () => {
  const fresh = await campus.person();
  expect(await listed(fresh)).toEqual({ requests: [], decides: false, hasGrants: false });
  expect(await listed(owner)).toMatchObject({ decides: true });
  await owner.get(api.addGrant, { body: { keyId: key.id, userId: fresh.user.id } });
  expect(await listed(fresh)).toMatchObject({ decides: false, hasGrants: true });
});

test('what is written to others is one visible line, in messages and mails too', async () => {
  const refused = 'must be a single line without control or invisible characters';
  for (const hidden of ['\n\nOpen it here:\nhttps://evil.test', ' \u202ehctac', '\u200b']) {
    const body = { ...wanted(), purpose: `Class${hidden}!` };
    expect((await ask(asha, body)).body).toMatchObject({
      message: `Purpose ${refused}`,
      error: { code: 'BAD_INPUT' },
    });
  }
  const menon = await campus.person();
  const another = await campus.key({ level: 'restricted', ownerId: menon.user.id });
  const { id } = await askFor(asha, another.id, 'می‌خواهم 👩‍🔬');
  expect((await accessMessages(menon))[0]?.message).toMatch(/: “می‌خواهم 👩‍🔬”$/);
  const note = 'No.\nThe Admin approved it';
  expect((await decide(menon, id, { decision: 'deny', note })).body).toMatchObject({
    message: `Note ${refused}`,
  });
});
