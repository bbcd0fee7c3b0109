import { api } from '@keydesk/shared/api';
import type { DueRule } from '@keydesk/shared/due/due-for';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { addKeyRule } from '../../../test/due-rules.ts';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents, dueRules, loanExtensions } from '../../db/schema.ts';

const minute = 60_000;

const campus = testCampus();
const guard = campus.resident('security');
const admin = campus.resident('admin');
const holder = campus.newcomer();

/** A key that the holder has since now, due by this rule. */
async function lent(rule: Partial<DueRule> = {}) {
  const { id } = await campus.key();
  await addKeyRule(admin, id, { extensions: 1, extendMinutes: 90, ...rule });
  const key = await giveKey(guard, holder, id);
  return { key, loanId: key.loanId ?? '', dueAt: new Date(key.dueAt ?? 0) };
}

function extend(who: TestClient, loanId: string, body: object = {}) {
  return who.call(api.extendLoan, { params: { id: loanId }, body });
}

function later(moment: Date, minutes: number): string {
  return new Date(moment.getTime() + minutes * minute).toISOString();
}

function time(moment: string): string {
  const zone = { timeZone: campus.config.campusTimezone, timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('en-GB', zone).format(new Date(moment));
}

/** Moves due time and grace of a loan so far into the past. */
function letPass(loanId: string, minutes: number) {
  return campus.db.query(
    `UPDATE loans SET due_at = due_at - $2 * interval '1 minute',
                      grace_until = grace_until - $2 * interval '1 minute' WHERE id = $1`,
    [loanId, minutes],
  );
}

describe('the holder of a key', () => {
  test('keeps it for as long as one extension is, once, and it is recorded', async () => {
    const { key, loanId, dueAt } = await lent({ graceMinutes: 10 });
    const { status, body } = await extend(holder, loanId);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      loanId,
      dueAt: later(dueAt, 90),
      graceUntil: later(dueAt, 100),
      key: { dueAt: later(dueAt, 90), version: key.version + 1 },
    });
    expect(await loansOf(campus.db, key._id)).toMatchObject([
      { extended: 1, dueAt: new Date(later(dueAt, 90)) },
    ]);
    const stored = campus.db.orm.select().from(loanExtensions);
    expect(await stored.where(eq(loanExtensions.loanId, loanId))).toMatchObject([
      { fromDue: dueAt, toDue: new Date(later(dueAt, 90)), byId: holder.user.id, reason: null },
    ]);
    const events = await listAuditEvents(campus.db, eq(auditEvents.action, 'extend-loan'));
    expect(events.at(-1)).toMatchObject({
      actorId: holder.user.id,
      keyId: key._id,
      loanId,
      method: 'holder',
    });
    expect((await extend(holder, loanId)).body).toMatchObject({
      message: 'You have already extended this key. Ask the desk.',
      error: {
        code: 'EXTENDED_ALREADY',
        details: { verdict: { outcome: 'refused', next: 'ask-desk' } },
      },
    });
  });

  test('may name an earlier time, and is told the latest when they name a later one', async () => {
    const { key, loanId, dueAt } = await lent();
    const tooLong = await extend(holder, loanId, { until: later(dueAt, 91) });
    expect(tooLong).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(
          `^You can keep key ${key.keyNumber} until .*${time(later(dueAt, 90))} at most\\.$`,
        ),
      },
    });
    expect((await extend(holder, loanId, { until: later(dueAt, 0) })).status).toBe(400);
    const { body } = await extend(holder, loanId, { until: later(dueAt, 20) });
    expect(body.data).toMatchObject({ dueAt: later(dueAt, 20) });
  });

  test('is asked to bring it once the grace is over, and not before', async () => {
    const { loanId } = await lent({ graceMinutes: 20 });
    await letPass(loanId, 79);
    const [kept] = await Promise.all([extend(holder, loanId)]);
    expect(kept.status).toBe(200);
    const late = await lent({ graceMinutes: 20 });
    await letPass(late.loanId, 81);
    expect(await extend(holder, late.loanId)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(
          /^This key was due at .*\d\d:\d\d\. Return it to the desk or call them\.$/,
        ),
        error: { details: { verdict: { next: 'return-first' } } },
      },
    });
  });

  test('cannot extend before two hours before it is due, nor what no rule allows', async () => {
    const early = await lent({ amount: 121 });
    expect((await extend(holder, early.loanId)).body).toMatchObject({
      error: { code: 'EXTEND_LATER' },
    });
    const never = await lent({ extensions: 0 });
    expect(await extend(holder, never.loanId)).toMatchObject({
      status: 409,
      body: { error: { code: 'KEEP_AT_MOST' } },
    });
  });

  test('may extend by the rule of the hand-out, even after it has ended', async () => {
    const { id } = await campus.key();
    const ruleId = await addKeyRule(admin, id, { extensions: 1, extendMinutes: 30 });
    const key = await giveKey(guard, holder, id);
    await admin.get(api.endDueRule, { params: { id: ruleId } });
    expect((await extend(holder, key.loanId ?? '')).status).toBe(200);
  });

  test('reads until when they may keep each key, or why not', async () => {
    const [can, cannot] = [await lent(), await lent({ extensions: 0 })];
    const plain = await giveKey(guard, holder, (await campus.key()).id);
    const { offers } = (await holder.get(api.ownExtensions)).data;
    const of = (id: string | null) => offers.find(({ loanId }) => loanId === id);
    expect(of(can.loanId)).toMatchObject({ until: later(can.dueAt, 90), why: null });
    expect(of(cannot.loanId)).toMatchObject({
      until: null,
      why: expect.stringMatching(`^You can keep key ${cannot.key.keyNumber} until`),
    });
    expect(of(plain.loanId)).toMatchObject({ until: null, why: null });
  });
});

