import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addKeyRule } from '../../../test/due-rules.ts';
import { loansOf } from '../../../test/handovers.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import {
  answerTo,
  confirmedVisitor,
  entered,
  newPhone,
  visitorOf,
} from '../../../test/visitors.ts';
import { loans, visitors } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

function lendTo(holderId: string, keyId: string, more: object = {}) {
  const body = { keyId, holderId, identifiedBy: 'desk', ...more };
  return guard.call(api.lendKey, { body });
}

async function lentTo(holderId: string, lentKey?: Awaited<ReturnType<TestApp['key']>>) {
  const key = lentKey ?? (await campus.key());
  const { status, body } = await lendTo(holderId, key.id);
  expect(status).toBe(200);
  const { loanId } = body.data as { loanId: string };
  return { key, loanId };
}

/** The first reason of a refusal. */
async function refusalOf(holderId: string, keyId: string, more: object = {}) {
  const { status, body } = await lendTo(holderId, keyId, more);
  const { details } = body.error as {
    details?: { verdict?: { reasons: { code: string }[] }; mayOverride?: true };
  };
  expect(await loansOf(campus.db, keyId)).toEqual([]);
  return [status, details?.verdict?.reasons[0]?.code, details?.mayOverride];
}

async function latestOf(person: typeof asha) {
  return (await person.get(api.listNotifications)).data.notifications[0];
}

async function endVisit(id: string) {
  await campus.db.orm
    .update(visitors)
    .set({ validUntil: new Date(Date.now() - 1000) })
    .where(eq(visitors.userId, id));
}

