import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Calendar } from './calendar.ts';
import { afterOpenTime } from './calendar.ts';

const week: Calendar = {
  timezone: 'Asia/Kolkata',
  reminderTime: '17:20',
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '09:00', closes: '17:00' })),
  days: [],
};

// 27 November 2026 is a Friday.
test.each([
  ['the same day', '2026-11-27T10:00', '2026-11-27T14:00'],
  ['from before it opens', '2026-11-27T05:00', '2026-11-27T13:00'],
  ['over a night and a weekend', '2026-11-27T15:00', '2026-11-30T11:00'],
  ['from a closed day', '2026-11-28T12:00', '2026-11-30T13:00'],
  ['until the very end of a day', '2026-11-27T13:00', '2026-11-27T17:00'],
])('four open hours end %s', (_when, since, ends) => {
  expect(afterOpenTime(onCampus(since), 240, week)).toEqual(onCampus(ends));
});

test('hours past midnight are open time of the day on which they began, also before a closed day', () => {
  const hours = [5, 6].map((weekday) => ({ weekday, opens: '18:00', closes: '02:00' }));
  const days = [{ day: '2026-11-28', kind: 'closed' as const, label: 'Works' }];
  const evenings = { ...week, hours, days };
  const ends = (since: string, minutes: number) =>
    afterOpenTime(onCampus(since), minutes, evenings);
  expect(ends('2026-11-27T23:00', 180)).toEqual(onCampus('2026-11-28T02:00'));
  expect(ends('2026-11-28T01:00', 90)).toEqual(onCampus('2026-12-04T18:30'));
});

test('a campus that never opens holds nothing up for longer than a year', () => {
  const day = { kind: 'closed' as const, label: 'Works' };
  const days = Array.from({ length: 1_000 }, (_, at) => ({
    ...day,
    day: new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10),
  }));
  const ends = afterOpenTime(onCampus('2026-11-27T10:00'), 240, { ...week, days });
  expect(ends.getTime() - onCampus('2026-11-27T10:00').getTime()).toBeLessThan(370 * 86_400_000);
});

function onCampus(time: string): Date {
  return new Date(`${time}:00+05:30`);
}

/** Never in the hours in which clocks are changed, which occur twice or not at all. */
const timeOfDay = fc
  .tuple(fc.constantFrom(0, ...Array.from({ length: 20 }, (_, at) => at + 4)), fc.nat(3))
  .map(([hour, quarter]) => `${String(hour).padStart(2, '0')}:${quarter * 15 || '00'}`);
const closingTime = fc.oneof({ weight: 8, arbitrary: timeOfDay }, fc.constant('24:00'));
const calendars: fc.Arbitrary<Calendar> = fc.record({
  // Berlin and New York change their clocks within the weeks that are tried.
  timezone: fc.constantFrom('Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'UTC'),
  reminderTime: fc.constant('17:20'),
  hours: fc.uniqueArray(
    fc.record({ weekday: fc.integer({ min: 1, max: 7 }), opens: timeOfDay, closes: closingTime }),
    { selector: ({ weekday }) => weekday, maxLength: 7 },
  ),
  days: fc.uniqueArray(
    fc
      .tuple(fc.integer({ min: 20, max: 45 }), fc.option(closingTime, { nil: undefined }))
      .map(([at, closes]) => ({
        day: new Date(Date.UTC(2026, 9, at)).toISOString().slice(0, 10),
        label: '',
        ...(closes ? { kind: 'short' as const, closes } : { kind: 'closed' as const }),
      })),
    { selector: ({ day }) => day, maxLength: 8 },
  ),
});

test('open time ends where a walk minute by minute ends', () => {
  const since = fc
    .integer({ min: 0, max: 12 * 1_440 })
    .map((minutes) => new Date(Date.UTC(2026, 9, 20) + minutes * 60_000));
  fc.assert(
    fc.property(since, fc.integer({ min: 1, max: 600 }), calendars, (from, minutes, calendar) => {
      const walked = walk(from, minutes, calendar);
      if (walked) expect(afterOpenTime(from, minutes, calendar)).toEqual(walked);
    }),
    { numRuns: 220 },
  );
});

/** Looks at a clock on the wall each minute; null if that takes more than five weeks. */
function walk(since: Date, minutes: number, calendar: Calendar): Date | null {
  const clock = new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: calendar.timezone,
  });
  let open = 0;
  for (let step = 0; step < 35 * 1_440; step += 1) {
    const now = new Date(since.getTime() + step * 60_000);
    const [day = '', time = ''] = clock.format(now).split(' ');
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const [today, night] = [hoursOf(day, calendar), hoursOf(before, calendar)];
    if (time >= today.opens && (today.overnight || time < today.closes)) open += 1;
    else if (night.overnight && time < night.closes) open += 1;
    if (open === minutes) return new Date(now.getTime() + 60_000);
  }
  return null;
}

function hoursOf(day: string, { hours, days }: Calendar) {
  const weekday = new Date(`${day}T12:00Z`).getUTCDay() || 7;
  const usual = hours.find((each) => each.weekday === weekday);
  const own = days.find((each) => each.day === day);
  const opens = usual?.opens ?? '00:00';
  const usualEnd = hours.length === 0 ? '24:00' : usual?.closes;
  const closes = own ? own.closes : usualEnd;
  const isLate = own === undefined || (closes !== undefined && closes < '12:00');
  const overnight = closes !== undefined && usual !== undefined && closes <= opens && isLate;
  return { opens, closes: closes ?? '00:00', overnight };
}