describe('the desk', () => {
  test('extends at any time and again, with a reason, and the holder is told', async () => {
    const { key, loanId, dueAt } = await lent({ extensions: 0, graceMinutes: 5 });
    await letPass(loanId, 200);
    expect((await extend(guard, loanId)).status).toBe(400);
    const until = later(dueAt, 300);
    const { status, body } = await extend(guard, loanId, { until, reason: 'Exam' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ dueAt: until, graceUntil: later(dueAt, 305) });
    expect(await loansOf(campus.db, key._id)).toMatchObject([{ extended: 0 }]);
    const { notifications } = (await holder.get(api.listNotifications)).data;
    expect(notifications[0]).toMatchObject({
      title: 'Due time moved',
      message: expect.stringContaining(`Key ${key.keyNumber} is now due at`),
      keyId: key._id,
    });
    const again = await extend(guard, loanId, { until: later(dueAt, 400), reason: 'Exam' });
    expect(again.status).toBe(200);
  });

  test('stays below the maximum, which an admin may pass', async () => {
    const { key, loanId, dueAt } = await lent();
    await addKeyRule(admin, key._id, { ceiling: true, amount: 75 });
    const until = later(dueAt, 30);
    const refused = await extend(guard, loanId, { until, reason: 'Exam' });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(
          `^This key must be returned by .*${time(later(dueAt, 15))}\\.$`,
        ),
      },
    });
    const offered = await guard.get(api.loanExtensions, { params: { id: loanId } });
    expect(offered.data).toMatchObject({ choices: [later(dueAt, 15)], latest: later(dueAt, 15) });
    expect((await extend(admin, loanId, { until, reason: 'Exam' })).status).toBe(200);
    const beyond = eq(auditEvents.action, 'extend-beyond-ceiling');
    expect(await listAuditEvents(campus.db, beyond)).toMatchObject([
      { actorId: admin.user.id, loanId, reason: 'Exam' },
    ]);
    expect(await extend(holder, loanId)).toMatchObject({ status: 409 });
  });

  test('has a key of their own extended by somebody else, or as an admin', async () => {
    const colleague = await campus.person('security');
    const takenBy = async (who: TestClient) => {
      const { id } = await campus.key();
      const { loanId, dueAt } = (await who.get(api.takeKey, { params: { id } })).data.key;
      const body = { until: later(new Date(dueAt ?? 0), 60), reason: 'Rounds' };
      return { loanId: loanId ?? '', body };
    };
    const own = await takenBy(guard);
    expect(await extend(guard, own.loanId, own.body)).toMatchObject({
      status: 403,
      body: { error: { code: 'OWN_EXTENSION' } },
    });
    expect((await extend(colleague, own.loanId, own.body)).status).toBe(200);
    const admins = await takenBy(admin);
    expect((await extend(admin, admins.loanId, admins.body)).status).toBe(200);
    const events = await listAuditEvents(campus.db, eq(auditEvents.reason, 'Rounds'));
    expect(events.map(({ method }) => method)).toEqual(['desk', 'own-admin']);
  });
});

