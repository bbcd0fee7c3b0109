import { expect, test } from 'vitest';
import { dayError, likeMonday, toHours, toWeekDraft } from './week-form.tsx';

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

test('a day opens before it closes', () => {
  const day = { weekday: 2, isOpen: true, opens: '09:00', closes: '17:00' };
  expect(dayError(day)).toBeNull();
  expect(dayError({ ...day, closes: '09:00' })).toBe('Tuesday has to open before it closes');
  expect(dayError({ ...day, opens: '' })).toBe('Please say when Tuesday begins and ends');
  expect(dayError({ ...day, isOpen: false, opens: '' })).toBeNull();
});
