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
const guard = campus.newcomer('security');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

function lendTo(holderId: string, keyId: string, more: object = {}) {
  const body = { keyId, holderId, identifiedBy: 'desk', ...more };
  return guard.call(api.lendKey, { body });
}

async function lentTo(holderId: string, lentKey?: Awaited<ReturnType<TestApp['key']>>) {
  const key = lentKey ?? (await campus.key());
  const { status, body } = await lendTo(holderId, key.id, { unanswered: true });
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
      message: `For Ravi of Voltas: Return 1 key: ${key.keyNumber} (${key.keyName}).`,
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

  test('by another number neither, until the sponsor says otherwise', async () => {
    const id = await entered(guard, asha);
    await asha.get(api.answerVisitor, await answerTo(campus, id, 'refused'));
    const again = await entered(guard, asha, { name: 'RAVI', organisation: 'Otis' });
    expect(again).not.toBe(id);
    const key = await campus.key();
    expect(await refusalOf(again, key.id)).toEqual([403, 'VISITOR_REFUSED', undefined]);
    await asha.get(api.answerVisitor, await answerTo(campus, again, 'confirmed'));
    await lentTo(again);
    const meera = await campus.person('faculty');
    await lentTo(await entered(guard, meera));
  });

  test('though their sponsor confirmed somebody else with the number', async () => {
    const phone = newPhone();
    const bad = await entered(guard, asha, { phone, name: 'Bad Fellow' });
    await asha.get(api.answerVisitor, await answerTo(campus, bad, 'refused'));
    const other = { phone, name: 'Good Fellow', samePerson: false };
    const good = await entered(guard, asha, other);
    const key = await campus.key();
    expect(await refusalOf(good, key.id, { unanswered: true })).toEqual([
      403,
      'VISITOR_REFUSED',
      undefined,
    ]);
    await asha.get(api.answerVisitor, await answerTo(campus, good, 'confirmed'));
    const again = await entered(guard, asha, { name: 'Bad Fellow' });
    for (const id of [bad, again])
      expect(await refusalOf(id, key.id, { unanswered: true })).toEqual([
        403,
        'VISITOR_REFUSED',
        undefined,
      ]);
    await lentTo(good);
    await admin.get(api.allowVisitor, { params: { id: again } });
    await lentTo(again);
  });

  test('for the refusal of a namesake only until someone lets them', async () => {
    const refused = await entered(guard, asha, { name: 'Name Sake' });
    await asha.get(api.answerVisitor, await answerTo(campus, refused, 'refused'));
    const phone = newPhone();
    const given = { name: 'Name Sake', phone };
    const vouched = await confirmedVisitor(campus, guard, asha, given);
    const longer = new Date(Date.now() + 3 * 86_400_000).toISOString();
    expect(await entered(guard, asha, { ...given, validUntil: longer })).toBe(vouched);
    await lentTo(vouched);
    const allowed = await entered(guard, asha, { ...given, phone: newPhone() });
    await admin.get(api.allowVisitor, { params: { id: allowed } });
    // They refused someone else.
    expect((await latestOf(asha))?.template).not.toBe('visitor-allowed');
    await lentTo(allowed);
  });

  test('once a desk has asked their sponsor about thirty in a day', async () => {
    const sponsor = await campus.person();
    const count = (most: number) =>
      campus.db.query(`INSERT INTO request_counts (key, points, expire) VALUES ($1, $2, $3)`, [
        `ask-same-sponsor:${guard.user.id}:${sponsor.user.id}`,
        most,
        Date.now() + 60_000,
      ]);
    await count(29);
    await entered(guard, sponsor);
    const refused = await guard.call(api.enterVisitor, { body: visitorOf(sponsor) });
    expect([refused.status, refused.body.error]).toMatchObject([429, { code: 'SPONSOR_HAS_MANY' }]);
    await entered(admin, sponsor);
  });

  test('under the name of whom the desk was not asked about', async () => {
    const phone = newPhone();
    const ravi = await entered(guard, asha, { phone });
    const asked = await guard.call(api.enterVisitor, {
      body: visitorOf(asha, { phone, name: 'Ravi K' }),
    });
    const { details } = asked.body.error as { details: { person: { id: string } } };
    const mohan = await entered(guard, asha, { phone, name: 'Mohan', samePerson: false });
    const same = { phone, name: 'Ravi K', samePerson: true, knownId: details.person.id };
    expect(await entered(guard, asha, same)).toBe(ravi);
    const [other] = await campus.db.orm.select().from(visitors).where(eq(visitors.userId, mohan));
    expect(other?.name).toBe('Mohan');
    const unknown = { ...same, name: 'Ravi L', knownId: asha.user.id };
    const refused = await guard.call(api.enterVisitor, { body: visitorOf(asha, unknown) });
    expect(refused.body.error).toMatchObject({ code: 'VISITOR_NUMBER_KNOWN' });
  });

  test('of another company while they have one', async () => {
    const phone = newPhone();
    const id = await confirmedVisitor(campus, guard, asha, { phone });
    await lentTo(id);
    const body = visitorOf(asha, { phone, organisation: 'Kone', samePerson: true });
    const refusedName = await guard.call(api.enterVisitor, { body });
    expect([refusedName.status, refusedName.body.error]).toMatchObject([
      409,
      { code: 'VISITOR_KEEPS_NAME' },
    ]);
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
      message: expect.stringContaining('with Asha Rao as sponsor'),
      error: { code: 'VISITOR_HAS_KEYS' },
    });
    await lentTo(id);
    await campus.db.query('UPDATE users SET suspended_at = now() WHERE id = $1', [asha.user.id]);
    expect((await guard.call(api.enterVisitor, { body: visitorOf(meera, { phone }) })).status).toBe(
      200,
    );
    await lentTo(id);
  });

  test('under another name while they have one', async () => {
    const phone = newPhone();
    const id = await entered(guard, asha, { phone });
    const { key } = await lentTo(id);
    const body = visitorOf(asha, { phone, name: 'Somebody Else', samePerson: true });
    const refused = await guard.call(api.enterVisitor, { body });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        message:
          'Ravi of Voltas has this phone number and still has keys. Take them back before you change the name.',
        error: { code: 'VISITOR_KEEPS_NAME' },
      },
    ]);
    const { data } = await guard.get(api.getKey, { params: { id: key.id } });
    expect(data.key.takenBy).toMatchObject({ name: 'Ravi of Voltas (visitor)' });
    await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
    expect((await guard.call(api.enterVisitor, { body })).status).toBe(200);
  });

  test('once their sponsor, who had not answered, says Not me to an undone return', async () => {
    const id = await entered(guard, asha);
    const { key, loanId } = await lentTo(id);
    await guard.get(api.collectKey, { params: { id: key.id } });
    const undo = { reason: 'not-there', handover: 'return' };
    await guard.get(api.undoHandover, { params: { id: loanId }, body: undo });
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    const next = await campus.key();
    expect(await refusalOf(id, next.id, { unanswered: true })).toEqual([
      403,
      'VISITOR_REFUSED',
      undefined,
    ]);
  });

  test('while three are out, one of which is disputed', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const [one] = [await lentTo(id), await lentTo(id), await lentTo(id)];
    await guard.get(api.collectKey, { params: { id: one.key.id } });
    const undo = { reason: 'not-there', handover: 'return' };
    await guard.get(api.undoHandover, { params: { id: one.loanId }, body: undo });
    await asha.get(api.disputeLoan, { params: { id: one.loanId } });
    expect(await refusalOf(id, (await campus.key()).id)).toEqual([
      403,
      'VISITOR_HAS_MOST',
      undefined,
    ]);
  });

  test('and what the desk does with a loan is told to its sponsor, whoever answers now', async () => {
    const phone = newPhone();
    const id = await confirmedVisitor(campus, guard, asha, { phone });
    const key = await campus.key();
    await addKeyRule(admin, key.id, { amount: 10, extensions: 1, extendMinutes: 30 });
    const { loanId } = await lentTo(id, key);
    await guard.get(api.collectKey, { params: { id: key.id } });
    const meera = await campus.person('faculty');
    await entered(guard, meera, { phone, name: 'Roy', samePerson: true });
    const undo = { reason: 'not-there', handover: 'return' };
    await guard.get(api.undoHandover, { params: { id: loanId }, body: undo });
    const before = await latestOf(meera);
    const until = new Date(Date.now() + 20 * 60_000).toISOString();
    await guard.get(api.extendLoan, { params: { id: loanId }, body: { until, reason: 'Overdue' } });
    expect(await latestOf(asha)).toMatchObject({
      template: 'due-extended',
      message: expect.stringMatching(/^For Ravi of Voltas: /),
    });
    await guard.get(api.reportKey, { params: { id: key.id }, body: { kind: 'lost' } });
    expect(await latestOf(asha)).toMatchObject({ template: 'key-reported' });
    expect(await latestOf(meera)).toEqual(before);
  });

  test('and the settlement goes to who said Not me, also if they are suspended since', async () => {
    const phone = newPhone();
    const sponsor = await campus.person('faculty', { name: 'Carol Diaz' });
    const { key, loanId } = await lentTo(await entered(guard, sponsor, { phone }));
    await guard.get(api.collectKey, { params: { id: key.id } });
    await entered(guard, asha, { phone, name: 'Roy', samePerson: true });
    await sponsor.get(api.disputeLoan, { params: { id: loanId } });
    await admin.get(api.setUserState, {
      params: { id: sponsor.user.id },
      body: { state: 'suspended' },
    });
    const before = await latestOf(asha);
    const body = { resolution: 'confirmed' };
    await admin.get(api.settleDispute, { params: { id: loanId }, body });
    expect(await latestOf(asha)).toEqual(before);
    const { rows } = await campus.db.query(
      `SELECT facts -> 'visitor' ->> 'name' AS visitor FROM notifications
        WHERE user_id = $1 AND template = 'dispute-settled'`,
      [sponsor.user.id],
    );
    expect(rows).toEqual([{ visitor: 'Ravi of Voltas' }]);
  });

  test('and the list of disputes names who said it, as do their own data', async () => {
    const sponsor = await campus.person('faculty');
    const phone = newPhone();
    const { key, loanId } = await lentTo(await entered(guard, sponsor, { phone }));
    await guard.get(api.collectKey, { params: { id: key.id } });
    await entered(guard, asha, { phone });
    await admin.get(api.setUserState, {
      params: { id: sponsor.user.id },
      body: { state: 'suspended' },
    });
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    const { disputes } = (await guard.get(api.keyDisputes, { params: { id: key.id } })).data;
    expect(disputes).toMatchObject([{ sponsor: { name: 'Asha Rao' } }]);
    const { body } = await asha.call(api.myData, {});
    expect(JSON.stringify(body.disputes)).toContain(loanId);
  });

  test('and the settlement of a sponsor’s Not me goes to that sponsor, whoever answers now', async () => {
    const phone = newPhone();
    const id = await confirmedVisitor(campus, guard, asha, { phone });
    const { key, loanId } = await lentTo(id);
    await guard.get(api.collectKey, { params: { id: key.id } });
    const meera = await campus.person('faculty');
    await entered(guard, meera, { phone });
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    const before = await latestOf(meera);
    const body = { resolution: 'confirmed' };
    await admin.get(api.settleDispute, { params: { id: loanId }, body });
    expect((await latestOf(asha))?.message).toContain('Dispute settled');
    expect(await latestOf(meera)).toEqual(before);
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
      'Asha Rao does not vouch for Ravi of Voltas.',
    );
    const settlement = { params: { id: loanId }, body: { resolution: 'returned' } };
    await admin.get(api.settleDispute, settlement);
    expect((await latestOf(asha))?.message).toMatch(
      /^Dispute settled: key .* with Ravi of Voltas\.$/,
    );
  });

  test('is nobody else’s', async () => {
    const { loanId } = await lentTo(await confirmedVisitor(campus, guard, asha));
    const other = await campus.person();
    const refused = await other.call(api.disputeLoan, { params: { id: loanId } });
    expect(refused.status).toBe(404);
  });

  test('stays with who answered for the key when the visitor has another sponsor since', async () => {
    const phone = newPhone();
    const { key, loanId } = await lentTo(await entered(guard, asha, { phone }));
    await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
    const other = await campus.person();
    await entered(guard, other, { phone });
    expect((await other.call(api.disputeLoan, { params: { id: loanId } })).status).toBe(404);
    expect((await asha.call(api.disputeLoan, { params: { id: loanId } })).status).toBe(200);
  });

  test('holds for whoever is given the name of somebody refused', async () => {
    const refused = await entered(guard, asha, { name: 'Bad Fellow' });
    await asha.get(api.answerVisitor, await answerTo(campus, refused, 'refused'));
    const phone = newPhone();
    await entered(guard, asha, { name: 'Good Fellow', phone });
    const renamed = { name: 'Bad Fellow', phone, samePerson: true };
    const key = await campus.key();
    const { status } = await lendTo(await entered(guard, asha, renamed), key.id, {
      unanswered: true,
    });
    expect(status).toBe(403);
  });

  test('recalls the key whose return is undone afterwards', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const { key, loanId } = await lentTo(id);
    await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
    await asha.get(api.answerVisitor, await answerTo(campus, id, 'refused'));
    const undo = { params: { id: loanId }, body: { reason: 'not-there' } as const };
    await guard.get(api.undoHandover, undo);
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ recalledAt: expect.any(Date) }]);
  });

  test('said and unsaid again and again floods nobody at the desk', async () => {
    const id = await entered(guard, asha);
    for (let count = 0; count < 15; count += 1)
      for (const answer of ['refused', 'confirmed'] as const)
        await asha.call(api.answerVisitor, await answerTo(campus, id, answer));
    const { rows } = await campus.db.query<{ told: number }>(
      `SELECT count(*)::int AS told FROM notifications
        WHERE user_id = $1 AND template = 'sponsor-refuses' AND bundle_id IS NULL
          AND facts -> 'person' ->> 'id' = $2`,
      [admin.user.id, id],
    );
    expect(rows[0]?.told).toBeLessThanOrEqual(10);
  });

  test('is asked no more often for a visitor who is entered again and again', async () => {
    const phone = newPhone();
    const until = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    for (let count = 0; count < 15; count += 1)
      await guard.call(api.enterVisitor, {
        body: visitorOf(asha, { phone, validUntil: until(60 + count) }),
      });
    const { rows } = await campus.db.query<{ asked: number }>(
      `SELECT count(*)::int AS asked FROM notifications
        WHERE user_id = $1 AND template = 'visitor-asks' AND bundle_id IS NULL`,
      [asha.user.id],
    );
    expect(rows[0]?.asked).toBeLessThanOrEqual(10);
  });
});

