import { api } from '@keydesk/shared/api';
import { dateText } from '@keydesk/shared/core/formats';
import { closingOn, dayAfter, localDay, momentOn, weekdayOf } from '@keydesk/shared/due/calendar';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { addKeyRule } from '../../../test/due-rules.ts';
import { openLoan } from '../../../test/factories/loans.ts';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { campusPerTest } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { zoneWhereItIs, zoneWhereItIsEleven } from '../../../test/zone-at-eleven.ts';
import { auditEvents } from '../../db/schema.ts';

const timezone = zoneWhereItIsEleven();
const calendar = { timezone, reminderTime: '17:20', hours: [], days: [] };
const today = localDay(new Date(), calendar);

const campus = campusPerTest({ CAMPUS_TIMEZONE: timezone, REMINDER_TIME: '17:20' });
const guard = campus.resident('security');
const admin = campus.resident('admin');

function at(time: string): Date {
  const days = [{ day: today, kind: 'short' as const, closes: time, label: '' }];
  return closingOn(today, { ...calendar, days }) as Date;
}

function move(closes: string, reason = 'Science fair') {
  return admin.call(api.moveClosing, { body: { closes, reason } });
}

async function taken(holder: TestClient) {
  return giveKey(guard, holder, (await campus.key()).id);
}

async function dueOf(keyId: string) {
  return (await loansOf(campus.db, keyId)).at(-1)?.dueAt;
}

async function messagesOf(who: TestClient) {
  const { data } = await who.get(api.listNotifications);
  return data.notifications
    .filter(({ title }) => title === 'Due time moved')
    .map(({ message }) => message);
}

