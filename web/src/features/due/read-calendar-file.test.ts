import { describe, expect, test } from 'vitest';
import { readCalendarFile } from './read-calendar-file.ts';

function file(...events: string[]): string {
  const body = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`).join('\n');
  return `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n${body}\nEND:VCALENDAR\n`.replace(
    /\n/g,
    '\r\n',
  );
}

function read(...events: string[]) {
  return readCalendarFile(file(...events), '2026-11-01', '2027-12-31', 'Asia/Kolkata');
}

test('entries for whole days are read, with the name that they have', () => {
  const christmas = 'UID:1\nDTSTART;VALUE=DATE:20261225\nSUMMARY:Christmas\\, with\n  snow';
  expect(read(christmas).days).toEqual([{ day: '2026-12-25', label: 'Christmas, with snow' }]);
});

test('a vacation is read day by day; its end is the day after', () => {
  const vacation = 'UID:1\nDTSTART;VALUE=DATE:20261230\nDTEND;VALUE=DATE:20270102\nSUMMARY:Break';
  expect(read(vacation).days.map(({ day }) => day)).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
  ]);
});

test('a day that comes back every year is read as often as it lies ahead', () => {
  const yearly = 'UID:1\nDTSTART;VALUE=DATE:20200126\nRRULE:FREQ=YEARLY\nSUMMARY:Republic Day';
  expect(read(yearly).days).toEqual([{ day: '2027-01-26', label: 'Republic Day' }]);
  const except = `${yearly}\nEXDATE;VALUE=DATE:20270126`;
  expect(read(except).days).toEqual([]);
});

test('midnight to midnight is a whole day, a meeting is none', () => {
  const whole = 'UID:1\nDTSTART:20261224T000000\nDTEND:20261225T000000\nSUMMARY:Eve';
  const meeting = 'UID:2\nDTSTART:20261223T090000\nDTEND:20261223T100000\nSUMMARY:Meeting';
  expect(read(whole, meeting)).toEqual({
    days: [{ day: '2026-12-24', label: 'Eve' }],
    past: 0,
    timed: 1,
    faulty: [],
  });
});

test('two entries of one day become one, and what is cancelled or over is left out', () => {
  const day = (uid: number, summary: string, more = '') =>
    `UID:${uid}\nDTSTART;VALUE=DATE:20261225\nSUMMARY:${summary}${more}`;
  const past = 'UID:9\nDTSTART;VALUE=DATE:20200101\nSUMMARY:Long ago';
  expect(read(day(1, 'One'), day(2, 'Two'), day(3, 'No', '\nSTATUS:CANCELLED'), past).days).toEqual(
    [{ day: '2026-12-25', label: 'One, Two' }],
  );
});

test('what is no calendar file is refused', () => {
  for (const text of ['Key Number,Key Name\nA-1,Lab', ''])
    expect(() => readCalendarFile(text, '2026-01-01', '2027-01-01', 'UTC')).toThrow();
});

const weekly = (uid: string) =>
  `UID:${uid}\nDTSTART;VALUE=DATE:20270106\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:${uid}`;

describe('of an entry that is repeated', () => {
  const daysOf = (label: string, ...events: string[]) =>
    read(...events)
      .days.filter((found) => found.label.includes(label))
      .map(({ day }) => day);

  test('a moved occurrence concerns its own UID alone', () => {
    const moved =
      'UID:B\nRECURRENCE-ID;VALUE=DATE:20270113\nDTSTART;VALUE=DATE:20270115\nSUMMARY:B';
    const file = [weekly('A'), weekly('B'), moved];
    expect(daysOf('A', ...file)).toEqual(['2027-01-06', '2027-01-13', '2027-01-20']);
    expect(daysOf('B', ...file)).toEqual(['2027-01-06', '2027-01-15', '2027-01-20']);
  });

  test('so does a cancelled one, whatever comes first, and one that became a meeting', () => {
    const cancelled =
      'UID:B\nRECURRENCE-ID:20270113\nDTSTART:20270113\nSUMMARY:B\nSTATUS:CANCELLED';
    const meeting =
      'UID:A\nRECURRENCE-ID:20270106T000000\nDTSTART:20270106T100000\nDTEND:20270106T110000\nSUMMARY:A';
    const file = [cancelled, meeting, weekly('A'), weekly('B')];
    expect(daysOf('A', ...file)).toEqual(['2027-01-13', '2027-01-20']);
    expect(daysOf('B', ...file)).toEqual(['2027-01-06', '2027-01-20']);
    expect(read(...file).timed).toBe(1);
  });

  test('nothing is left if all of it was cancelled', () => {
    const moved = 'UID:A\nRECURRENCE-ID:20270113\nDTSTART:20270115\nSUMMARY:A';
    expect(read(`${weekly('A')}\nSTATUS:CANCELLED`, moved).days).toEqual([]);
  });

  test('the end and the exceptions may be written in UTC', () => {
    const nights = [
      'UID:A\nDTSTART;TZID=Europe/Berlin:20270111T000000\nDTEND;TZID=Europe/Berlin:20270112T000000',
      'RRULE:FREQ=DAILY;UNTIL=20270113T230000Z\nEXDATE:20270111T230000Z\nSUMMARY:A',
    ].join('\n');
    const moved = 'UID:A\nRECURRENCE-ID:20270112T230000Z\nDTSTART;VALUE=DATE:20270120\nSUMMARY:A';
    expect(daysOf('A', nights, moved)).toEqual(['2027-01-11', '2027-01-14', '2027-01-20']);
  });
});

test('a date is one without saying so, and days that are over are counted', () => {
  const plain = 'UID:1\nDTSTART:20270422\nSUMMARY:Election Day';
  const vacation = 'UID:2\nDTSTART:20261029\nDURATION:P5D\nSUMMARY:Autumn';
  const found = read(plain, vacation);
  expect(found.days.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02', '2027-04-22']);
  expect(found.past).toBe(3);
});

test('a faulty entry is listed with what is wrong, and the rest is read', () => {
  const good = 'UID:0\nDTSTART:20270422\nSUMMARY:Election Day';
  const found = read(
    'UID:1\nDTSTART;VALUE=DATE:20270230\nSUMMARY:No such day',
    good,
    'UID:2\nSUMMARY:No beginning',
    'UID:3\nDTSTART:20270423\nDTEND:20270421\nSUMMARY:Backwards',
    'UID:4\nDTSTART:20270424\nRRULE:FREQ=SOMETIMES\nSUMMARY:Strange rule',
    'UID:5\nDTSTART:20270425\nnonsense\nSUMMARY:Strange line',
    'UID:6\nRECURRENCE-ID;RANGE=THISANDFUTURE:20270426\nDTSTART:20270427\nSUMMARY:And later',
  );
  expect(found.days).toEqual([{ day: '2027-04-22', label: 'Election Day' }]);
  expect(found.faulty.map(({ label, problem }) => `${label}: ${problem}`).sort()).toEqual([
    'And later: It changes all later ones of a repeated entry, which is not read',
    'Backwards: It ends before it starts',
    'No beginning: It has no start',
    'No such day: Its DTSTART is not a date',
    expect.stringMatching(/^Strange line: It cannot be read \(.*nonsense/),
    expect.stringMatching(/^Strange rule: It cannot be read \(.*SOMETIMES/),
  ]);
});

test('an entry without an end is listed, though the file ends with it', () => {
  const text = file(
    'UID:0\nDTSTART:20270422\nSUMMARY:Whole',
    'UID:1\nDTSTART:20270423\nSUMMARY:Cut',
  );
  const cut = text.slice(0, text.lastIndexOf('END:VEVENT'));
  const { days, faulty } = readCalendarFile(cut, '2026-11-01', '2027-12-31', 'UTC');
  expect(days.map(({ label }) => label)).toEqual(['Whole']);
  expect(faulty.map(({ label }) => label)).toEqual(['Cut']);
});

test.each([
  'FREQ=SECONDLY',
  'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=HOURLY',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
  'FREQ=DAILY;INTERVAL=2000000000',
  'FREQ=WEEKLY;INTERVAL=2000000000',
  'FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;INTERVAL=999999',
  `FREQ=YEARLY;BYMONTHDAY=${'1,'.repeat(100_000)}1`,
])('a rule without end or sense takes no time: %#', (rule) => {
  const endless = `UID:1\nDTSTART;VALUE=DATE:20000101\nRRULE:${rule}\nSUMMARY:Endless`;
  const good = 'UID:0\nDTSTART:20270422\nSUMMARY:Election Day';
  const begun = performance.now();
  const { days, faulty } = read(endless, good);
  expect(days).toEqual([{ day: '2027-04-22', label: 'Election Day' }]);
  expect(faulty.map(({ label }) => label)).toEqual(['Endless']);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test('an entry of many years is read to the last day that is asked for, however long it lasts', () => {
  const ages = 'UID:1\nDTSTART:20261101\nDTEND:99991231\nSUMMARY:Ages';
  expect(read(ages).days).toHaveLength(426);
  const daily = 'UID:2\nDTSTART:20000101\nRRULE:FREQ=DAILY\nSUMMARY:Daily';
  expect(read(daily)).toMatchObject({ past: 9_801, faulty: [] });
  const longer = 'UID:3\nDTSTART:20261101\nDURATION:P999999999D\nSUMMARY:For ever';
  expect(read(longer).days).toHaveLength(426);
});