describe('before the sponsor has answered', () => {
  test('a key leaves only if the desk says so, and sponsor and admins are told', async () => {
    const id = await entered(guard, asha);
    const key = await campus.key();
    // The tests before bundle the messages of the others.
    const newAdmin = await campus.person('admin');
    const question = { params: { id: key.id }, query: { userId: id } };
    const { reasons } = (await guard.get(api.keyVerdict, question)).data.verdict;
    expect(reasons[0]?.text).toBe('No answer from Asha Rao yet');
    const refused = await lendTo(id, key.id);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        message: expect.stringContaining('No answer from Asha Rao yet'),
        error: { code: 'SPONSOR_UNANSWERED' },
      },
    ]);
    expect(await loansOf(campus.db, key.id)).toEqual([]);
    await lentTo(id, key);
    expect((await latestOf(asha))?.message).toBe(
      `Visitor Ravi of Voltas has key ${key.keyNumber} on your behalf. The desk had no answer from you.`,
    );
    expect(await latestOf(newAdmin)).toMatchObject({
      template: 'lent-unanswered',
      message: expect.stringContaining('No answer from Asha Rao yet'),
    });
  });

  test('a reason to override a rule is no answer', async () => {
    const id = await entered(guard, asha);
    const key = await campus.key({ level: 'restricted' });
    const overrideReason = 'The lift has to be repaired';
    const { body } = await lendTo(id, key.id, { overrideReason });
    expect(body.error).toMatchObject({ code: 'SPONSOR_UNANSWERED' });
    expect((await lendTo(id, key.id, { overrideReason, unanswered: true })).status).toBe(200);
  });
});