describe("when today's closing moves", () => {
  test('every key that is due then is due later, and each holder is told once', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const keys = [await taken(asha), await taken(asha), await taken(ravi)];
    const other = await campus.key();
    await addKeyRule(admin, other.id);
    const early = await giveKey(guard, ravi, other.id);
    const back = await taken(ravi);
    await guard.get(api.collectKey, { params: { id: back._id } });
    const { status, body } = await move('19:00');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      day: today,
      closes: '19:00',
      dueAt: at('19:00').toISOString(),
      moved: 3,
    });
    for (const { _id } of keys) expect(await dueOf(_id)).toEqual(at('19:00'));
    expect(await dueOf(early._id)).toEqual(new Date(early.dueAt ?? 0));
    expect(await dueOf(back._id)).toEqual(at('17:20'));
    const named = [keys[0]?.keyNumber, keys[1]?.keyNumber].sort();
    const [told, ...more] = await messagesOf(asha);
    expect(more).toEqual([]);
    expect(told).toMatch(
      /^The campus closes at 19:00 today: Science fair\. Keys .* are due then\.$/,
    );
    for (const number of named) expect(told).toContain(number);
    expect(await messagesOf(ravi)).toEqual([
      `The campus closes at 19:00 today: Science fair. Key ${keys[2]?.keyNumber} is due then.`,
    ]);
    const read = await guard.get(api.getKey, { params: { id: keys[0]?._id ?? '' } });
    expect(read.data.key).toMatchObject({
      dueAt: at('19:00').toISOString(),
      version: (keys[0]?.version ?? 0) + 1,
    });
  });

  test('the calendar says so, later hand-outs follow it, and it is recorded', async () => {
    await move('19:00');
    const { days } = (await admin.get(api.getDays)).data;
    expect(days).toMatchObject([
      { day: today, kind: 'short', closes: '19:00', label: 'Science fair' },
    ]);
    expect((await taken(await campus.person())).dueAt).toBe(at('19:00').toISOString());
    const events = await listAuditEvents(campus.db, eq(auditEvents.action, 'move-closing'));
    expect(events).toMatchObject([
      { actorId: admin.user.id, reason: 'Science fair', details: { day: today } },
    ]);
  });

  test('it may move again, also to an earlier time', async () => {
    const key = await taken(await campus.person());
    for (const closes of ['19:00', '15:30', '20:00']) {
      expect((await move(closes)).status).toBe(200);
      expect(await dueOf(key._id)).toEqual(at(closes));
    }
    expect((await admin.get(api.getDays)).data.days).toHaveLength(1);
  });

  test('pressed again it moves what left since by the closing from before', async () => {
    await move('19:00');
    const key = await taken(await campus.person());
    await campus.db.query('UPDATE loans SET due_at = $1 WHERE id = $2', [at('17:20'), key.loanId]);
    expect((await move('19:00')).body.data).toMatchObject({ moved: 1 });
    expect(await dueOf(key._id)).toEqual(at('19:00'));
    expect((await move('19:00')).status).toBe(409);
  });

  test('a recalled key stays due when it is to be back', async () => {
    const key = await taken(await campus.person());
    const recall = "UPDATE loans SET recalled_at = now(), recall_reason = 'A rule' WHERE id = $1";
    await campus.db.query(recall, [key.loanId]);
    expect((await move('19:00')).body.data).toMatchObject({ moved: 0 });
    expect(await dueOf(key._id)).toEqual(at('17:20'));
  });

  test('two admins at once leave every key due at the closing that the calendar shows', async () => {
    const second = await campus.another();
    const keys = [await taken(await campus.person()), await taken(await campus.person())];
    const answers = await Promise.all([
      move('19:00'),
      admin.at(second).call(api.moveClosing, { body: { closes: '20:00', reason: 'Concert' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [day] = (await admin.get(api.getDays)).data.days;
    for (const { _id } of keys) expect(await dueOf(_id)).toEqual(at(day?.closes ?? ''));
  });

  test('more keys than a page is told of one by one move all the same', async () => {
    const holder = await campus.person();
    const due = { dueAt: at('17:20'), graceUntil: at('17:20') };
    const parties = { holderId: holder.user.id, handedBy: guard.user.id };
    for (let count = 0; count < 60; count += 1)
      await openLoan(campus.db, { keyId: (await campus.key()).id, ...parties, ...due });
    expect((await move('19:00')).body.data).toMatchObject({ moved: 60 });
    const { rows } = await campus.db.query('SELECT DISTINCT due_at, grace_until FROM loans');
    expect(rows).toEqual([{ due_at: at('19:00'), grace_until: at('19:00') }]);
    expect(await messagesOf(holder)).toEqual([expect.stringMatching(/and 50 more are due then/)]);
  });
});

describe('past midnight', () => {
  async function open(opens: string, closes: string, timezone: string, days: readonly string[]) {
    const hours = days.map((day) => ({ weekday: weekdayOf(day), opens, closes }));
    await admin.get(api.putOpening, { body: { hours, timezone } });
  }

  test('today closes at its end, or on the next day, which messages name', async () => {
    await open('08:00', '18:00', timezone, [today]);
    const holder = await campus.person();
    const key = await taken(holder);
    expect((await move('24:00')).body.message).toBe(
      'The campus closes at 24:00 today. 1 key is due then.',
    );
    const tomorrow = dayAfter(today);
    expect(await dueOf(key._id)).toEqual(momentOn(tomorrow, '00:00', calendar));
    const { body } = await move('00:30');
    const dueAt = momentOn(tomorrow, '00:30', calendar);
    expect(body.data).toEqual({
      day: today,
      closes: '00:30',
      moved: 1,
      dueAt: dueAt.toISOString(),
    });
    expect(await dueOf(key._id)).toEqual(dueAt);
    const named = `00:30 on ${dateText(tomorrow, 'day', 'UTC')}`;
    expect(await messagesOf(holder)).toEqual([
      `The campus closes at ${named}: Science fair. Key ${key.keyNumber} is due then.`,
      `The campus closes at 24:00 today: Science fair. Key ${key.keyNumber} is due then.`,
    ]);
    expect((await move('00:30')).body.message).toBe(`The campus already closes at ${named}.`);
    expect((await taken(holder)).dueAt).toBe(dueAt.toISOString());
  });

  test('it closes no later than when the next day opens', async () => {
    const tomorrow = dayAfter(today);
    const hours = [
      { weekday: weekdayOf(today), opens: '14:00', closes: '18:00' },
      { weekday: weekdayOf(tomorrow), opens: '08:00', closes: '18:00' },
    ];
    await admin.get(api.putOpening, { body: { hours, timezone } });
    expect(await move('08:01')).toMatchObject({
      status: 400,
      body: {
        message: `The campus opens again on ${tomorrow} at 08:00. Choose a closing time before that.`,
      },
    });
    expect((await move('08:00')).status).toBe(200);
  });

  test('in a night it is the closing of that night that moves', async () => {
    const night = zoneWhereItIs(1);
    const date = localDay(new Date(), { timezone: night });
    const evening = dayAfter(date, -1);
    await open('18:00', '03:00', night, [evening, date]);
    const key = await taken(await campus.person());
    const dueAt = (time: string) => momentOn(date, time, { timezone: night });
    expect(key.dueAt).toBe(dueAt('03:00').toISOString());
    expect((await move('02:30')).body.data).toMatchObject({ day: evening, moved: 1 });
    expect(await dueOf(key._id)).toEqual(dueAt('02:30'));
    expect((await move('23:00')).body).toMatchObject({ error: { code: 'CLOSING_PASSED' } });
  });
});

describe('a loan that was extended', () => {
  function extend(loanId: string | null | undefined, until: Date, reason = 'Exam') {
    const body = { until: until.toISOString(), reason };
    return guard.get(api.extendLoan, { params: { id: loanId ?? '' }, body });
  }

  test('to a closing that was entered before, and holds no more, stays', async () => {
    await move('19:00');
    await move('17:20');
    const key = await taken(await campus.person());
    await extend(key.loanId, at('19:00'));
    expect((await move('18:00')).body.data).toMatchObject({ moved: 0 });
    expect(await dueOf(key._id)).toEqual(at('19:00'));
  });

  test('to the closing as it is, or as it was just before, stays', async () => {
    const [early, late] = [await campus.key(), await campus.key()];
    for (const { id } of [early, late]) await addKeyRule(admin, id);
    const holder = await campus.person();
    const before = await giveKey(guard, holder, early.id);
    await extend(before.loanId, at('17:20'));
    await move('19:00');
    const now = await giveKey(guard, holder, late.id);
    await extend(now.loanId, at('19:00'), 'Science fair');
    expect((await move('18:00')).body.data).toMatchObject({ moved: 0 });
    expect(await dueOf(before._id)).toEqual(at('17:20'));
    expect(await dueOf(now._id)).toEqual(at('19:00'));
  });

  test('stays when the closing is pressed again, with whatever reason', async () => {
    await move('19:00');
    const [holder, other] = [await campus.person(), await campus.person()];
    const [stale, kept] = [await taken(holder), await taken(other)];
    await campus.db.query('UPDATE loans SET due_at = $1 WHERE id = $2', [
      at('17:20'),
      stale.loanId,
    ]);
    await extend(kept.loanId, at('20:00'));
    expect((await move('19:00', 'The fair lasts')).body.data).toMatchObject({ moved: 1 });
    expect((await move('20:30', 'Concert')).body.data).toMatchObject({ moved: 1 });
    expect(await dueOf(stale._id)).toEqual(at('20:30'));
    expect(await dueOf(kept._id)).toEqual(at('20:00'));
  });
});

describe('it does not move', () => {
  test('to a time before the campus opens', async () => {
    const hours = [{ weekday: weekdayOf(today), opens: '14:00', closes: '18:00' }];
    await admin.get(api.putOpening, { body: { hours, timezone } });
    for (const closes of ['13:00', '14:00'])
      expect(await move(closes)).toMatchObject({
        status: 400,
        body: {
          message: `The campus opens on ${today} at 14:00. Choose a closing time after that.`,
        },
      });
    expect((await admin.get(api.getDays)).data.days).toEqual([]);
  });

  test('without a time and a reason that fits the calendar, and says so', async () => {
    const refusal = async (body: object) =>
      (await admin.call(api.moveClosing, { body })).body.message;
    expect(await refusal({})).toBe('Enter the time as HH:MM');
    expect(await refusal({ closes: '19:00' })).toBe('Enter a reason');
    expect(await refusal({ closes: '19:00', reason: 'x'.repeat(81) })).toBe(
      'Reason must be at most 80 characters',
    );
    expect((await move('19:00', 'x'.repeat(80))).status).toBe(200);
    const { days, version } = (await admin.get(api.getDays)).data;
    expect((await admin.call(api.putDays, { body: { days, version } })).status).toBe(200);
  });

  test('to a time that is over, that holds already, or that is none', async () => {
    const key = await taken(await campus.person());
    expect(await move('09:00')).toMatchObject({ status: 400 });
    expect(await move('17:20')).toMatchObject({
      status: 409,
      body: { message: 'The campus already closes at 17:20 today.' },
    });
    for (const body of [
      {},
      { closes: '19:00' },
      { closes: '19:00', reason: '  ' },
      { closes: '7 pm', reason: 'Fair' },
      { closes: '25:00', reason: 'Fair' },
      { closes: '19:00', reason: 'Fair', day: today },
    ])
      expect((await admin.call(api.moveClosing, { body })).status).toBe(400);
    expect(await dueOf(key._id)).toEqual(at('17:20'));
  });

  test('on a day on which the campus is closed', async () => {
    const days = [{ day: today, kind: 'closed', label: 'Holiday' }];
    await admin.get(api.putDays, { body: { days } });
    expect(await move('19:00')).toMatchObject({
      status: 409,
      body: { error: { code: 'CLOSED_TODAY' } },
    });
  });
});
