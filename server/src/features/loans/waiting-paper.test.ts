import { api } from '@keydesk/shared/api';
import { minuteMs } from '@keydesk/shared/core/dates';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { dutyAt } from '../../../test/desk-computer.ts';
import { loansOf } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { openPage } from '../../../test/live-page.ts';
import { campusPerTest } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';
import { storeComputerUses } from '../duty/queries.ts';
import { heartbeatJob } from './outages.ts';

const campus = campusPerTest();
const admin = campus.newcomer('admin', { name: 'Meera Pillai' });
const guard = campus.newcomer('security', { name: 'R. Singh' });
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

let key: Awaited<ReturnType<typeof campus.key>>;
beforeEach(async () => {
  key = await campus.key();
});

/** Of one moment, as the minute may change while a test runs. */
const now = Math.floor(Date.now() / minuteMs) * minuteMs;

function ago(minutes: number): string {
  return new Date(now - minutes * minuteMs).toISOString();
}

function line(out: number, back?: number) {
  const person = asha.user.id;
  return { key: key.id, person, outAt: ago(out), ...(back && { backAt: ago(back) }) };
}

type Desk = Pick<TestClient, 'get'>;

async function outcomes(lines: readonly object[], by: Desk = guard): Promise<string[]> {
  const { data } = await by.get(api.enterPaper, { body: { lines, apply: true } });
  return data.lines.map(({ outcome, code }) => (outcome === 'refused' ? (code ?? '') : outcome));
}

async function knownOutages() {
  const { rows } = await campus.db.query('SELECT from_at, to_at, device_id FROM outages');
  return rows;
}

describe('a line is recorded at once if it happened', () => {
  test('while nothing served, however many processes beat before and after', async () => {
    const [one, other] = [heartbeatJob(campus.db), heartbeatJob(campus.db)];
    await Promise.all([one.run(new Date()), other.run(new Date())]);
    expect(await knownOutages()).toEqual([]);
    const silentSince = new Date(ago(30)).toISOString();
    await campus.db.query("UPDATE job_runs SET done_at = $1 WHERE job = 'heartbeat'", [
      silentSince,
    ]);
    await Promise.all([one.run(new Date()), other.run(new Date())]);
    expect(await knownOutages()).toMatchObject([{ from_at: new Date(silentSince) }]);
    expect(await outcomes([line(20), line(40, 35), line(29, 25)])).toEqual([
      'recorded',
      'waits',
      'recorded',
    ]);
  });

  test('while the computer that enters it was not connected, and at no other', async () => {
    const first = await dutyAt(campus);
    const second = await dutyAt(campus, first.computer.deskId);
    await campus.db.query('UPDATE desk_devices SET last_seen_at = $2 WHERE id = $1', [
      first.computer.id,
      ago(30),
    ]);
    for (const agoMs of [1000, 0])
      await storeComputerUses(campus.db, [{ id: first.computer.id, agoMs }]);
    expect(await knownOutages()).toMatchObject([{ device_id: first.computer.id }]);
    expect(await outcomes([line(20, 15)], second.computer)).toEqual(['waits']);
    expect(await outcomes([line(20, 15)])).toEqual(['waits']);
    expect(await outcomes([line(20, 15)], first.computer)).toEqual(['recorded']);
  });

  test('but of a computer that was off for days only the last one counts', async () => {
    const { computer } = await dutyAt(campus);
    await campus.db.query('UPDATE desk_devices SET last_seen_at = $2 WHERE id = $1', [
      computer.id,
      ago(6 * 24 * 60),
    ]);
    await storeComputerUses(campus.db, [{ id: computer.id, agoMs: 0 }]);
    const days = 24 * 60;
    expect(await outcomes([line(2 * days, 1.5 * days)], computer)).toEqual(['waits']);
    expect(await outcomes([line(60, 30)], computer)).toEqual(['recorded']);
  });

  test('in a period that an admin has opened', async () => {
    expect(await outcomes([line(20, 15)])).toEqual(['waits']);
    const body = { from: ago(25), to: ago(18) };
    const { periods } = (await admin.get(api.openPaperPeriod, { body })).data;
    expect(periods).toMatchObject([{ ...body, openedBy: { name: 'Meera Pillai' } }]);
    // Each time that it tells: this one came back later.
    expect(await outcomes([line(20, 15), line(24, 22)])).toEqual(['waits', 'recorded']);
    expect(
      await listAuditEvents(campus.db, eq(auditEvents.action, 'open-paper-period')),
    ).toMatchObject([{ actorId: admin.user.id, level: 'WARN' }]);
  });

  test.each([
    ['that is not over', 10, -10, 'FUTURE_MOMENT'],
    ['that ends before it begins', 10, 20, 'PERIOD_ENDS_FIRST'],
    ['of long ago', 8 * 24 * 60, 10, 'PAPER_TOO_OLD'],
  ])('but no period %s is opened', async (_, from, to, code) => {
    const body = { from: ago(from), to: ago(to) };
    const answer = await admin.call(api.openPaperPeriod, { body });
    expect(answer).toMatchObject({ status: 400, body: { error: { code } } });
    expect(await knownOutages()).toEqual([]);
  });
});

