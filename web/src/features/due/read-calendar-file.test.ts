import { expect, test } from 'vitest';
import { readCalendarFile } from './read-calendar-file.ts';

function file(...events: string[]): string {
  const body = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`).join('\n');
  return `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n${body}\nEND:VCALENDAR\n`.replace(
    /\n/g,
    '\r\n',
  );
}

function read(...events: string[]) {
  return readCalendarFile(file(...events), '2026-11-01', '2027-12-31');
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
  expect(read(whole, meeting)).toEqual({ days: [{ day: '2026-12-24', label: 'Eve' }], timed: 1 });
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
  expect(() =>
    readCalendarFile('Key Number,Key Name\nA-1,Lab', '2026-01-01', '2027-01-01'),
  ).toThrow();
  expect(() => readCalendarFile('', '2026-01-01', '2027-01-01')).toThrow();
});
