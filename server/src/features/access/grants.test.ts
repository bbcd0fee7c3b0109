import { api } from '@keydesk/shared/api';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askFor, decide, inMinutes } from '../../../test/access.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import type { KeyTableRow } from '../../../test/factories/keys.ts';
import { openLoan } from '../../../test/factories/loans.ts';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents, grants } from '../../db/schema.ts';

let key: KeyTableRow;

const campus = testCampus();
const admin = campus.resident('admin');
const owner = campus.resident('faculty', { name: 'Dr Menon' });
const head = campus.resident();
const stranger = campus.resident();
beforeAll(async () => {
  await campus.db.query("UPDATE departments SET head_id = $1 WHERE code = 'CSE'", [head.user.id]);
});
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
beforeEach(async () => {
  key = await campus.key({ level: 'restricted', ownerId: owner.user.id });
});

function give(who: TestClient, body: object = {}) {
  return who.call(api.addGrant, { body: { keyId: key.id, userId: asha.user.id, ...body } });
}

async function given(who = owner, body: object = {}) {
  const options = { body: { keyId: key.id, userId: asha.user.id, ...body } };
  return (await who.get(api.addGrant, options)).data.grant;
}

function end(who: TestClient, id: string) {
  return who.call(api.endGrant, { params: { id } });
}

async function grantsOf(who: TestClient, query: Record<string, string> = {}) {
  return (await who.get(api.listGrants, { query })).data.grants;
}

function stored() {
  return campus.db.orm
    .select()
    .from(grants)
    .where(eq(grants.keyId, key.id))
    .orderBy(grants.createdAt);
}

function events(action: string) {
  return listAuditEvents(
    campus.db,
    and(eq(auditEvents.keyId, key.id), eq(auditEvents.action, action)),
  );
}

describe('access is given', () => {
  test('by the owner, and is seen by the person, the owner and admins, with its last use', async () => {
    const until = inMinutes(60);
    const grant = await given(owner, { validUntil: until, reason: 'Runs the lab' });
    expect(grant).toMatchObject({
      key: { id: key.id, keyNumber: key.keyNumber },
      user: { name: 'Asha Rao' },
      givenBy: { name: 'Dr Menon' },
      validUntil: until,
      usesLeft: null,
      reason: 'Runs the lab',
      requestId: null,
      lastUsedAt: null,
    });
    const takenAt = new Date(Date.now() - 60_000);
    const parties = { keyId: key.id, holderId: asha.user.id, handedBy: admin.user.id };
    await openLoan(campus.db, { ...parties, takenAt });
    for (const who of [asha, owner, admin])
      expect(await grantsOf(who, { keyId: key.id })).toMatchObject([
        { id: grant.id, lastUsedAt: takenAt.toISOString() },
      ]);
    for (const who of [head, stranger]) expect(await grantsOf(who)).toEqual([]);
    expect(await events('give-access')).toMatchObject([
      {
        actorId: owner.user.id,
        subjectId: asha.user.id,
        details: { grantId: grant.id, validUntil: until, reason: 'Runs the lab' },
      },
    ]);
  });

  test.each<[string, number, () => TestClient]>([
    ['its owner', 200, () => owner],
    ['an admin', 200, () => admin],
    ['the head of its department', 403, () => head],
    ['whom it is for', 403, () => asha],
    ['anybody else', 403, () => stranger],
  ])('by %s: %i', async (_who, status, who) => {
    expect((await give(who())).status).toBe(status);
    expect(await stored()).toHaveLength(status === 200 ? 1 : 0);
  });

  test('to nobody by themselves, not even by an admin', async () => {
    for (const who of [owner, admin])
      expect(await give(who, { userId: who.user.id })).toMatchObject({
        status: 403,
        body: { message: 'You cannot give access to yourself.', error: { code: 'OWN_GRANT' } },
      });
  });

  test('again in place of what they had: that ends, and stays in the history', async () => {
    const first = await given(owner, { validUntil: inMinutes(60) });
    const second = await given(owner, { validUntil: inMinutes(600) });
    expect(await grantsOf(owner, { keyId: key.id })).toMatchObject([{ id: second.id }]);
    expect(await stored()).toMatchObject([
      { id: first.id, revokedBy: owner.user.id },
      { id: second.id, revokedAt: null },
    ]);
    expect((await events('give-access'))[1]).toMatchObject({ details: { replaced: first.id } });
  });

  test('for later beside what they have now', async () => {
    await given(owner, { validUntil: inMinutes(60) });
    const body = { validFrom: inMinutes(90), validUntil: inMinutes(120), usesLeft: 2 };
    expect(await given(owner, body)).toMatchObject({ usesLeft: 2 });
    expect(await grantsOf(owner, { keyId: key.id })).toHaveLength(2);
    expect(await askFor(stranger, key.id)).toMatchObject({ state: 'open' });
  });

  test('not with nonsense, for keys that are gone, or to people who cannot take keys', async () => {
    for (const body of [
      { keyId: 'x' },
      { userId: 'x' },
      { usesLeft: 0 },
      { reason: 'x'.repeat(201) },
      { validUntil: inMinutes(-1) },
      { validFrom: inMinutes(20), validUntil: inMinutes(10) },
      { role: 'admin' },
    ])
      expect((await give(owner, body)).status).toBe(400);
    expect((await give(admin, { keyId: '0'.repeat(24) })).status).toBe(404);
    expect((await give(admin, { userId: '0'.repeat(24) })).status).toBe(404);
    const gone = await campus.person('faculty', { deletedAt: new Date() });
    expect((await give(owner, { userId: gone.user.id })).status).toBe(404);
    const operator = await campus.person('operator');
    expect((await give(owner, { userId: operator.user.id })).status).toBe(409);
    await campus.db.query('UPDATE keys SET deleted_at = now() WHERE id = $1', [key.id]);
    expect((await give(owner)).status).toBe(404);
  });
});

