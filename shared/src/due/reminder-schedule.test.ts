import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toLocalTime } from '../core/dates.ts';
import type { Calendar } from './calendar.ts';
import {
  type DueLoan,
  defaultReminderSchedule,
  isQuiet,
  type ReminderSchedule,
  type ReminderStep,
  recommendedReminderSchedule,
  reminderScheduleSchema,
  remindersAt,
  reminderTimes,
} from './reminder-schedule.ts';

const minute = 60_000;
const kolkata: Calendar = {
  timezone: 'Asia/Kolkata',
  reminderTime: '17:20',
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '17:20' })),
  days: [],
};
const at = (text: string) => new Date(`${text}+05:30`);
/** Tuesday; due at closing, without grace. */
const loan: DueLoan = {
  takenAt: at('2026-03-10T10:00'),
  dueAt: at('2026-03-10T17:20'),
  graceUntil: at('2026-03-10T17:20'),
};

function reached(now: Date, schedule = recommendedReminderSchedule, calendar = kolkata) {
  return remindersAt(now, schedule, calendar)(loan).map(({ step, nth }) => `${step} ${nth}`);
}

describe('a loan that is due at closing', () => {
  test.each([
    ['2026-03-10T16:49', []],
    ['2026-03-10T16:50', ['beforeDue 0']],
    ['2026-03-10T17:19', ['beforeDue 0']],
    ['2026-03-10T17:20', ['overdue 0', 'alert 0']],
    ['2026-03-10T19:20', ['overdue 0', 'alert 0', 'head 0']],
    ['2026-03-10T21:00', []],
    ['2026-03-11T06:59', []],
    ['2026-03-11T07:00', ['overdue 0', 'alert 0', 'head 0']],
    ['2026-03-11T09:00', ['overdue 0', 'alert 0', 'head 0', 'digest 0']],
    ['2026-03-11T17:20', ['overdue 2', 'alert 2', 'head 0', 'digest 0']],
    ['2026-03-16T12:00', ['overdue 4', 'alert 4', 'head 0', 'digest 0']],
  ])('has reached by %s: %j', (time, steps) => {
    expect(reached(at(time))).toEqual(steps);
  });

  test('is told of by the two steps alone that are on from the start, whatever the hour', () => {
    expect(reached(at('2026-03-10T17:19'), defaultReminderSchedule)).toEqual([]);
    expect(reached(at('2026-03-11T03:00'), defaultReminderSchedule)).toEqual([
      'overdue 0',
      'alert 0',
    ]);
  });

  test('has a first time for each step, after quiet hours where it falls into them', () => {
    const late = { ...loan, graceUntil: at('2026-03-10T20:00') };
    const times = reminderTimes(late, recommendedReminderSchedule, kolkata);
    expect(times).toEqual([
      { step: 'beforeDue', at: at('2026-03-10T16:50') },
      { step: 'overdue', at: at('2026-03-10T20:00') },
      { step: 'alert', at: at('2026-03-10T20:00') },
      { step: 'head', at: at('2026-03-11T07:00') },
      { step: 'digest', at: at('2026-03-11T09:00') },
    ]);
    expect(reminderTimes(loan, defaultReminderSchedule, kolkata).map(({ step }) => step)).toEqual([
      'overdue',
      'alert',
    ]);
  });

  test('has its steps in the order of their times, quiet hours after midnight included', () => {
    const slow = { ...recommendedReminderSchedule, head: { on: true, minutes: 1_440 } };
    const late = { ...loan, graceUntil: at('2026-03-11T02:00') };
    expect(reminderTimes(late, slow, kolkata).map(({ step, at }) => [step, at])).toEqual([
      ['beforeDue', at('2026-03-10T16:50')],
      ['overdue', at('2026-03-11T07:00')],
      ['alert', at('2026-03-11T07:00')],
      ['head', at('2026-03-12T07:00')],
      ['digest', at('2026-03-12T09:00')],
    ]);
    expect(
      reminderTimes(loan, slow, kolkata)
        .map(({ step }) => step)
        .slice(-2),
    ).toEqual(['digest', 'head']);
  });

  test.each([
    ['when it is handed out', { takenAt: at('2026-03-10T16:50') }, false],
    ['when quiet hours would end as it is due', {}, true],
  ])('is not told of before, %s', (_when, change, on) => {
    const quietHours = { on, from: '16:00', to: '17:20' };
    const schedule = { ...recommendedReminderSchedule, quietHours };
    const late = { ...loan, ...change };
    const steps = [
      ...reminderTimes(late, schedule, kolkata),
      ...remindersAt(at('2026-03-10T16:50'), schedule, kolkata)(late),
    ];
    expect(steps.map(({ step }) => step)).not.toContain('beforeDue');
  });

  test('keeps the number of a repetition when a holiday is entered afterwards', () => {
    const days = [{ day: '2026-03-11', kind: 'closed' as const, label: 'Holiday' }];
    const friday = at('2026-03-13T18:00');
    expect(reached(friday, recommendedReminderSchedule, { ...kolkata, days })).toEqual(
      reached(friday),
    );
  });
});