const inHalfAnHour = () => Date.now() + 31 * 60_000;

describe('a sponsor who refuses', () => {
  async function recalledOf(keyId: string) {
    const [loan] = await loansOf(campus.db, keyId);
    expect(loan?.recalledAt).not.toBeNull();
    expect(Number(loan?.dueAt)).toBeLessThan(inHalfAnHour());
  }

  async function refuses(id: string) {
    await asha.get(api.answerVisitor, await answerTo(campus, id, 'refused'));
  }

  test('has the keys recalled, and desk and admins are told', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const { key } = await lentTo(id);
    await refuses(id);
    await recalledOf(key.id);
    for (const told of [guard, admin])
      expect(await latestOf(told)).toMatchObject({
        template: 'sponsor-refuses',
        message: `A visitor is refused: Asha Rao does not vouch for Ravi of Voltas. Recalled: ${key.keyNumber}.`,
      });
  });

  test('of one key has every other recalled', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const [first, second] = [await lentTo(id), await lentTo(id)];
    await asha.get(api.disputeLoan, { params: { id: first.loanId } });
    await recalledOf(first.key.id);
    await recalledOf(second.key.id);
    expect((await latestOf(guard))?.message).toContain(
      `Asha Rao does not vouch for Ravi of Voltas. Recalled: ${first.key.keyNumber}, ${second.key.keyNumber}.`,
    );
  });

  test('is not asked again by entering the visitor again, under whatever name', async () => {
    const phone = newPhone();
    const id = await entered(guard, asha, { phone });
    await refuses(id);
    const key = await campus.key();
    for (const again of [
      {},
      { validUntil: new Date(Date.now() + 3 * 86_400_000).toISOString() },
      { name: 'Suresh', samePerson: true },
    ]) {
      expect(await entered(guard, asha, { phone, ...again })).toBe(id);
      expect(await refusalOf(id, key.id, { unanswered: true })).toEqual([
        403,
        'VISITOR_REFUSED',
        undefined,
      ]);
    }
    const other = await entered(guard, asha, { phone, name: 'Suresh', samePerson: false });
    expect(other).not.toBe(id);
    expect((await refusalOf(other, key.id, { unanswered: true }))[1]).toBe('VISITOR_REFUSED');
  });

  test('holds under the name that was refused, which somebody else cannot change', async () => {
    const phone = newPhone();
    await refuses(await entered(guard, asha, { name: 'Bad Fellow', phone }));
    const meera = await campus.person('faculty');
    const renamed = visitorOf(meera, { name: 'Quite Other', phone, samePerson: true });
    expect((await guard.call(api.enterVisitor, { body: renamed })).body).toMatchObject({
      message:
        'Bad Fellow of Voltas has this phone number and is refused by a sponsor. Only an admin or that sponsor can allow a new name.',
      error: { code: 'VISITOR_KEEPS_NAME' },
    });
    const again = await entered(guard, asha, { name: 'Bad Fellow' });
    const key = await campus.key();
    expect((await refusalOf(again, key.id, { unanswered: true }))[1]).toBe('VISITOR_REFUSED');
  });

  test('is not overruled by another who has not answered, and the desk reads of it', async () => {
    const phone = newPhone();
    const meera = await campus.person('faculty', { name: 'Meera Nair' });
    const id = await entered(guard, asha, { phone });
    await refuses(id);
    await entered(guard, meera, { phone });
    const key = await campus.key();
    expect((await refusalOf(id, key.id, { unanswered: true }))[1]).toBe('VISITOR_REFUSED');
    await meera.get(api.answerVisitor, await answerTo(campus, id, 'confirmed'));
    const question = { params: { id: key.id }, query: { userId: id } };
    const { reasons } = (await guard.get(api.keyVerdict, question)).data.verdict;
    expect(reasons[0]?.text).toBe(
      'Meera Nair vouches for Ravi of Voltas. Asha Rao refused a visitor with this name or number.',
    );
    expect((await lendTo(id, key.id)).status).toBe(200);
    await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
    await entered(guard, asha, { phone });
    expect((await refusalOf(id, (await campus.key()).id))[1]).toBe('VISITOR_REFUSED');
  });

  test('can say otherwise, and the key that is out stays recalled', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const { key } = await lentTo(id);
    await refuses(id);
    const reason = async () =>
      (await guard.get(api.getKey, { params: { id: key.id } })).data.key.recallReason;
    expect(await reason()).toBe('Their sponsor does not vouch for them.');
    await asha.get(api.answerVisitor, await answerTo(campus, id, 'confirmed'));
    await recalledOf(key.id);
    expect(await reason()).toBe('Their sponsor refused them, but vouches for them now.');
    await refuses(id);
    expect(await reason()).toBe('Their sponsor does not vouch for them.');
    await asha.get(api.answerVisitor, await answerTo(campus, id, 'confirmed'));
    expect((await lendTo(id, (await campus.key()).id)).status).toBe(200);
  });

  test('is told when an admin lets the visitor have keys again', async () => {
    const id = await entered(guard, asha);
    await refuses(id);
    const params = { id };
    expect((await guard.call(api.allowVisitor, { params })).status).toBe(403);
    await admin.get(api.allowVisitor, { params });
    expect((await latestOf(asha))?.message).toContain('allows Ravi of Voltas to have keys again');
    const key = await campus.key();
    expect((await lendTo(id, key.id)).body.error).toMatchObject({ code: 'SPONSOR_UNANSWERED' });
    await lentTo(id, key);
    const again = await admin.call(api.allowVisitor, { params });
    expect(again.body.error).toMatchObject({ code: 'VISITOR_NOT_REFUSED' });
  });

  test('is what an admin can settle a dispute with, while they refuse, of visitors only', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const { key, loanId } = await lentTo(id);
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    const body = { resolution: 'sponsor-refuses' };
    await admin.get(api.settleDispute, { params: { id: loanId }, body });
    const [loan] = await loansOf(campus.db, key.id);
    expect(loan).toMatchObject({ holderId: id, returnedAt: null });
    const { disputes } = (await guard.get(api.keyDisputes, { params: { id: key.id } })).data;
    expect(disputes).toMatchObject([{ ...body, sponsor: { name: 'Asha Rao' } }]);

    const own = (await lentTo(asha.user.id)).loanId;
    await asha.get(api.disputeLoan, { params: { id: own } });
    const vouched = await confirmedVisitor(campus, guard, asha);
    const unsaid = (await lentTo(vouched)).loanId;
    await asha.get(api.disputeLoan, { params: { id: unsaid } });
    await asha.get(api.answerVisitor, await answerTo(campus, vouched, 'confirmed'));
    const again = await admin.call(api.settleDispute, { params: { id: unsaid }, body });
    expect(again.body.error).toMatchObject({ code: 'NO_SPONSOR_REFUSES' });
    const refused = await admin.call(api.settleDispute, { params: { id: own }, body });
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'NO_SPONSOR_REFUSES' },
    ]);
  });
});

