import { api } from '@keydesk/shared/api';
import { inArray } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { send } from '../../../test/test-client.ts';
import { waitOptions } from '../../../test/wait-options.ts';
import { auditEvents, campusDays } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');

const timezone = 'Asia/Kolkata';
const monday = { weekday: 1, opens: '08:00', closes: '17:30' };
const friday = { weekday: 5, opens: '08:00', closes: '16:00' };

function putOpening(body: unknown, by = admin) {
  return by.call(api.putOpening, { body });
}

function putDays(body: unknown, by = admin) {
  return by.call(api.putDays, { body });
}

async function opening() {
  return (await admin.get(api.getOpening)).data;
}

async function days() {
  return (await admin.get(api.getDays)).data;
}

function events() {
  return listAuditEvents(
    campus.db,
    inArray(auditEvents.action, ['change-opening-hours', 'change-days']),
  );
}

describe('the opening hours', () => {
  test('are none at first, in the configured time zone', async () => {
    expect(await opening()).toEqual({
      hours: [],
      timezone,
      reminderTime: '17:20',
      version: expect.any(String),
    });
  });

  test('are replaced whole, for every reader, and the trail keeps what was before', async () => {
    const answer = await putOpening({ hours: [friday, monday], timezone: 'Europe/Berlin' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { hours: [monday, friday], timezone: 'Europe/Berlin' } },
    });
    const teacher = await campus.person();
    expect((await teacher.get(api.getOpening)).data.hours).toEqual([monday, friday]);
    expect((await events()).at(-1)).toMatchObject({
      action: 'change-opening-hours',
      actorId: admin.user.id,
      details: {
        before: { hours: [], timezone },
        after: { hours: [friday, monday], timezone: 'Europe/Berlin' },
      },
    });
  });

  test('give every page the time zone', async () => {
    await putOpening({ hours: [], timezone: 'Europe/Berlin' });
    const { body } = await send(campus.url, api.getConfig, {});
    expect(body).toMatchObject({ data: { campusTimezone: 'Europe/Berlin' } });
    expect((await admin.get(api.system)).data.timezone).toBe('Europe/Berlin');
  });

  test('may end at midnight or past it, until the next day opens', async () => {
    const tuesday = { weekday: 2, opens: '02:00', closes: '24:00' };
    const late = { weekday: 1, opens: '18:00', closes: '02:00' };
    expect((await putOpening({ hours: [late, tuesday], timezone })).status).toBe(200);
    expect((await opening()).hours).toEqual([late, tuesday]);
    const overlapping = [late, { ...tuesday, opens: '01:59' }];
    expect(await putOpening({ hours: overlapping, timezone })).toMatchObject({
      status: 400,
      body: { message: 'Monday closes at 02:00 on Tuesday, but Tuesday opens at 01:59' },
    });
    expect((await opening()).hours).toEqual([late, tuesday]);
  });

  test.each([
    [{ hours: [monday, monday], timezone }, 'Each weekday can have opening hours once'],
    [{ hours: [{ ...monday, closes: '24:01' }], timezone }, /hours and minutes, such as 17:20/],
    [{ hours: [{ ...monday, opens: '24:00' }], timezone }, /hours and minutes, such as 17:20/],
    [{ hours: [{ ...monday, weekday: 0 }], timezone }, /^A weekday is a number from 1/],
    [{ hours: [], timezone: 'Mars/Olympus' }, 'Choose a time zone, for example Asia/Kolkata'],
    [{ hours: [], timezone: 'BST' }, 'Choose a time zone, for example Asia/Kolkata'],
    [{ hours: [], timezone: '+05:30' }, 'Choose a time zone, for example Asia/Kolkata'],
    [{ hours: [] }, 'Choose a time zone'],
    [{ timezone }, 'Enter the opening hours'],
  ])('are not %j', async (body, message) => {
    const answer = await putOpening(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });

  test('that somebody else has changed since are not overwritten', async () => {
    const { version } = await opening();
    await putOpening({ hours: [monday], timezone }, await campus.person('admin'));
    expect(await putOpening({ hours: [friday], timezone, version })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Someone else has changed this/) },
    });
    expect((await opening()).hours).toEqual([monday]);
    const current = await opening();
    expect((await putOpening({ ...current, reminderTime: undefined })).status).toBe(200);
  });
});

const holiday = { day: '2026-12-25', kind: 'closed', label: 'Christmas' };
const eve = { day: '2026-12-24', kind: 'short', closes: '13:00', label: 'Christmas Eve' };