describe('a line outside every outage', () => {
  const sixDays = 6 * 24 * 60;

  test('waits for an admin, once, and every admin is told', async () => {
    expect(await outcomes([line(sixDays, 5)])).toEqual(['waits']);
    expect(await outcomes([line(sixDays, 5)])).toEqual(['waits']);
    expect(await loansOf(campus.db, key.id)).toEqual([]);
    const { lines } = (await guard.get(api.listPaper)).data;
    expect(lines).toMatchObject([
      {
        key: { id: key.id },
        person: { name: 'Asha Rao' },
        outAt: ago(sixDays),
        enteredBy: { name: 'R. Singh' },
      },
    ]);
    const told = (await admin.get(api.listNotifications)).data.notifications;
    expect(told).toMatchObject([
      {
        template: 'paper-waits',
        message: `From paper: 1 entry by R. Singh at a time without a known outage. An admin must decide. Keys: ${key.keyNumber}.`,
      },
    ]);
    expect(await listAuditEvents(campus.db, eq(auditEvents.keyId, key.id))).toMatchObject([
      { action: 'paper-waits', actorId: guard.user.id },
    ]);
  });

  test('changes nothing before it is applied', async () => {
    const body = { lines: [line(20)], apply: false };
    expect((await guard.get(api.enterPaper, { body })).data.lines).toMatchObject([
      { outcome: 'waits', code: 'PAPER_WAITS' },
    ]);
    expect((await admin.get(api.listPaper)).data.lines).toEqual([]);
  });

  test('is refused if it could not have been handed out at all', async () => {
    key = await campus.key({ level: 'high' });
    expect(await outcomes([line(20)])).toEqual(['NO_OVERRIDE']);
    expect((await admin.get(api.listPaper)).data.lines).toEqual([]);
  });

  test('that ends a loan keeps back what can only be recorded after it', async () => {
    const loanId = await lent(guard, asha, key.id);
    await campus.db.query('UPDATE loans SET taken_at = $2 WHERE id = $1', [loanId, ago(90)]);
    await admin.get(api.openPaperPeriod, { body: { from: ago(40), to: ago(0) } });
    const next = { ...line(30), person: (await campus.person()).user.id };
    expect(await outcomes([next, line(90, 60)])).toEqual(['waits', 'waits']);
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ returnedAt: null }]);
    const { lines } = (await admin.get(api.listPaper)).data;
    const record = async (nth: number) =>
      admin.call(api.decidePaper, {
        params: { id: lines[nth]?.id ?? '' },
        body: { decision: 'record' },
      });
    expect((await record(1)).body).toMatchObject({ error: { code: 'PAPER_OVERLAPS_LOAN' } });
    expect((await record(0)).status).toBe(200);
    expect((await record(1)).status).toBe(200);
    expect((await loansOf(campus.db, key.id)).map(({ returnedAt }) => returnedAt)).toEqual([
      new Date(ago(60)),
      null,
    ]);
  });
});

describe('an admin', () => {
  async function waiting(change: object = {}) {
    expect(await outcomes([{ ...line(20), ...change }])).toEqual(['waits']);
    const { lines } = (await admin.get(api.listPaper)).data;
    return { id: lines.at(-1)?.id ?? '' };
  }

  function decide(id: string, decision: 'record' | 'refuse', by: TestClient = admin) {
    return by.call(api.decidePaper, { params: { id }, body: { decision } });
  }

  test('records a line that waits as the guard entered it, and once', async () => {
    const { id } = await waiting();
    const [first, second] = await Promise.all([decide(id, 'record'), decide(id, 'record')]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    expect(await loansOf(campus.db, key.id)).toMatchObject([
      { holderId: asha.user.id, handedBy: guard.user.id, identifiedBy: 'paper' },
    ]);
    expect((await admin.get(api.listPaper)).data.lines).toEqual([]);
    const [, recorded] = await listAuditEvents(campus.db, eq(auditEvents.keyId, key.id));
    expect(recorded).toMatchObject({
      action: 'enter-from-paper',
      actorId: admin.user.id,
      subjectId: asha.user.id,
      details: { enteredBy: guard.user.id },
    });
    expect((await asha.get(api.listNotifications)).data.notifications[0]?.message).toMatch(
      /^From paper: .* Entered by R\. Singh\.$/,
    );
  });

  test('refuses it, which its guard is told, and every desk reads at once', async () => {
    const page = await openPage(await campus.person('security'));
    const told = async () => {
      await page.caughtUp();
      return page.received('key-updated').map((event) => [event.action, event.key._id]);
    };
    const { id } = await waiting();
    expect(await told()).toEqual([['update', key.id]]);
    expect((await decide(id, 'refuse')).status).toBe(200);
    expect(await told()).toHaveLength(2);
    expect(await loansOf(campus.db, key.id)).toEqual([]);
    expect((await guard.get(api.listNotifications)).data.notifications[0]?.message).toBe(
      `From paper: your entry for key ${key.keyNumber} was not recorded. Meera Pillai refused it.`,
    );
    expect((await decide(id, 'record')).body).toMatchObject({ error: { code: 'PAPER_DECIDED' } });
    expect((await decide('0'.repeat(24), 'record')).status).toBe(404);
  });

  test('has no more rights than the guard, nor for themselves', async () => {
    key = await campus.key({ level: 'restricted' });
    const { id } = await waiting({ person: admin.user.id });
    expect(await decide(id, 'record')).toMatchObject({
      status: 403,
      body: { error: { code: 'OWN_OVERRIDE' } },
    });
    const other = await campus.person('admin');
    await campus.db.query("UPDATE keys SET level = 'high' WHERE id = $1", [key.id]);
    expect((await decide(id, 'record', other)).body).toMatchObject({
      error: { code: 'NO_OVERRIDE' },
    });
    expect((await admin.get(api.listPaper)).data.lines).toHaveLength(1);
    await campus.db.query("UPDATE keys SET level = 'normal' WHERE id = $1", [key.id]);
    expect((await decide(id, 'record', other)).status).toBe(200);
  });

  test('may take days for it', async () => {
    const { id } = await waiting();
    await campus.db.query(
      `UPDATE paper_lines SET out_at = out_at - interval '10 days',
                              entered_at = entered_at - interval '10 days'`,
    );
    expect((await decide(id, 'record')).status).toBe(200);
  });
});
