import { api } from '@keydesk/shared/api';
import { expect, test } from 'vitest';
import { enrolComputer } from '../../../test/desk-computer.ts';
import { openLoan } from '../../../test/factories/loans.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { sentReminders } from '../../db/schema.ts';

const minute = 60_000;

const campus = testCampus();
const guard = campus.resident('security');
const holder = campus.resident();

/** A key that is out, due in so many minutes. */
async function due(minutes: number | null, grace = 0) {
  const key = await campus.key();
  const dueAt = minutes === null ? null : new Date(Date.now() + minutes * minute);
  const loan = await openLoan(campus.db, {
    keyId: key.id,
    holderId: holder.user.id,
    handedBy: guard.user.id,
    takenAt: new Date(Date.now() - 1_440 * minute),
    dueAt,
    graceUntil: dueAt && new Date(dueAt.getTime() + grace * minute),
  });
  return { key, loan };
}

async function overdue(reader = guard) {
  return (await reader.get(api.deskOverdue)).data;
}

test('the desk reads what is late, longest first, and what is due within the hour', async () => {
  const late = await due(-10);
  const longer = await due(-300);
  const inGrace = await due(-5, 30);
  const soon = await due(50);
  await due(70);
  await due(null);
  const { loans, ...counts } = await overdue();
  expect(counts).toEqual({ late: 2, soon: 2 });
  expect(loans.map(({ loanId, band }) => ({ loanId, band }))).toEqual([
    { loanId: longer.loan.id, band: 'late' },
    { loanId: late.loan.id, band: 'late' },
    { loanId: inGrace.loan.id, band: 'soon' },
    { loanId: soon.loan.id, band: 'soon' },
  ]);
  const { id, name, email } = holder.user;
  expect(loans[0]).toMatchObject({
    key: { _id: longer.key.id, keyNumber: longer.key.keyNumber, loanId: longer.loan.id },
    holder: { id, name, email },
    dueAt: longer.loan.dueAt?.toISOString(),
    graceUntil: longer.loan.graceUntil?.toISOString(),
    step: null,
    remindedAt: null,
  });
});

test('it reads which step of the reminder schedule a loan reached, and when the holder was reminded', async () => {
  const { loan } = await due(-500);
  const dueAt = loan.dueAt as Date;
  const sent = (step: string, ago: number, to = dueAt) =>
    campus.db.orm.insert(sentReminders).values({
      loanId: loan.id,
      dueAt: to,
      step,
      nth: 0,
      sentAt: new Date(Date.now() - ago * minute),
    });
  await sent('overdue', 400);
  await sent('head', 200);
  await sent('digest', 1, new Date(dueAt.getTime() - 999 * minute));
  const { data } = await guard.get(api.remindHolder, { params: { id: loan.id } });
  const found = (await overdue()).loans.find(({ loanId }) => loanId === loan.id);
  expect(found).toMatchObject({ step: 'head', remindedAt: data.remindedAt });
});

test('of steps that were sent at once it reads the highest, whatever fractions the due time has', async () => {
  const { loan } = await due(-500);
  const [dueAt, sentAt] = [loan.dueAt as Date, new Date()];
  for (const step of ['alert', 'head', 'overdue'])
    await campus.db.orm
      .insert(sentReminders)
      .values({ loanId: loan.id, dueAt, step, nth: step === 'head' ? 0 : 1, sentAt });
  await campus.db.query(
    `UPDATE loans SET due_at = due_at + interval '123 microseconds',
                      grace_until = grace_until + interval '123 microseconds' WHERE id = $1`,
    [loan.id],
  );
  const found = (await overdue()).loans.find(({ loanId }) => loanId === loan.id);
  expect(found).toMatchObject({ step: 'head' });
});

test('a key that is back is not on the list any more', async () => {
  const { key, loan } = await due(-20);
  await guard.get(api.collectKey, { params: { id: key.id } });
  expect((await overdue()).loans.map(({ loanId }) => loanId)).not.toContain(loan.id);
});

test('the desk reads the holder’s phone number, a computer without a guard and the holder’s pages do not', async () => {
  await campus.db.query('UPDATE users SET phone = $2 WHERE id = $1', [
    holder.user.id,
    '+91 80 5550 9',
  ]);
  const { loan } = await due(-30);
  const of = (data: Awaited<ReturnType<typeof overdue>>) =>
    data.loans.find(({ loanId }) => loanId === loan.id)?.holder;
  expect(of(await overdue())).toMatchObject({ phone: '+91 80 5550 9' });

  const seen = await (await enrolComputer(campus)).get(api.deskOverdue);
  expect(of(seen.data)).toMatchObject({ id: holder.user.id });
  expect(JSON.stringify(seen)).not.toContain('5550');

  const other = await campus.person();
  for (const reader of [other, holder])
    expect(JSON.stringify(await reader.get(api.listKeys))).not.toContain('5550');
  expect((await other.call(api.getUser, { params: { userId: holder.user.id } })).status).toBe(403);
});