test.each([
  [
    'suspended',
    (id: string) => admin.get(api.setUserState, { params: { id }, body: { state: 'suspended' } }),
  ],
  [
    'suspended with others',
    (id: string) =>
      admin.get(api.updateUsers, { body: { userIds: [id], changes: { state: 'suspended' } } }),
  ],
] as const)('a sponsor who is %s has the keys of their visitors recalled', async (_how, change) => {
  const id = await confirmedVisitor(campus, guard, asha);
  const { key } = await lentTo(id);
  await change(asha.user.id);
  const [loan] = await loansOf(campus.db, key.id);
  expect(loan?.recallCause).toEqual({ code: 'VISITOR_WITHOUT_SPONSOR' });
  expect(Number(loan?.dueAt)).toBeLessThan(inHalfAnHour());
});

test('what a guard does and undoes with a sponsor’s visitors has the limits of one person', async () => {
  const [id, other] = [
    await confirmedVisitor(campus, guard, asha),
    await confirmedVisitor(campus, guard, asha),
  ];
  const { key, loanId } = await lentTo(id);
  await guard.get(api.collectKey, { params: { id: key.id } });
  await campus.db.query(`INSERT INTO request_counts (key, points, expire) VALUES ($1, 20, $2)`, [
    `undo-for-person:${guard.user.id}:${asha.user.id}`,
    Date.now() + 60_000,
  ]);
  const undo = { params: { id: loanId }, body: { reason: 'not-there', handover: 'return' } };
  expect((await guard.call(api.undoHandover, undo)).body.error).toMatchObject({
    code: 'UNDONE_OFTEN',
  });
  for (let times = 1; times < 40; times++) {
    await lentTo(id, key);
    await guard.get(api.collectKey, { params: { id: key.id } });
  }
  expect((await lendTo(other, key.id)).body.error).toMatchObject({ code: 'LENT_OFTEN' });
});

