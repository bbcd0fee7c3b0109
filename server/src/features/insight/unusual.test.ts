import { api } from '@keydesk/shared/api';
import { fromLocalTime, minuteMs } from '@keydesk/shared/core/dates';
import { dayAfter, localDay, momentOn } from '@keydesk/shared/due/calendar';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeLoan, openLoan } from '../../../test/factories/loans.ts';
import { campusPerTest } from '../../../test/test-campus.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = campusPerTest();
const admin = campus.resident('admin');
const guard = campus.resident('security');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
const timezone = 'Asia/Kolkata';

let keyId: string;
beforeEach(async () => {
  keyId = (await campus.key()).id;
});

const unusual = async () => (await admin.get(api.adminDashboard)).data.unusual;
const reports = async () => (await admin.get(api.reports)).data;
const today = () => localDay(new Date(), { timezone });
/** At this time, so many days ago. */
const at = (days: number, time: string) => momentOn(dayAfter(today(), -days), time, { timezone });
const parties = () => ({ keyId, holderId: asha.user.id, handedBy: guard.user.id });

async function lent(takenAt: Date, returnedAt: Date, more = {}) {
  const loan = await openLoan(campus.db, { ...parties(), takenAt, ...more });
  await closeLoan(campus.db, loan, { returnedAt });
}

describe('what is unusual', () => {
  test('is nothing on a campus where nothing was', async () => {
    expect(await unusual()).toMatchObject({ warnings: [], withoutCode: 0, outAtNight: 0 });
  });

  test('is counted from today and the six days before, as the audit log lists it', async () => {
    const first = at(6, '00:00');
    const record = (action: string, when: Date) =>
      campus.db.orm.insert(auditEvents).values({ action, level: 'WARN', at: when });
    for (const action of ['override-access', 'scan-refused', 'recall-key', 'dispute-loan']) {
      await record(action, first);
      await record(action, new Date(first.getTime() - 1));
    }
    await record('scan-refused', new Date());
    await record('erase-user', new Date());
    const { from = '', warnings = [] } = (await unusual()) ?? {};
    expect(warnings).toEqual([
      { action: 'dispute-loan', count: 1 },
      { action: 'override-access', count: 1 },
      { action: 'scan-refused', count: 2 },
      { action: 'recall-key', count: 1 },
    ]);
    const start = fromLocalTime(Date.parse(from), timezone).toISOString();
    for (const { action, count } of warnings) {
      const { events } = (await admin.get(api.listAudit, { query: { action, from: start } })).data;
      expect(events).toHaveLength(count);
    }
  });

  test('are hand-outs without a code, as many as the reports name', async () => {
    await lent(at(1, '10:00'), at(1, '11:00'), { identifiedBy: 'desk' });
    await lent(at(2, '10:00'), at(2, '11:00'), { identifiedBy: 'card' });
    await lent(at(7, '10:00'), at(7, '11:00'), { identifiedBy: 'desk' });
    await lent(at(3, '10:00'), at(3, '11:00'));
    expect(await unusual()).toMatchObject({ withoutCode: 2 });
    expect((await reports()).withoutCode).toMatchObject([{ byName: 1, byCard: 1 }]);
  });
});

describe('a key out at night', () => {
  test('was overdue at four in the morning, and counts its nights', async () => {
    await lent(at(4, '10:00'), at(2, '09:00'));
    await lent(at(2, '10:00'), at(1, '03:59'));
    expect(await unusual()).toMatchObject({ outAtNight: 1 });
    expect((await reports()).outAtNight).toMatchObject({
      total: 1,
      loans: [{ keyId, holder: { name: 'Asha Rao' }, nights: 2 }],
    });
  });

  test('may be one that is still out, but not one that may stay out or was reported lost', async () => {
    const open = await openLoan(campus.db, { ...parties(), takenAt: at(2, '10:00') });
    expect((await reports()).outAtNight).toMatchObject({ loans: [{ loanId: open.id }] });
    keyId = (await campus.key()).id;
    const forTerm = { takenAt: at(2, '10:00'), dueAt: null, graceUntil: null };
    await openLoan(campus.db, { ...parties(), ...forTerm });
    expect(await unusual()).toMatchObject({ outAtNight: 1 });
    await guard.get(api.reportKey, { params: { id: open.keyId }, body: { kind: 'lost' } });
    expect(await unusual()).toMatchObject({ outAtNight: 1 });
    await campus.db.query('UPDATE incidents SET reported_at = $1', [
      new Date(at(2, '10:00').getTime() + minuteMs),
    ]);
    expect(await unusual()).toMatchObject({ outAtNight: 0 });
  });
});
