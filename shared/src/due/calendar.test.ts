import { describe, expect, test } from 'vitest';
import {
  type Calendar,
  closingAfter,
  closingOn,
  isOverdue,
  localDay,
  movedFromClosedDay,
  openDayAfter,
  openingDay,
} from './calendar.ts';
import { closingRefusal, overlapText } from './closing-time.ts';

const kolkata = calendarOf('17:20', 'Asia/Kolkata');
const berlin = calendarOf('02:30', 'Europe/Berlin');

function calendarOf(reminderTime: string, timezone: string): Calendar {
  return { reminderTime, timezone, hours: [], days: [] };
}

function at(text: string) {
  return new Date(text);
}

describe('without opening hours the campus closes', () => {
  test('the same day before the reminder time of the campus', () => {
    expect(closingAfter(at('2026-03-10T04:00:00Z'), kolkata)).toEqual(at('2026-03-10T11:50:00Z'));
  });

  test('the next day at the reminder time or later', () => {
    expect(closingAfter(at('2026-03-10T11:50:00Z'), kolkata)).toEqual(at('2026-03-11T11:50:00Z'));
    expect(closingAfter(at('2026-03-10T20:00:00Z'), kolkata)).toEqual(at('2026-03-11T11:50:00Z'));
  });

  test('by the date of the campus, not by that of UTC', () => {
    expect(closingAfter(at('2026-03-10T18:31:00Z'), kolkata)).toEqual(at('2026-03-11T11:50:00Z'));
  });

  test('at the same time of day across both changes of daylight saving', () => {
    const evening = calendarOf('17:20', 'Europe/Berlin');
    expect(closingAfter(at('2026-03-28T20:00:00Z'), evening)).toEqual(at('2026-03-29T15:20:00Z'));
    expect(closingAfter(at('2026-10-24T20:00:00Z'), evening)).toEqual(at('2026-10-25T16:20:00Z'));
  });

  test('once on a day whose reminder time does not exist', () => {
    const due = closingAfter(at('2026-03-28T12:00:00Z'), berlin);
    expect(due.getTime()).toBeGreaterThan(at('2026-03-29T00:00:00Z').getTime());
    expect(due.getTime()).toBeLessThan(at('2026-03-29T02:00:00Z').getTime());
  });
});

test('a key is overdue from the end of its grace on, and never without one', () => {
  const graceUntil = '2026-03-10T11:50:00Z';
  expect(isOverdue({ graceUntil }, Date.parse('2026-03-10T11:49:59Z'))).toBe(false);
  expect(isOverdue({ graceUntil }, Date.parse('2026-03-10T11:50:00Z'))).toBe(true);
  expect(isOverdue({ graceUntil: null }, Date.parse('2126-03-10T11:50:00Z'))).toBe(false);
});

// 27 November 2026 is a Friday.
const week: Calendar = {
  ...kolkata,
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '17:30' })),
  days: [
    { day: '2026-11-30', kind: 'closed', label: 'Holiday' },
    { day: '2026-12-01', kind: 'short', closes: '13:00', label: 'Exams' },
  ],
};

test('a weekday without opening hours is closed, and a day of its own is as it says', () => {
  const closings = ['2026-11-27', '2026-11-28', '2026-11-30', '2026-12-01'];
  expect(closings.map((day) => closingOn(day, week))).toEqual([
    at('2026-11-27T17:30:00+05:30'),
    null,
    null,
    at('2026-12-01T13:00:00+05:30'),
  ]);
  expect(openDayAfter('2026-11-27', week)).toBe('2026-12-01');
  expect(localDay(at('2026-11-27T18:30:00Z'), week)).toBe('2026-11-28');
});

test('many closed days in a row end with the next open one', () => {
  const days = Array.from({ length: 400 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10),
    kind: 'closed' as const,
    label: 'Vacation',
  }));
  expect(openDayAfter('2026-11-01', { ...week, days })).toBe('2027-12-06');
});

test('a campus that opens on Mondays alone may be closed on many of them', () => {
  const hours = [{ weekday: 1, opens: '08:00', closes: '17:30' }];
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 30 + 7 * index)).toISOString().slice(0, 10),
    kind: 'closed' as const,
    label: 'Works',
  }));
  expect(openDayAfter('2026-11-27', { ...kolkata, hours, days })).toBe('2027-06-28');
});

test('a cached closing time is not given to a moment that lies before or after it', () => {
  const [friday, wednesday] = [at('2026-11-27T17:30:00+05:30'), at('2026-12-02T17:30:00+05:30')];
  const open = { ...week, days: [] };
  expect(closingAfter(at('2026-11-27T10:00:00+05:30'), open)).toEqual(friday);
  expect(closingAfter(at('2026-11-27T17:29:59+05:30'), open)).toEqual(friday);
  expect(closingAfter(at('2026-12-01T17:30:00+05:30'), open)).toEqual(wednesday);
  expect(closingAfter(at('2026-11-27T09:00:00+05:30'), open)).toEqual(friday);
});

describe('a due time may be moved', () => {
  test.each([
    ['on a closed day', '2026-11-30T17:30:00+05:30', '2026-12-01T13:00:00+05:30'],
    ['after a short day has ended', '2026-12-01T17:30:00+05:30', '2026-12-02T17:30:00+05:30'],
  ])('%s to the next closing time', (_when, due, moved) => {
    expect(movedFromClosedDay(at(due), week)).toEqual(at(moved));
  });

  test.each([
    ['before a short day ends', '2026-12-01T13:00:00+05:30'],
    ['on a day as every week has it', '2026-11-28T17:30:00+05:30'],
  ])('not %s', (_when, due) => {
    expect(movedFromClosedDay(at(due), week)).toBeNull();
  });
});