test.each(['confirmed', 'not answered'])(
  'a visit that the desk shortens ends then, and its keys are due by its end: %s',
  async (word) => {
    const phone = newPhone();
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const enter = (end: Date) => entered(guard, asha, { phone, validUntil: end.toISOString() });
    const id = await enter(inHours(20));
    if (word === 'confirmed')
      await asha.get(api.answerVisitor, await answerTo(campus, id, 'confirmed'));
    const [later, sooner] = [await campus.key(), await campus.key()];
    await addKeyRule(admin, later.id, { kind: 'days', amount: 7 });
    await addKeyRule(admin, sooner.id, { amount: 1 });
    await lentTo(id, later);
    await lentTo(id, sooner);
    const [hers] = await loansOf(campus.db, sooner.id);
    const end = inHours(2);
    await enter(end);
    expect((await guard.get(api.getKey, { params: { id: later.id } })).data.key).toMatchObject({
      dueAt: end.toISOString(),
      graceUntil: end.toISOString(),
      version: later.version + 2,
    });
    expect(await loansOf(campus.db, sooner.id)).toMatchObject([{ dueAt: hers?.dueAt }]);
    const [row] = await campus.db.orm.select().from(visitors).where(eq(visitors.userId, id));
    expect(row?.validUntil).toEqual(end);
  },
);