describe('the closed and short days', () => {
  test('are replaced whole; what is changed or left out is ended, never deleted', async () => {
    expect(await putDays({ days: [holiday, eve] })).toMatchObject({ status: 200 });
    expect((await days()).days).toEqual([eve, holiday]);
    const renamed = { ...holiday, label: 'Christmas Day' };
    await putDays({ days: [eve, renamed] });
    expect((await days()).days).toEqual([eve, renamed]);
    await putDays({ days: [] });
    expect((await days()).days).toEqual([]);
    const rows = await campus.db.orm.select().from(campusDays).orderBy(campusDays.day);
    expect(rows.map(({ label }) => label).sort()).toEqual([
      'Christmas',
      'Christmas Day',
      'Christmas Eve',
    ]);
    expect(rows.every(({ endedAt }) => endedAt !== null)).toBe(true);
    const changes = (await events()).filter(({ action }) => action === 'change-days');
    expect(changes.map(({ details }) => details)).toEqual([
      { added: [holiday, eve], ended: [] },
      { added: [renamed], ended: [holiday] },
      { added: [], ended: [eve, renamed] },
    ]);
  });

  test.each([
    [{ days: [{ ...holiday, day: '2026-02-30' }] }, /year, month and day/],
    [{ days: [{ ...holiday, day: '25.12.2026' }] }, /year, month and day/],
    [{ days: [holiday, { ...holiday, label: 'Again' }] }, '2026-12-25 is listed twice'],
    [{ days: [{ ...holiday, closes: '12:00' }] }, 'A short day says when it closes'],
    [{ days: [{ ...eve, closes: undefined }] }, 'A short day says when it closes'],
    [{ days: [{ ...holiday, label: ' ' }] }, 'Name is required'],
    [{ days: [{ ...holiday, kind: 'half' }] }, 'A day is closed or short'],
    [{}, 'Enter the days as a list'],
  ])('are not %j', async (body, message) => {
    const answer = await putDays(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });

  test('cannot close before their weekday opens, unless they were there before', async () => {
    const { hours, timezone } = await opening();
    await putDays({ days: [eve] });
    const thursday = { weekday: 4, opens: '13:00', closes: '18:00' };
    await putOpening({ hours: [thursday], timezone });
    expect((await putDays({ days: [eve, holiday] })).status).toBe(200);
    for (const closes of ['12:00', '13:00']) {
      const { status, body } = await putDays({ days: [{ ...eve, closes, label: 'Early' }] });
      expect(status).toBe(400);
      expect(body.message).toMatch('The campus opens on 2026-12-24 at 13:00.');
    }
    expect((await putDays({ days: [{ ...eve, closes: '13:01' }] })).status).toBe(200);
    await putOpening({ hours, timezone });
    await putDays({ days: [] });
  });

  test('may end past midnight, until the next day opens', async () => {
    const { hours, timezone } = await opening();
    const thursday = { weekday: 4, opens: '18:00', closes: '23:00' };
    await putOpening({ hours: [thursday, { ...friday, opens: '08:00' }], timezone });
    for (const closes of ['24:00', '00:30', '08:00']) {
      const late = { ...eve, closes };
      expect((await putDays({ days: [late] })).body).toMatchObject({ data: { days: [late] } });
    }
    const { status, body } = await putDays({ days: [{ ...eve, closes: '08:30' }] });
    expect(status).toBe(400);
    expect(body.message).toMatch(/^The campus opens again on 2026-12-25 at 08:00\./);
    expect((await putDays({ days: [{ ...eve, closes: '08:30' }, holiday] })).status).toBe(200);
    await putOpening({ hours, timezone });
    await putDays({ days: [] });
  });

  test('that two admins change at once: the second is told', async () => {
    const { version } = await days();
    const answers = await Promise.all([
      putDays({ days: [holiday], version }),
      putDays({ days: [eve], version }, await campus.person('admin')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await days()).days).toHaveLength(1);
  });
});

describe('a second process', () => {
  test('has a changed calendar within seconds, and its pages are told', async () => {
    const second = await campus.another();
    const teacher = await campus.person();
    const page = await openPage(teacher.at(second));
    await putOpening({ hours: [], timezone: 'America/St_Johns' });
    const zone = async () => (await send(second.url, api.getConfig, {})).body;
    await vi.waitFor(
      async () =>
        expect(await zone()).toMatchObject({ data: { campusTimezone: 'America/St_Johns' } }),
      waitOptions,
    );
    await vi.waitFor(
      () =>
        expect(page.received('campus-changed')).toContainEqual(
          expect.objectContaining({ about: 'due' }),
        ),
      waitOptions,
    );
  });
});
