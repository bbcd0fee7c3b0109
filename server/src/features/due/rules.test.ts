import { api } from '@keydesk/shared/api';
import { inArray } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const desk = campus.resident('security');
const asha = campus.resident();
afterEach(async () => {
  for (const { id } of await rules()) await end(id);
});

const closing = { scope: 'campus', kind: 'closing' };

function add(body: object) {
  return admin.call(api.addDueRule, { body });
}

async function added(body: object) {
  return (await admin.get(api.addDueRule, { body })).data.rule;
}

function end(id: string) {
  return admin.call(api.endDueRule, { params: { id } });
}

async function rules() {
  return (await admin.get(api.listDueRules)).data.rules;
}

describe('a rule', () => {
  test('is listed with what it is for, the newest first, until it is ended', async () => {
    const key = await campus.key();
    const first = await added({ ...closing, note: ' Everybody ' });
    expect(first).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      note: 'Everybody',
      scope: 'campus',
      scopeId: null,
      scopeName: null,
      kind: 'closing',
      amount: null,
      ceiling: false,
      extensions: 0,
      extendMinutes: 0,
      graceMinutes: 0,
    });
    const scopes = [
      { scope: 'category', scopeId: 'lab', scopeName: 'Lab' },
      { scope: 'department', scopeId: 'CSE', scopeName: expect.any(String) },
      { scope: 'key', scopeId: key.id, scopeName: key.keyNumber },
      { scope: 'person', scopeId: asha.user.id, scopeName: asha.user.name },
    ];
    for (const { scope, scopeId } of scopes)
      await add({ scope, scopeId, kind: 'after', amount: 90, graceMinutes: 10 });
    expect(await rules()).toMatchObject([...scopes].reverse().concat(first as never));
    expect(await end(first.id)).toMatchObject({ status: 200, body: { message: 'Rule ended' } });
    expect(await rules()).toHaveLength(4);
    expect(await end(first.id)).toMatchObject({
      status: 404,
      body: { message: 'Rule not found, or already ended.' },
    });
    const trail = await listAuditEvents(
      campus.db,
      inArray(auditEvents.action, ['add-due-rule', 'end-due-rule']),
    );
    expect(trail).toMatchObject([
      { action: 'add-due-rule', actorId: admin.user.id, details: { ruleId: first.id } },
      { action: 'add-due-rule', details: { scope: 'category', scopeId: 'lab' } },
      { action: 'add-due-rule' },
      { action: 'add-due-rule', keyId: key.id },
      { action: 'add-due-rule', subjectId: asha.user.id },
      { action: 'end-due-rule', details: { ruleId: first.id } },
    ]);
  });

  test.each([
    [{ scope: 'campus', kind: 'after' }, 400, 'Enter after how many minutes or days'],
    [{ scope: 'campus', kind: 'days', amount: 400 }, 400, 'At most 366 days'],
    [{ ...closing, amount: 3 }, 400, 'This kind of rule has no number'],
    [{ ...closing, scopeId: 'lab' }, 400, /^Choose what the rule applies to/],
    [{ scope: 'category', scopeId: '', kind: 'open' }, 400, 'Choose what the rule applies to'],
    [{ scope: 'category', kind: 'closing' }, 400, /^Choose what the rule applies to/],
    [{ scope: 'category', scopeId: 'caves', kind: 'open' }, 400, 'Unknown category: caves'],
    [{ scope: 'department', scopeId: 'MAGIC', kind: 'open' }, 400, 'Unknown department: MAGIC'],
    [{ scope: 'key', scopeId: 'f'.repeat(24), kind: 'open' }, 404, 'Key not found'],
    [{ scope: 'person', scopeId: 'f'.repeat(24), kind: 'open' }, 404, 'Person not found'],
    [{ scope: 'campus', kind: 'open', ceiling: true }, 400, 'A limit has to say until when'],
    [{ ...closing, extensions: 1 }, 400, 'Enter by how many minutes it can be extended'],
    [{ ...closing, graceMinutes: -1 }, 400, 'A number here is never below 0'],
    [{ ...closing, kind: 'never' }, 400, 'Choose when keys are due'],
    [{}, 400, 'Choose what the rule applies to'],
  ])('is not added as %j', async (body, status, message) => {
    const answer = await add(body);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
    expect(await rules()).toEqual([]);
  });

  test('decides when a key is due that is handed out from then on, however it is', async () => {
    await added({ scope: 'category', scopeId: 'lab', kind: 'after', amount: 90, graceMinutes: 10 });
    const [lab, office, own] = [
      await campus.key({ category: 'lab' }),
      await campus.key({ category: 'office' }),
      await campus.key({ category: 'lab' }),
    ];
    const given = await giveKey(desk, asha, lab.id);
    const minutes = (from: string | null, to: string | null) =>
      (Date.parse(to ?? '') - Date.parse(from ?? '')) / 60_000;
    expect(minutes(given.takenAt, given.dueAt)).toBe(90);
    expect(minutes(given.dueAt, given.graceUntil)).toBe(10);
    const [stored] = await loansOf(campus.db, lab.id);
    expect(stored).toMatchObject({ dueRuleId: (await rules())[0]?.id, extended: 0 });
    const closes = await giveKey(desk, asha, office.id);
    expect(closes.graceUntil).toBe(closes.dueAt);
    const taken = await desk.get(api.takeKey, { params: { id: own.id } });
    expect(minutes(taken.data.key.takenAt, taken.data.key.dueAt)).toBe(90);
    const body = { keyId: (await campus.key({ category: 'lab' })).id, holderId: asha.user.id };
    const lent = await desk.get(api.lendKey, { body: { ...body, identifiedBy: 'desk' } });
    expect(minutes(lent.data.key.takenAt, lent.data.key.dueAt)).toBe(90);
    const back = await desk.get(api.collectKey, { params: { id: lab.id }, body: {} });
    expect(back.data.key).toMatchObject({ dueAt: null, graceUntil: null });
  });

  test('that is ended while a key is out leaves its due time as it was', async () => {
    const { id } = await added({ scope: 'campus', kind: 'after', amount: 30 });
    const key = await campus.key();
    const given = await giveKey(desk, asha, key.id);
    await end(id);
    const { data } = await admin.get(api.getKey, { params: { id: key.id } });
    expect(data.key.dueAt).toBe(given.dueAt);
  });

  test('may say that a key has no due time', async () => {
    await added({ scope: 'person', scopeId: asha.user.id, kind: 'open' });
    const given = await giveKey(desk, asha, (await campus.key()).id);
    expect(given).toMatchObject({ dueAt: null, graceUntil: null, status: 'unavailable' });
  });
});