/** Mondays and Tuesdays until 02:00, Wednesdays until midnight; 30 November 2026 is a Monday. */
const evenings: Calendar = {
  ...kolkata,
  hours: [
    { weekday: 1, opens: '18:00', closes: '02:00' },
    { weekday: 2, opens: '18:00', closes: '02:00' },
    { weekday: 3, opens: '08:00', closes: '24:00' },
  ],
};
const ownDays = (...days: Calendar['days']) => ({ ...evenings, days });
const tuesday = { day: '2026-12-01', label: '' };

describe('hours that end past midnight', () => {
  test('close on the next day, and at 24:00 at the end of their own', () => {
    const closings = ['2026-11-30', '2026-12-02'].map((day) => closingOn(day, evenings));
    expect(closings).toEqual([at('2026-12-01T02:00:00+05:30'), at('2026-12-03T00:00:00+05:30')]);
    expect(closingAfter(at('2026-12-01T01:59:00+05:30'), evenings)).toEqual(closings[0]);
    expect(closingAfter(at('2026-12-01T02:00:00+05:30'), evenings)).toEqual(
      at('2026-12-02T02:00:00+05:30'),
    );
  });

  test('go on into a day that is closed', () => {
    const closed = ownDays({ ...tuesday, kind: 'closed' });
    expect(closingAfter(at('2026-12-01T01:00:00+05:30'), closed)).toEqual(
      at('2026-12-01T02:00:00+05:30'),
    );
    expect(closingAfter(at('2026-12-01T02:00:00+05:30'), closed)).toEqual(
      at('2026-12-03T00:00:00+05:30'),
    );
  });

  test('belong to the day on which they began, until they have ended', () => {
    const days = ['2026-12-01T02:00', '2026-12-01T02:01', '2026-12-03T00:00', '2026-12-03T00:01'];
    expect(days.map((time) => openingDay(at(`${time}:00+05:30`), evenings))).toEqual([
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
    ]);
  });

  test('may even end after those of the next day, which then close first', () => {
    const late = { day: '2026-12-03', kind: 'short', closes: '09:00', label: '' } as const;
    const calendar = ownDays({ ...late, day: '2026-12-02', closes: '07:00' }, late, {
      ...late,
      day: '2026-12-04',
      closes: '08:00',
    });
    const hours = [...evenings.hours.slice(0, 2), { weekday: 4, opens: '18:00', closes: '20:00' }];
    expect(closingAfter(at('2026-12-02T08:00:00+05:30'), { ...calendar, hours })).toEqual(
      at('2026-12-04T08:00:00+05:30'),
    );
  });

  test('may be other ones for a day, as far as the night goes', () => {
    const until = (closes: string) =>
      closingOn('2026-12-01', ownDays({ ...tuesday, kind: 'short', closes }));
    expect(until('23:00')).toEqual(at('2026-12-01T23:00:00+05:30'));
    expect(until('24:00')).toEqual(at('2026-12-02T00:00:00+05:30'));
    expect(until('00:30')).toEqual(at('2026-12-02T00:30:00+05:30'));
    expect(closingRefusal('2026-12-01', '00:30', evenings)).toBeNull();
    expect(closingRefusal('2026-12-01', '08:00', evenings)).toBeNull();
    expect(closingRefusal('2026-12-01', '17:00', evenings)?.message).toBe(
      'The campus opens on 2026-12-01 at 18:00. Choose a closing time after that.',
    );
    expect(closingRefusal('2026-12-01', '08:01', evenings)?.message).toBe(
      'The campus opens again on 2026-12-02 at 08:00. Choose a closing time before that.',
    );
    const closed = ownDays({ day: '2026-12-02', kind: 'closed', label: '' });
    expect(closingRefusal('2026-12-01', '08:01', closed)).toBeNull();
  });

  test('end at the latest when those of the next day begin, from Sunday to Monday too', () => {
    const sunday = (closes: string) => [{ weekday: 7, opens: '18:00', closes }, ...evenings.hours];
    expect(overlapText(sunday('18:00'))).toBeNull();
    expect(overlapText([{ weekday: 7, opens: '19:00', closes: '18:30' }, ...evenings.hours])).toBe(
      'Sunday closes at 18:30 on Monday, but Monday opens at 18:00',
    );
    const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00' }));
    expect(overlapText(always.map((day) => ({ ...day, closes: '24:00' })))).toBeNull();
  });

  test.each([
    ['a night that a closed Monday takes away', '2026-12-01T02:00', '2026-12-02T02:00', 'closed'],
    ['a night that Monday ends earlier', '2026-12-01T02:00', '2026-12-02T02:00', 'short'],
  ] as const)('are what a due time may be moved out of: %s', (_why, due, moved, kind) => {
    const monday = {
      day: '2026-11-30',
      kind,
      label: '',
      ...(kind === 'short' && { closes: '24:00' }),
    };
    expect(movedFromClosedDay(at(`${due}:00+05:30`), ownDays(monday))).toEqual(
      at(`${moved}:00+05:30`),
    );
  });

  test('are no reason to move what is due before they end, though the next day is closed', () => {
    const closed = ownDays({ ...tuesday, kind: 'closed' });
    expect(movedFromClosedDay(at('2026-12-01T02:00:00+05:30'), closed)).toBeNull();
    expect(movedFromClosedDay(at('2026-12-01T10:00:00+05:30'), closed)).toEqual(
      at('2026-12-03T00:00:00+05:30'),
    );
  });
});