describe('of a key that is due when hours end past midnight', () => {
  // 10 March 2026 is a Tuesday.
  const nights: Calendar = {
    ...kolkata,
    hours: [1, 2, 3].map((weekday) => ({ weekday, opens: '18:00', closes: '02:00' })),
  };
  const schedule = { ...defaultReminderSchedule, digest: { on: true, time: '09:00' } };
  const loan = (grace: string): DueLoan => ({
    takenAt: at('2026-03-09T19:00'),
    dueAt: at('2026-03-10T02:00'),
    graceUntil: at(grace),
  });

  test.each([
    ['without grace', '2026-03-10T02:00', '2026-03-10T09:00'],
    ['with some', '2026-03-10T02:15', '2026-03-10T09:00'],
    ['with grace until then', '2026-03-10T09:00', '2026-03-10T09:00'],
    ['with grace until later', '2026-03-10T09:01', '2026-03-11T09:00'],
  ])('the admins are told in the morning, %s', (_how, grace, digest) => {
    const times = reminderTimes(loan(grace), schedule, nights);
    expect(times.find(({ step }) => step === 'digest')?.at).toEqual(at(digest));
    const reached = remindersAt(at(digest), schedule, nights)(loan(grace));
    expect(reached.map(({ step }) => step)).toContain('digest');
  });

  test('each closing after it counts for itself, also that of the same night', () => {
    const early = { ...loan('2026-03-10T01:30'), dueAt: at('2026-03-09T23:30') };
    const nth = (time: string) =>
      remindersAt(at(time), schedule, nights)(early).find(({ step }) => step === 'overdue')?.nth;
    const times = ['2026-03-10T01:30', '2026-03-10T02:00', '2026-03-11T02:00', '2026-03-12T02:00'];
    expect(times.map(nth)).toEqual([0, 1, 2, 3]);
  });
});

const zones = ['Asia/Kolkata', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'];
const clock = (from: number, to: number) =>
  fc
    .integer({ min: from * 4, max: to * 4 })
    .map((quarter) => `${String(quarter >> 2).padStart(2, '0')}:${(quarter & 3) * 15 || '00'}`);
/** In the evening, or past midnight, but not while clocks are changed. */
const closing = fc.oneof(
  { weight: 2, arbitrary: clock(12, 22) },
  fc.constantFrom('24:00', '00:30', '04:15'),
);
const calendars: fc.Arbitrary<Calendar> = fc.record({
  timezone: fc.constantFrom(...zones),
  reminderTime: clock(12, 22),
  hours: fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 })
    .chain((weekdays) =>
      fc.tuple(...weekdays.map((weekday) => closing.map((closes) => ({ weekday, closes })))),
    )
    .map((hours) => hours.map((one) => ({ ...one, opens: '08:00' }))),
  days: fc.constantFrom([], [{ day: '2026-03-30', kind: 'closed' as const, label: 'Holiday' }]),
});
const schedules: fc.Arbitrary<ReminderSchedule> = fc.record({
  beforeDue: fc.record({ on: fc.boolean(), minutes: fc.integer({ min: 5, max: 90 }) }),
  overdue: fc.record({ on: fc.boolean() }),
  alert: fc.record({ on: fc.boolean() }),
  head: fc.record({ on: fc.boolean(), minutes: fc.integer({ min: 5, max: 300 }) }),
  digest: fc.record({ on: fc.boolean(), time: clock(8, 11) }),
  quietHours: fc.record({
    on: fc.boolean(),
    from: fc.constantFrom('21:00', '13:00', '22:30'),
    to: fc.constantFrom('07:00', '06:45', '14:00'),
  }),
});
/** Around the nights in which clocks change in Berlin and on Lord Howe Island. */
const loans: fc.Arbitrary<DueLoan> = fc
  .record({
    from: fc.integer({ min: 0, max: 9 * 24 * 60 }),
    lasts: fc.integer({ min: 10, max: 2 * 24 * 60 }),
    grace: fc.constantFrom(0, 15, 120),
  })
  .map(({ from, lasts, grace }) => {
    const takenAt = new Date(Date.UTC(2026, 2, 26) + from * minute);
    const dueAt = new Date(takenAt.getTime() + lasts * minute);
    return { takenAt, dueAt, graceUntil: new Date(dueAt.getTime() + grace * minute) };
  });