describe('a visitor gets a key', () => {
  test('before their sponsor has answered, which the desk reads, and sees the answer', async () => {
    const id = await entered(guard, asha);
    const key = await campus.key();
    const first = async () => {
      const question = { params: { id: key.id }, query: { userId: id } };
      const { outcome, reasons } = (await guard.get(api.keyVerdict, question)).data.verdict;
      return [outcome, reasons[0]?.code];
    };
    expect(await first()).toEqual(['allowed', 'VISITOR_NOT_CONFIRMED']);
    await asha.get(api.answerVisitor, await answerTo(campus, id, 'confirmed'));
    expect(await first()).toEqual(['allowed', 'VISITOR_CONFIRMED']);
    await lentTo(await entered(guard, asha));
  });

  test('and keeps it no longer than their time, unless an admin says so', async () => {
    const validUntil = new Date(Date.now() + 20 * 60_000);
    const id = await confirmedVisitor(campus, guard, asha, {
      validUntil: validUntil.toISOString(),
    });
    const key = await campus.key();
    await addKeyRule(admin, key.id, { amount: 10, extensions: 1, extendMinutes: 30 });
    const { loanId } = await lentTo(id, key);
    const extend = (who: TestClient, minutes: number) =>
      who.call(api.extendLoan, {
        params: { id: loanId },
        body: { until: new Date(Date.now() + minutes * 60_000).toISOString(), reason: 'Not done' },
      });
    expect((await extend(guard, 15)).status).toBe(200);
    expect((await extend(guard, 25)).status).toBe(409);
    const offered = (await guard.get(api.loanExtensions, { params: { id: loanId } })).data;
    expect(offered.latest).toBe(validUntil.toISOString());
    expect((await extend(admin, 25)).status).toBe(200);
  });

  test('once their sponsor has confirmed, by the end of their time, and the sponsor is told', async () => {
    const key = await campus.key();
    await addKeyRule(admin, key.id, { kind: 'days', amount: 7 });
    const validUntil = new Date(Date.now() + 60_000).toISOString();
    const id = await confirmedVisitor(campus, guard, asha, { validUntil });
    const { loanId } = await lentTo(id, key);
    const [loan] = await loansOf(campus.db, key.id);
    expect(loan).toMatchObject({ holderId: id, dueAt: new Date(validUntil) });
    expect(await latestOf(asha)).toMatchObject({
      template: 'key-lent',
      message: `Visitor Ravi of Voltas has key ${key.keyNumber} on your behalf.`,
      ofVisitor: true,
      loanId,
    });
    const { data } = await guard.get(api.getKey, { params: { id: key.id } });
    expect(data.key.takenBy).toMatchObject({ name: 'Ravi of Voltas (visitor)' });
  });

  test('and what is a visitor’s stays out of their sponsor’s own keys', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const { key } = await lentTo(id);
    const { data } = await asha.get(api.myTakenKeys);
    expect(JSON.stringify(data)).not.toContain(key.id);
  });

  test('whose every message goes to their sponsor, who is told for whom', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const { key, loanId } = await lentTo(id);
    await guard.get(api.remindHolder, { params: { id: loanId }, body: {} });
    expect(await latestOf(asha)).toMatchObject({
      message: `For Ravi of Voltas: Please return 1 key: ${key.keyNumber} (${key.keyName}).`,
    });
    expect(await latestOf(asha)).not.toHaveProperty('link');
    const again = await guard.call(api.remindHolder, { params: { id: loanId }, body: {} });
    expect(again.body.error).toMatchObject({ code: 'REMINDED_RECENTLY' });
    await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
    expect((await latestOf(asha))?.message).toMatch(/^For Ravi of Voltas: Key .+ was collected by/);
    const { rows } = await campus.db.query('SELECT FROM notifications WHERE user_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('a visitor gets no key', () => {
  test('once their sponsor said no to the question', async () => {
    const key = await campus.key();
    const id = await entered(guard, asha);
    await asha.get(api.answerVisitor, await answerTo(campus, id, 'refused'));
    expect(await refusalOf(id, key.id)).toEqual([403, 'VISITOR_REFUSED', undefined]);
  });

  test('once their sponsor said Not me of another', async () => {
    const id = await entered(guard, asha);
    const { loanId } = await lentTo(id);
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    expect(await refusalOf(id, (await campus.key()).id)).toEqual([
      403,
      'VISITOR_REFUSED',
      undefined,
    ]);
  });

  test('that is kept as high-security, with whatever reason or access', async () => {
    const key = await campus.key({ level: 'high' });
    const id = await confirmedVisitor(campus, guard, asha);
    const overrideReason = 'The lift has to be repaired';
    expect(await refusalOf(id, key.id, { overrideReason })).toEqual([
      403,
      'VISITOR_HIGH_SECURITY',
      undefined,
    ]);
    await admin.get(api.addAccessRule, {
      body: {
        target: 'key',
        targetId: key.id,
        subject: 'person',
        subjectId: id,
        effect: 'allow',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
      },
    });
    expect(await refusalOf(id, key.id)).toEqual([403, 'VISITOR_HIGH_SECURITY', undefined]);
  });

  test('after their time, but brings back what they have', async () => {
    const phone = newPhone();
    const id = await confirmedVisitor(campus, guard, asha, { phone });
    const { key } = await lentTo(id);
    await endVisit(id);
    const other = await campus.key();
    expect(await refusalOf(id, other.id)).toEqual([403, 'VISITOR_OVER', undefined]);
    expect((await guard.call(api.collectKey, { params: { id: key.id } })).status).toBe(200);
    await confirmedVisitor(campus, guard, asha, { phone });
    expect((await lendTo(id, other.id)).status).toBe(200);
  });

  test('once their sponsor is suspended', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    await admin.get(api.setUserState, {
      params: { id: asha.user.id },
      body: { state: 'suspended' },
    });
    expect(await refusalOf(id, (await campus.key()).id)).toEqual([
      403,
      'VISITOR_WITHOUT_SPONSOR',
      undefined,
    ]);
  });

  test('as the fourth at a time, also when six desks lend at once', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const second = await campus.another();
    const keys = await Promise.all(Array.from({ length: 6 }, () => campus.key()));
    const answers = await Promise.all(
      keys.map(({ id: keyId }, index) =>
        (index % 2 ? guard.at(second) : guard).call(api.lendKey, {
          body: { keyId, holderId: id, identifiedBy: 'desk' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const open = await campus.db.orm.select().from(loans).where(eq(loans.holderId, id));
    expect(open).toHaveLength(3);
    expect(await refusalOf(id, (await campus.key()).id)).toEqual([
      403,
      'VISITOR_HAS_MOST',
      undefined,
    ]);
  });

  test('on behalf of somebody else while they have one', async () => {
    const phone = newPhone();
    const id = await confirmedVisitor(campus, guard, asha, { phone });
    await lentTo(id);
    const meera = await campus.person('faculty', { name: 'Meera Nair' });
    const refused = await guard.call(api.enterVisitor, { body: visitorOf(meera, { phone }) });
    expect(refused.body).toMatchObject({
      message: expect.stringContaining('on behalf of Asha Rao'),
      error: { code: 'VISITOR_HAS_KEYS' },
    });
    expect((await lendTo(id, (await campus.key()).id)).status).toBe(200);
    await campus.db.query('UPDATE users SET suspended_at = now() WHERE id = $1', [asha.user.id]);
    expect((await guard.call(api.enterVisitor, { body: visitorOf(meera, { phone }) })).status).toBe(
      200,
    );
    expect((await lendTo(id, (await campus.key()).id)).status).toBe(200);
  });

  test('under another name while they have one', async () => {
    const phone = newPhone();
    const id = await entered(guard, asha, { phone });
    const { key } = await lentTo(id);
    const body = visitorOf(asha, { phone, name: 'Somebody Else' });
    const refused = await guard.call(api.enterVisitor, { body });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        message:
          'Ravi of Voltas has this phone number and still has keys. Take them back before the name changes.',
        error: { code: 'VISITOR_KEEPS_NAME' },
      },
    ]);
    const { data } = await guard.get(api.getKey, { params: { id: key.id } });
    expect(data.key.takenBy).toMatchObject({ name: 'Ravi of Voltas (visitor)' });
    await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
    expect((await guard.call(api.enterVisitor, { body })).status).toBe(200);
  });
});

describe('Not me', () => {
  test('of the sponsor disputes the key of their visitor, and the desk reads whose it was', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const { key, loanId } = await lentTo(id);
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    expect(await latestOf(asha)).toMatchObject({ disputed: true });
    const { disputes } = (await guard.get(api.keyDisputes, { params: { id: key.id } })).data;
    expect(disputes).toMatchObject([{ holder: { id }, sponsor: { name: 'Asha Rao' } }]);
    expect((await latestOf(guard))?.message).toContain(
      `Asha Rao says that key ${key.keyNumber} was not handed to Ravi of Voltas (visitor).`,
    );
    const settlement = { params: { id: loanId }, body: { resolution: 'returned' } };
    await admin.get(api.settleDispute, settlement);
    expect((await latestOf(asha))?.message).toMatch(/^For Ravi of Voltas: You were right: key/);
  });

  test('is nobody else’s', async () => {
    const { loanId } = await lentTo(await confirmedVisitor(campus, guard, asha));
    const other = await campus.person();
    const refused = await other.call(api.disputeLoan, { params: { id: loanId } });
    expect(refused.status).toBe(404);
  });
});
