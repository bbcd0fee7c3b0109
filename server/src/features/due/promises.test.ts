import { api } from '@keydesk/shared/api';
import { maxMovedLoans } from '@keydesk/shared/due/calendar-routes';
import { afterEach, describe, expect, test } from 'vitest';
import { openLoan } from '../../../test/factories/loans.ts';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { fillDueTimes } from './move-due.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const desk = campus.resident('security');
const asha = campus.resident();
afterEach(() => admin.get(api.putDays, { body: { days: [] } }));

async function stored(keyId: string) {
  const [loan] = await loansOf(campus.db, keyId);
  if (!loan) throw new Error('The key was never lent');
  return loan;
}

async function versionOf(id: string) {
  return (await admin.get(api.getKey, { params: { id } })).data.key.version;
}

describe('a loan from before due times were stored', () => {
  const defaults = { timezone: 'Asia/Kolkata', reminderTime: '17:20' };
  const takenAt = new Date('2026-03-10T04:00:00Z');
  const lend = async (facts: object) => {
    const key = await campus.key();
    const parties = { keyId: key.id, holderId: asha.user.id, handedBy: desk.user.id };
    await openLoan(campus.db, { ...parties, takenAt, dueAt: null, graceUntil: null, ...facts });
    return key.id;
  };

  test('is due at the first reminder time after its hand-out, once and for all', async () => {
    const keyId = await lend({});
    const before = await versionOf(keyId);
    await Promise.all([fillDueTimes(campus.db, defaults), fillDueTimes(campus.db, defaults)]);
    const due = new Date('2026-03-10T11:50:00Z');
    expect(await stored(keyId)).toMatchObject({ dueAt: due, graceUntil: due });
    expect(await versionOf(keyId)).toBe(before + 1);
    await fillDueTimes(campus.db, { ...defaults, reminderTime: '09:00' });
    expect(await stored(keyId)).toMatchObject({ dueAt: due });
    expect(await versionOf(keyId)).toBe(before + 1);
  });

  test('is not one that a rule leaves without a due time', async () => {
    const keyId = await lend({ dueRuleId: 'f'.repeat(24) });
    await fillDueTimes(campus.db, defaults);
    expect(await stored(keyId)).toMatchObject({ dueAt: null, graceUntil: null });
  });
});

describe('a key that is out when the day of its return becomes a holiday', () => {
  const dayOf = (instant: string | null) => (instant ?? '').slice(0, 10);
  const closeOn = (day: string) =>
    admin.get(api.putDays, { body: { days: [{ day, kind: 'closed', label: 'Strike' }] } });
  const dueWhileClosed = async () => (await admin.get(api.strandedLoans)).data.loans;
  const move = (loanIds: string[]) => admin.call(api.moveDue, { body: { loanIds } });

  test('stays due as promised, and is moved when an admin says so', async () => {
    const [one, other] = [await campus.key(), await campus.key()];
    const given = await giveKey(desk, asha, one.id);
    await giveKey(desk, asha, other.id);
    expect(await dueWhileClosed()).toEqual([]);
    await closeOn(dayOf(given.dueAt));
    expect((await stored(one.id)).dueAt?.toISOString()).toBe(given.dueAt);
    const offered = await dueWhileClosed();
    const nextDay = new Date(Date.parse(given.dueAt ?? '') + 86_400_000).toISOString();
    expect(offered.find(({ loanId }) => loanId === given.loanId)).toEqual({
      loanId: given.loanId,
      keyId: one.id,
      keyNumber: one.keyNumber,
      keyName: one.keyName,
      ...{
        holderId: asha.user.id,
        holderName: asha.user.name,
        dueAt: given.dueAt,
        newDueAt: nextDay,
      },
    });
    const before = await versionOf(one.id);
    expect(await move(offered.map(({ loanId }) => loanId))).toMatchObject({
      status: 200,
      body: { message: '2 keys are due later', data: { moved: 2 } },
    });
    const { data } = await admin.get(api.getKey, { params: { id: one.id } });
    expect(data.key).toMatchObject({ dueAt: nextDay, graceUntil: nextDay, version: before + 1 });
    const { notifications } = (await asha.get(api.listNotifications)).data;
    const told = notifications.filter(({ title }) => title === 'Due time moved');
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toContain(one.keyNumber);
    expect(told[0]?.message).toContain(other.keyNumber);
    expect(await dueWhileClosed()).toEqual([]);
    expect(await move(offered.map(({ loanId }) => loanId))).toMatchObject({
      body: { data: { moved: 0 } },
    });
    const { rows } = await campus.db.query(
      `SELECT e.reason, e.from_due, e.to_due, a.action FROM loan_extensions e
         JOIN audit_events a ON a.loan_id = e.loan_id AND a.action = 'move-due'
        WHERE e.loan_id = $1`,
      [given.loanId],
    );
    expect(rows).toEqual([
      {
        reason: null,
        action: 'move-due',
        from_due: new Date(given.dueAt ?? ''),
        to_due: new Date(nextDay),
      },
    ]);
  });

  test('is moved with 1,000 others at most, and many are one change of the list', async () => {
    const takenAt = new Date();
    const facts = { holderId: asha.user.id, handedBy: desk.user.id, takenAt };
    const loans = await Promise.all(
      Array.from({ length: 51 }, async () =>
        openLoan(campus.db, { ...facts, keyId: (await campus.key()).id }),
      ),
    );
    await closeOn(dayOf(loans[0]?.dueAt?.toISOString() ?? ''));
    const page = await openPage(desk);
    await page.join('join-keys-room');
    const spare = Array.from({ length: maxMovedLoans }, (_, n) => n.toString(16).padStart(24, 'e'));
    const ids = [...loans.map(({ id }) => id), ...spare];
    expect((await move(ids.slice(0, maxMovedLoans + 1))).status).toBe(400);
    expect(await move(ids.slice(0, maxMovedLoans))).toMatchObject({
      body: { data: { moved: 51 } },
    });
    await expect.poll(() => page.received('key-list-changed')).toHaveLength(1);
    await page.caughtUp();
    expect(page.received('key-updated')).toEqual([]);
  });

  test('is left out once it came back', async () => {
    const key = await campus.key();
    const { dueAt, loanId } = await giveKey(desk, asha, key.id);
    await closeOn(dayOf(dueAt));
    await desk.get(api.collectKey, { params: { id: key.id }, body: {} });
    expect((await dueWhileClosed()).map((loan) => loan.loanId)).not.toContain(loanId);
    expect(await move([loanId ?? ''])).toMatchObject({ body: { data: { moved: 0 } } });
  });

  test('is moved by naming it, and only so', async () => {
    expect((await move([])).status).toBe(400);
    expect((await move(['nonsense'])).status).toBe(400);
  });
});