const formats = new Map<string, Intl.DateTimeFormat>();

/** What calendar and clock on the wall show: '2026-03-10' and '17:20'. */
function wall(moment: Date, timeZone: string): [day: string, time: string] {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  const [day = '', time = ''] = format.format(moment).split(' ');
  return [day, time];
}

/** When clocks on the wall show a closing: that of this day, or that of the night before. */
function closesAt(day: string, time: string, calendar: Calendar): boolean {
  const closes = closingTime(day, calendar);
  const night = nightBefore(day, calendar);
  return (closes !== undefined && closes >= '08:00' && closes === time) || night === time;
}

/** The time on this day at which the hours of the day before end; undefined if they have by then. */
function nightBefore(day: string, calendar: Calendar): string | undefined {
  const before = new Date(Date.parse(day) - 24 * 60 * minute).toISOString().slice(0, 10);
  const closes = closingTime(before, calendar);
  if (closes === '24:00') return '00:00';
  return closes !== undefined && closes < '08:00' ? closes : undefined;
}

/** The day that people mean: at night the one that has not closed yet. */
function dayMeant(moment: Date, calendar: Calendar): string {
  const [day, time] = wall(moment, calendar.timezone);
  const night = nightBefore(day, calendar);
  const before = new Date(Date.parse(day) - 24 * 60 * minute).toISOString().slice(0, 10);
  return night !== undefined && time <= night ? before : day;
}

function closingTime(day: string, { days, hours, reminderTime }: Calendar): string | undefined {
  if (days.some((one) => one.day === day)) return undefined;
  if (hours.length === 0) return reminderTime;
  const weekday = new Date(day).getUTCDay() || 7;
  return hours.find((one) => one.weekday === weekday)?.closes;
}

type Event = { step: ReminderStep; at: number };

/** Goes through every minute and notes what happens in it: slow, and by nothing of the rule. */
function walk(loan: DueLoan, schedule: ReminderSchedule, calendar: Calendar, until: Date): Event[] {
  const events: Event[] = [];
  const grace = loan.graceUntil.getTime();
  const [start, due] = [loan.takenAt.getTime(), loan.dueAt.getTime()];
  const graceDay = dayMeant(loan.graceUntil, calendar);
  const isDueAtNight = dayMeant(loan.dueAt, calendar) < wall(loan.dueAt, calendar.timezone)[0];
  let digestDay = '';
  for (let now = start; now <= until.getTime(); now += minute) {
    const moment = new Date(now);
    if (now === due - schedule.beforeDue.minutes * minute && now > start)
      events.push({ step: 'beforeDue', at: now });
    if (now < grace) continue;
    const [day, time] = wall(moment, calendar.timezone);
    const isOpenDay = closingTime(day, calendar) !== undefined;
    if (now === grace || closesAt(day, time, calendar))
      events.push({ step: 'overdue', at: now }, { step: 'alert', at: now });
    if (now === grace + schedule.head.minutes * minute) events.push({ step: 'head', at: now });
    // In the morning after a night, if grace has ended by then.
    const isLater = day > graceDay || (isDueAtNight && time <= schedule.digest.time);
    if (isLater && isOpenDay && digestDay === '') digestDay = day;
    if (day === digestDay && time === schedule.digest.time)
      events.push({ step: 'digest', at: now });
  }
  return events.filter(({ step }) => schedule[step].on);
}

function isQuietByWalking(
  moment: Date,
  { quietHours }: ReminderSchedule,
  { timezone }: Calendar,
): boolean {
  const { on, from, to } = quietHours;
  const [, time] = wall(moment, timezone);
  return on && (from < to ? time >= from && time < to : time >= from || time < to);
}