describe('three keys at most are out', () => {
  test('to one phone number, whatever it is called', async () => {
    const phone = newPhone();
    const meera = await campus.person('faculty');
    const first = await confirmedVisitor(campus, guard, asha, { phone });
    const second = await confirmedVisitor(campus, guard, meera, {
      phone: `0${phone.slice(3)}`,
      name: 'Suresh',
      samePerson: false,
    });
    await lentTo(first);
    await lentTo(first);
    await lentTo(second);
    const key = await campus.key();
    expect((await refusalOf(second, key.id))[1]).toBe('VISITOR_HAS_MOST');
    expect((await refusalOf(first, key.id))[1]).toBe('VISITOR_HAS_MOST');
  });

  test('on behalf of one sponsor, whatever the numbers, also when two desks lend at once', async () => {
    const visitors = [
      await confirmedVisitor(campus, guard, asha),
      await confirmedVisitor(campus, guard, asha),
    ];
    const second = await campus.another();
    const keys = await Promise.all(Array.from({ length: 6 }, () => campus.key()));
    const answers = await Promise.all(
      keys.map(({ id: keyId }, index) =>
        (index % 2 ? guard.at(second) : guard).call(api.lendKey, {
          body: { keyId, holderId: visitors[index % 2], identifiedBy: 'desk' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const third = await confirmedVisitor(campus, guard, asha);
    const refused = await lendTo(third, (await campus.key()).id);
    expect(refused.body.message).toContain('The visitors of Asha Rao already have 3 keys');
  });
});

test('what a visitor is called later, their past stays that of then', async () => {
  const phone = newPhone();
  const id = await confirmedVisitor(campus, guard, asha, { phone });
  const { key } = await lentTo(id);
  await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
  const history = async () =>
    (await guard.get(api.keyHistory, { params: { id: key.id } })).data.loans[0];
  await entered(guard, asha, { phone, name: 'Suresh', organisation: 'Otis', samePerson: false });
  expect((await history())?.holder.name).toBe('Ravi of Voltas (visitor)');
  const inHindi = { headers: { 'accept-language': 'hi' } };
  const hindi = await guard.get(api.keyHistory, { params: { id: key.id }, ...inHindi });
  expect(hindi.data.loans[0]?.holder.name).toBe('Ravi (Voltas, विज़िटर)');
  const meera = await campus.person('faculty');
  await entered(guard, meera, { phone, name: 'Ravi', organisation: 'Otis', samePerson: false });
  expect(await history()).toMatchObject({
    holder: { name: 'Ravi of Voltas (visitor)' },
    sponsor: { name: 'Asha Rao' },
  });
});

test('a visitor has a phone number, and no address anywhere', async () => {
  const phone = newPhone();
  await entered(guard, asha, { name: 'Suresh', phone });
  const id = await entered(guard, asha, { phone, samePerson: false });
  const { key, loanId } = await lentTo(id);
  const shown = (await guard.get(api.getKey, { params: { id: key.id } })).data.key;
  expect(shown).toMatchObject({ loanId, takenBy: { userId: id, email: '' } });
  const person = (await admin.get(api.userOverview, { params: { id } })).data.user;
  expect(person).toMatchObject({ email: '', phone });
  const { body } = await admin.call(api.whoHasWhatCsv, { query: {} });
  const line = String(body.text)
    .split('\r\n')
    .find((text) => text.startsWith(`${key.keyNumber},`));
  expect(line).toContain(`,Ravi of Voltas (visitor),,,'${phone},`);
});

describe('a visitor who has another sponsor and name since', () => {
  const vikram = campus.newcomer('faculty', { name: 'Vikram Menon' });
  const other = campus.newcomer('security');

  async function handedOn() {
    const phone = newPhone();
    const id = await entered(guard, asha, { name: 'Old Name', organisation: 'Otis', phone });
    const { key, loanId } = await lentTo(id);
    await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
    const enterAgain = () =>
      entered(guard, vikram, { name: 'New Name', organisation: 'Kone', phone, samePerson: true });
    return { id, key, loanId, enterAgain };
  }

  async function undoReturn(loanId: string) {
    const body = { reason: 'mistake', handover: 'return' } as const;
    await guard.get(api.undoHandover, { params: { id: loanId }, body });
  }

  function suspend(isSuspended: boolean) {
    return campus.db.query(
      'UPDATE users SET suspended_at = CASE WHEN $2 THEN now() END WHERE id = $1',
      [asha.user.id, isSuspended],
    );
  }

  test('is disputed without a word of keys that are not recalled', async () => {
    const { id, loanId, enterAgain } = await handedOn();
    await enterAgain();
    await vikram.get(api.answerVisitor, await answerTo(campus, id, 'confirmed'));
    const kept = await lentTo(id);
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    expect((await loansOf(campus.db, kept.key.id))[0]?.recalledAt).toBeNull();
    const { message } = (await latestOf(other)) ?? {};
    expect(message).toContain('does not vouch for Old Name of Otis');
    expect(message).not.toContain(kept.key.keyNumber);
    await admin.get(api.settleDispute, {
      params: { id: loanId },
      body: { resolution: 'confirmed' },
    });
    expect((await latestOf(asha))?.message).toContain('Old Name of Otis');
    expect((await latestOf(asha))?.message).toContain('Dispute settled');
    expect((await latestOf(vikram))?.message).not.toContain('Dispute settled');
  });

  test('is named as then to who answered then, once their return is undone', async () => {
    const { loanId, enterAgain } = await handedOn();
    await enterAgain();
    await undoReturn(loanId);
    const told = await latestOf(asha);
    expect(told?.message).toContain('Old Name of Otis');
    expect(told?.message).not.toContain('New Name');
    await asha.get(api.disputeLoan, { params: { id: loanId } });
  });

  test('is not refused by who had confirmed them, and says that a return was right', async () => {
    const phone = newPhone();
    const id = await confirmedVisitor(campus, guard, asha, { phone });
    const { key, loanId } = await lentTo(id);
    await guard.get(api.collectKey, { params: { id: key.id } });
    await confirmedVisitor(campus, guard, vikram, { phone });
    await undoReturn(loanId);
    const dispute = { params: { id: loanId }, body: { handover: 'return' } } as const;
    await asha.get(api.disputeLoan, dispute);
    expect((await latestOf(other))?.message).toMatch(
      /Asha Rao says the return of key .* was right/,
    );
    const { refusedBy } = (await admin.get(api.userOverview, { params: { id } })).data;
    expect(refusedBy).toEqual([]);
  });

  test('is refused by who confirmed them once and said Not me since', async () => {
    const phone = newPhone();
    const id = await confirmedVisitor(campus, guard, asha, { phone });
    const [one, two] = [await lentTo(id), await lentTo(id)];
    for (const { key } of [one, two]) await guard.get(api.collectKey, { params: { id: key.id } });
    await confirmedVisitor(campus, guard, vikram, { phone });
    await asha.get(api.disputeLoan, { params: { id: one.loanId } });
    await undoReturn(two.loanId);
    await asha.get(api.disputeLoan, { params: { id: two.loanId } });
    expect((await latestOf(other))?.message).toContain('Asha Rao does not vouch for');
  });

  test('is refused by who says that the return was right, and then Not me', async () => {
    const id = await confirmedVisitor(campus, guard, asha);
    const { key, loanId } = await lentTo(id);
    await guard.get(api.collectKey, { params: { id: key.id } });
    await undoReturn(loanId);
    for (const handover of ['return', 'hand-out'] as const)
      await asha.get(api.disputeLoan, { params: { id: loanId }, body: { handover } });
    const { message } = (await latestOf(other)) ?? {};
    expect(message).toContain('Asha Rao does not vouch for Ravi of Voltas');
    expect(message).toContain(`Recalled: ${key.keyNumber}`);
    const next = await campus.key();
    expect(await refusalOf(id, next.id)).toEqual([403, 'VISITOR_REFUSED', undefined]);
  });

  test('has the key recalled if who answered then had refused', async () => {
    const phone = newPhone();
    const id = await entered(guard, asha, { phone });
    const { key, loanId } = await lentTo(id);
    await guard.get(api.collectKey, { params: { id: key.id } });
    await asha.get(api.answerVisitor, await answerTo(campus, id, 'refused'));
    await entered(guard, vikram, { phone });
    await vikram.get(api.answerVisitor, await answerTo(campus, id, 'confirmed'));
    const kept = await lentTo(id);
    await undoReturn(loanId);
    const recalledAt = async (keyId: string) => (await loansOf(campus.db, keyId))[0]?.recalledAt;
    expect(await recalledAt(key.id)).toEqual(expect.any(Date));
    expect(await recalledAt(kept.key.id)).toBeNull();
  });

  test('has the key recalled by Not me of who answered then', async () => {
    const { id, loanId, key, enterAgain } = await handedOn();
    await enterAgain();
    await vikram.get(api.answerVisitor, await answerTo(campus, id, 'confirmed'));
    await undoReturn(loanId);
    await asha.get(api.disputeLoan, { params: { id: loanId }, body: { handover: 'hand-out' } });
    expect((await loansOf(campus.db, key.id))[0]?.recalledAt).toEqual(expect.any(Date));
    expect((await latestOf(other))?.message).toContain(`Recalled: ${key.keyNumber}`);
  });

  test('has the key recalled if who answered then is suspended, and the new one may object', async () => {
    const { loanId, key, enterAgain } = await handedOn();
    await suspend(true);
    await enterAgain();
    await undoReturn(loanId);
    expect((await loansOf(campus.db, key.id))[0]?.recalledAt).not.toBeNull();
    expect((await latestOf(other))?.message).toContain(key.keyNumber);
    await vikram.get(api.disputeLoan, { params: { id: loanId } });
    await suspend(false);
  });
});
