import { expect, test } from 'vitest';
import { closingNote } from './closing-time.ts';
import { likeMonday, toHours, toWeekDraft, weekError } from './week-form.tsx';

const monday = { weekday: 1, opens: '08:00', closes: '17:30' };
const saturday = { weekday: 6, opens: '09:00', closes: '12:00' };

test('the form has every weekday, and gives back what was stored', () => {
  const week = toWeekDraft([saturday, monday], '17:20');
  expect(week).toHaveLength(7);
  expect(toHours(week)).toEqual([monday, saturday]);
  expect(week[1]).toEqual({ weekday: 2, isOpen: false, opens: '08:00', closes: '17:20' });
  expect(toWeekDraft([], '06:00')[0]).toMatchObject({ opens: '00:00', closes: '06:00' });
});

test('open days can have the hours of Monday', () => {
  const week = likeMonday(toWeekDraft([saturday, monday], '17:20'));
  expect(toHours(week)).toEqual([monday, { ...monday, weekday: 6 }]);
});

test('a day may end past midnight, which is said beside it, but not after the next one opens', () => {
  const late = { weekday: 1, opens: '18:00', closes: '02:00' };
  const tuesday = { weekday: 2, opens: '02:00', closes: '24:00' };
  const week = toWeekDraft([late, tuesday], '17:20');
  expect(week.map(closingNote).slice(0, 3)).toEqual(['next day', 'midnight', '']);
  expect(week[1]?.closes).toBe('00:00');
  expect(weekError(week)).toBeNull();
  expect(toHours(week)).toEqual([late, tuesday]);
  expect(weekError(toWeekDraft([late, { ...tuesday, opens: '01:00' }], '17:20'))).toBe(
    'Monday closes at 02:00 on Tuesday, but Tuesday opens at 01:00',
  );
});

test('a day that is open has both times', () => {
  const unsaid = { weekday: 2, isOpen: true, opens: '', closes: '17:00' };
  expect(weekError([unsaid])).toBe('Choose when Tuesday starts and ends');
  expect(weekError([{ ...unsaid, isOpen: false }])).toBeNull();
});