test('however rounds, downtime and quiet hours fall, no step is sent twice and none is missing', () => {
  const rounds = fc.array(fc.integer({ min: 1, max: 9 * 60 }), { minLength: 20, maxLength: 40 });
  fc.assert(
    fc.property(loans, schedules, calendars, rounds, (loan, schedule, calendar, pauses) => {
      const sent = new Map<ReminderStep, number>();
      const told = new Map<ReminderStep, number>();
      const end = pauses.reduce((sum, pause) => sum + pause, 0);
      const events = walk(
        loan,
        schedule,
        calendar,
        new Date(loan.takenAt.getTime() + end * minute),
      );
      let now = loan.takenAt.getTime();
      for (const pause of pauses) {
        now += pause * minute;
        const moment = new Date(now);
        const quiet = isQuietByWalking(moment, schedule, calendar);
        expect(isQuiet(moment, schedule, calendar)).toBe(quiet);
        const reached = remindersAt(moment, schedule, calendar)(loan);
        if (quiet) expect(reached).toEqual([]);
        const fresh = reached.filter(({ step, nth }) => (sent.get(step) ?? -1) < nth);
        for (const { step, nth } of fresh) sent.set(step, nth);
        const expected = quiet ? [] : latestUntold(events, told, loan, now);
        expect(new Set(fresh.map(({ step, at }) => `${step} ${at.getTime()}`))).toEqual(
          new Set(expected.map((event) => `${event.step} ${event.at}`)),
        );
        for (const event of expected) told.set(event.step, event.at);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

/** Of each step the latest that has happened, unless it was told or came too late. */
function latestUntold(
  events: readonly Event[],
  told: ReadonlyMap<ReminderStep, number>,
  { dueAt }: DueLoan,
  now: number,
): Event[] {
  const latest = new Map<ReminderStep, Event>();
  for (const event of events) if (event.at <= now) latest.set(event.step, event);
  return [...latest.values()].filter(
    ({ step, at }) => at > (told.get(step) ?? 0) && (step !== 'beforeDue' || now < dueAt.getTime()),
  );
}

test('no first time is in quiet hours', () => {
  fc.assert(
    fc.property(loans, schedules, calendars, (loan, schedule, calendar) => {
      for (const { at } of reminderTimes(loan, schedule, calendar)) {
        expect(isQuiet(at, schedule, calendar)).toBe(false);
        expect(toLocalTime(at, calendar.timezone).second).toBe(0);
      }
    }),
  );
});

test('quiet hours over midnight and within a day', () => {
  const quiet = (from: string, to: string, time: string) =>
    isQuiet(
      at(`2026-03-10T${time}`),
      { ...defaultReminderSchedule, quietHours: { on: true, from, to } },
      kolkata,
    );
  expect(
    ['20:59', '21:00', '00:00', '06:59', '07:00'].map((t) => quiet('21:00', '07:00', t)),
  ).toEqual([false, true, true, true, false]);
  expect(['12:59', '13:00', '14:00'].map((t) => quiet('13:00', '14:00', t))).toEqual([
    false,
    true,
    false,
  ]);
});

describe('a schedule that is saved', () => {
  const accepts = (change: object) =>
    reminderScheduleSchema.safeParse({ ...recommendedReminderSchedule, ...change }).success;

  test.each(['00:00', '07:05', '19:59', '23:00'])('has the time %s', (time) => {
    expect(accepts({ digest: { on: true, time } })).toBe(true);
  });

  test.each(['7:00', '24:00', '17:60', '107:00', '07:000', 'a7:00', '2a:00', '1a:00', '07:0a'])(
    'has no time %s',
    (time) => {
      expect(accepts({ digest: { on: true, time } })).toBe(false);
    },
  );

  test.each([
    ['beforeDue', 5, 1_440],
    ['head', 5, 10_080],
  ])('has the minutes of %s between %i and %i', (step, least, most) => {
    const has = (minutes: number) => accepts({ [step]: { on: true, minutes } });
    expect([least - 1, least, most, most + 1].map(has)).toEqual([false, true, true, false]);
  });

  test('has no quiet hours that end as they begin', () => {
    const quiet = (to: string) => accepts({ quietHours: { on: true, from: '21:00', to } });
    expect(['21:00', '07:00'].map(quiet)).toEqual([false, true]);
  });
});