describe('access is ended', () => {
  test.each<[string, number, () => TestClient]>([
    ['the owner', 200, () => owner],
    ['an admin', 200, () => admin],
    ['the head of the department', 404, () => head],
    ['the person who has it', 403, () => asha],
    ['anybody else', 404, () => stranger],
  ])('by %s: %i', async (_who, status, who) => {
    const { id } = await given();
    expect((await end(who(), id)).status).toBe(status);
    const [grant] = await stored();
    expect(grant?.revokedBy ?? null).toBe(status === 200 ? who().user.id : null);
  });

  test('once, with a trace, and one has to ask again', async () => {
    const { id } = await given();
    await end(owner, id);
    expect((await end(admin, id)).body).toMatchObject({
      message: 'This access has already ended.',
    });
    expect((await end(admin, '0'.repeat(24))).status).toBe(404);
    expect((await end(admin, 'x')).status).toBe(400);
    expect(await grantsOf(asha)).toEqual([]);
    expect(await events('end-access')).toMatchObject([
      { actorId: owner.user.id, subjectId: asha.user.id, details: { grantId: id } },
    ]);
    expect((await askFor(asha, key.id)).state).toBe('open');
  });

  test('by its time, or with its last use', async () => {
    await given(owner, { validUntil: inMinutes(60) });
    await campus.db.query(
      "UPDATE grants SET valid_from = now() - interval '2 h', valid_until = now() WHERE key_id = $1",
      [key.id],
    );
    expect(await grantsOf(owner, { keyId: key.id })).toEqual([]);
    const { id } = await given(owner, { usesLeft: 1 });
    await campus.db.query('UPDATE grants SET uses_left = 0 WHERE id = $1', [id]);
    expect(await grantsOf(owner, { keyId: key.id })).toEqual([]);
    expect((await end(owner, id)).status).toBe(404);
  });
});

test('grants can be listed of one key or person', async () => {
  const { id } = await given();
  await given(owner, { userId: stranger.user.id });
  expect(await grantsOf(admin, { keyId: key.id, userId: asha.user.id })).toMatchObject([{ id }]);
  expect((await admin.call(api.listGrants, { query: { keyId: 'x' } })).status).toBe(400);
  expect((await owner.get(api.listGrants)).data.ownKeys).toContainEqual({
    id: key.id,
    keyNumber: key.keyNumber,
    keyName: key.keyName,
  });
  expect((await admin.get(api.listGrants)).data.ownKeys).toEqual([]);
});