describe('trying the rules', () => {
  const at = '2026-11-27T10:00:00+05:30';
  const attempt = async (change: object = {}) => {
    const body = { keyId: (await campus.key()).id, userId: asha.user.id, at, ...change };
    return admin.call(api.tryDueRules, { body });
  };

  test('says when a key would be due, and which rule decides', async () => {
    const rule = await added({ ...closing, ceiling: true, kind: 'after', amount: 60 });
    const { createdAt, scopeName, ...decides } = rule;
    expect((await attempt({ at: '2026-11-27T04:30:00.000Z' })).body).toMatchObject({
      data: {
        dueAt: '2026-11-27T05:30:00.000Z',
        latest: '2026-11-27T05:30:00.000Z',
        rule: decides,
        ladder: expect.any(Array),
      },
    });
    await end(rule.id);
    expect((await attempt({ at: '2026-11-27T04:30:00.000Z' })).body).toMatchObject({
      data: { dueAt: '2026-11-27T11:50:00.000Z', latest: null, rule: null },
    });
  });

  test('needs a key, a person and a moment', async () => {
    const nobody = 'f'.repeat(24);
    const now = new Date().toISOString();
    expect(await attempt({ keyId: nobody, at: now })).toMatchObject({ status: 404 });
    expect(await attempt({ userId: nobody, at: now })).toMatchObject({
      status: 404,
      body: { message: 'Person not found' },
    });
    expect(await attempt({ at: 'noon' })).toMatchObject({ status: 400 });
    for (const far of ['9999-12-31T23:59:59Z', '2200-01-01T00:00:00Z', '0050-01-01T00:00:00Z'])
      expect(await attempt({ at: far })).toMatchObject({
        status: 400,
        body: { message: 'Choose a time near today' },
      });
    for (const near of ['2000-01-01T00:00:00Z', '2199-12-31T23:59:59Z'])
      expect(await attempt({ at: near })).toMatchObject({ status: 200 });
  });
});
