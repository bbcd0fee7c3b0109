import { expect, test } from 'vitest';
import { latestTimeOfDay } from './latest-time-of-day.ts';

const kolkata = { time: '17:20', timezone: 'Asia/Kolkata' };

function at(text: string) {
  return new Date(text);
}

test('the latest time of day is today’s once it has come, else yesterday’s', () => {
  expect(latestTimeOfDay(at('2026-03-10T11:50:00Z'), kolkata)).toEqual(at('2026-03-10T11:50:00Z'));
  expect(latestTimeOfDay(at('2026-03-10T11:49:00Z'), kolkata)).toEqual(at('2026-03-09T11:50:00Z'));
});