test('a maximum holds at once, also in a process that was not notified of it', async () => {
  const second = await campus.another();
  const { key, loanId, dueAt } = await lent();
  await campus.db.orm.insert(dueRules).values({
    scope: 'key',
    scopeId: key._id,
    kind: 'after',
    amount: 75,
    ceiling: true,
    extensions: 0,
    extendMinutes: 0,
    graceMinutes: 0,
    note: '',
  });
  const until = later(dueAt, 30);
  expect(await extend(holder.at(second), loanId, { until })).toMatchObject({
    status: 409,
    body: { error: { code: 'MUST_BE_BACK' } },
  });
  expect(await loansOf(campus.db, key._id)).toMatchObject([{ dueAt, extended: 0 }]);
});

describe('nothing is extended', () => {
  test('to a moment that is none, or far from now; the message says so', async () => {
    const { loanId } = await lent();
    const refusal = async (body: object) => (await extend(holder, loanId, body)).body.message;
    expect(await refusal({ until: 'tomorrow' })).toMatch(/^Enter date and time with an offset/);
    for (const until of ['9999-12-31T23:59:59Z', '0050-01-01T00:00:00Z'])
      expect(await refusal({ until })).toBe('Choose a time near today');
    expect(await refusal({ reason: 'x'.repeat(501) })).toBe(
      'Reason must be at most 500 characters',
    );
  });

  test('of a key that is back, or of a loan that there is not', async () => {
    const { key, loanId, dueAt } = await lent();
    await guard.get(api.collectKey, { params: { id: key._id } });
    expect(await extend(holder, loanId)).toMatchObject({
      status: 409,
      body: { error: { code: 'KEY_NOT_TAKEN', details: { verdict: { outcome: 'refused' } } } },
    });
    const reads = (id: string) => guard.call(api.loanExtensions, { params: { id } });
    expect((await reads(loanId)).status).toBe(409);
    expect((await reads('0'.repeat(24))).status).toBe(404);
    expect((await extend(holder, '0'.repeat(24))).status).toBe(404);
    expect(await loansOf(campus.db, key._id)).toMatchObject([{ dueAt, extended: 0 }]);
  });
});

describe('at the same moment', () => {
  test('eight extensions of the holder are one', async () => {
    const { key, loanId, dueAt } = await lent();
    const second = await campus.another();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => extend(n % 2 ? holder.at(second) : holder, loanId)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await loansOf(campus.db, key._id)).toMatchObject([
      { extended: 1, dueAt: new Date(later(dueAt, 90)) },
    ]);
  });

  test('a return and an extension leave a closed loan, and only what was granted, 30 times', async () => {
    const { id } = await campus.key();
    await addKeyRule(admin, id, { extensions: 1, extendMinutes: 30 });
    for (let round = 0; round < 30; round += 1) {
      const { loanId } = await giveKey(guard, holder, id);
      const [answer, returned] = await Promise.all([
        extend(holder, loanId ?? ''),
        guard.call(api.collectKey, { params: { id } }),
      ]);
      expect(returned.status).toBe(200);
      const loan = (await loansOf(campus.db, id)).at(-1);
      expect(loan?.returnedAt).not.toBeNull();
      expect({ status: answer.status, extended: loan?.extended }).toEqual(
        answer.status === 200 ? { status: 200, extended: 1 } : { status: 409, extended: 0 },
      );
    }
  }, 60_000);
});