test('owners find people by name or whole address, the desk by any part of what it sees', async () => {
  const found = async (who: TestClient, search: string) => {
    const { people } = (await who.get(api.peopleToGrant, { query: { search } })).data;
    return people.map(({ id }) => id);
  };
  const { id } = asha.user;
  const { email, facultyId } = asha.user;
  const local = email.slice(0, email.indexOf('@'));
  for (const search of [email, email.toUpperCase(), 'rao asha'])
    expect(await found(owner, search)).toContain(id);
  const parts = [local, email.slice(0, -1), email.slice(1), facultyId ?? '', 'FAC-T', '@', '.test'];
  for (const search of [...parts, `asha ${local}`, `asha ${email}`, `asha ${facultyId}`]) {
    expect(await found(owner, search)).toEqual([]);
    expect(await found(admin, search)).not.toEqual([]);
  }
  expect(await found(admin, facultyId ?? '')).toEqual([id]);
});

test('owners find people to give access to, without addresses', async () => {
  const query = { search: 'asha' };
  const { people } = (await owner.get(api.peopleToGrant, { query })).data;
  expect(people).toContainEqual({ id: asha.user.id, name: 'Asha Rao', department: 'CSE' });
  expect(JSON.stringify(people)).not.toContain('@');
  expect((await admin.get(api.peopleToGrant, { query })).data.people).toHaveLength(people.length);
  expect((await stranger.call(api.peopleToGrant, { query })).body).toMatchObject({
    error: { code: 'NOT_YOURS_TO_GIVE' },
  });
  const long = { search: 'x'.repeat(101) };
  expect((await owner.call(api.peopleToGrant, { query: long })).status).toBe(400);
});

test('who is erased has no access any more, and what was written about it is gone', async () => {
  await given(owner, { reason: 'Secret reason' });
  const other = await campus.key({ level: 'restricted', ownerId: owner.user.id });
  const denied = await askFor(asha, other.id, 'Secret purpose');
  await decide(owner, denied.id, { decision: 'deny', note: 'Secret note' });
  await askFor(asha, other.id, 'Another secret purpose');
  const params = { id: asha.user.id };
  await admin.get(api.deleteUser, { params });
  await admin.get(api.eraseUser, { params });
  const { rows } = await campus.db.query(
    `SELECT state, purpose, note FROM access_requests WHERE user_id = $1 ORDER BY created_at`,
    [asha.user.id],
  );
  expect(rows).toEqual([
    { state: 'denied', purpose: '', note: null },
    { state: 'withdrawn', purpose: '', note: null },
  ]);
  expect(await stored()).toMatchObject([{ reason: '', revokedBy: admin.user.id }]);
  for (const table of [
    'notifications',
    'mail_outbox',
    'audit_personal',
    'audit_events',
    'grants',
  ]) {
    const { rowCount } = await campus.db.query(
      `SELECT FROM ${table} t WHERE t::text ILIKE '%secret%'`,
    );
    expect(rowCount, table).toBe(0);
  }
});

test('a key that is out by a grant that is ended is recalled, and one that is renewed is not', async () => {
  const guard = await campus.person('security');
  const { id } = await given();
  await giveKey(guard, asha, key.id);
  const renewed = await given(owner, { validUntil: inMinutes(600) });
  expect(renewed.id).not.toBe(id);
  expect(await loansOf(campus.db, key.id)).toMatchObject([{ recalledAt: null }]);
  const { body } = await end(owner, renewed.id);
  expect(body.message).toBe('Access ended. 1 key is recalled.');
  const [loan] = await loansOf(campus.db, key.id);
  expect(loan?.recalledAt).not.toBeNull();
  expect(Number(loan?.dueAt)).toBeLessThan(Date.now() + 31 * 60_000);
});

test('a key that is out by the last use of a grant is recalled when that is ended', async () => {
  const guard = await campus.person('security');
  const { id } = await given(owner, { usesLeft: 1 });
  await giveKey(guard, asha, key.id);
  for (const who of [asha, owner, admin])
    expect(await grantsOf(who, { keyId: key.id })).toMatchObject([{ id, usesLeft: 0 }]);
  const { body } = await end(owner, id);
  expect(body.message).toBe('Access ended. 1 key is recalled.');
  expect(await loansOf(campus.db, key.id)).toMatchObject([{ recalledAt: expect.any(Date) }]);
  expect((await end(owner, id)).status).toBe(404);
  expect(await grantsOf(owner, { keyId: key.id })).toEqual([]);
});

test('a grant whose last use is back is over', async () => {
  const guard = await campus.person('security');
  const { id } = await given(owner, { usesLeft: 1 });
  await giveKey(guard, asha, key.id);
  await guard.get(api.collectKey, { params: { id: key.id } });
  expect(await grantsOf(owner, { keyId: key.id })).toEqual([]);
  expect((await end(owner, id)).status).toBe(404);
});
