import { api } from '@keydesk/shared/api';
import { type Calendar, localDay, weekdayOf } from '@keydesk/shared/due/calendar';
import type { TestApp } from '../harness/test-app.ts';

export const timezone = 'Asia/Kolkata';

const dayMs = 86_400_000;

/** The date on the campus so many days from now. */
export function campusDay(ahead: number): string {
  const calendar: Calendar = { timezone, reminderTime: '17:20', hours: [], days: [] };
  return localDay(new Date(Date.now() + ahead * dayMs), calendar);
}

/** Makes now a Friday evening: closed since one minute past midnight, and again open in three days. */
export async function closeForWeekend(campus: TestApp): Promise<void> {
  const [evening, next] = [weekdayOf(campusDay(0)), weekdayOf(campusDay(3))];
  const hours = [
    { weekday: evening, opens: '00:00', closes: '00:01' },
    { weekday: next, opens: '08:00', closes: '17:20' },
  ];
  const admin = await campus.person('admin');
  await admin.get(api.putOpening, { body: { hours, timezone } });
}

/** The calendar of a fresh installation. */
export async function openAlways(campus: TestApp): Promise<void> {
  const admin = await campus.person('admin');
  await admin.get(api.putOpening, { body: { hours: [], timezone } });
  await admin.get(api.putDays, { body: { days: [] } });
}
