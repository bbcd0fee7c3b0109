import { z } from 'zod';
import { hourMs, minuteMs } from '../core/dates.ts';
import { idSchema, instantSchema } from '../core/fields.ts';
import { dataWith, deskRoute } from '../core/route-rows.ts';
import { keySchema } from '../keys/key.ts';
import { t } from '../texts/en/overdue.ts';

/** Recalled, overdue, or due within the hour; a loan in its grace belongs to the last. */
export const overdueBands = ['recalled', 'late', 'soon'] as const;
export type OverdueBand = (typeof overdueBands)[number];

/** The band in the desk's list; null while due later, or without a due time. */
export function overdueBand(
  { dueAt, graceUntil, recalledAt }: LoanTimes,
  now: Date,
): OverdueBand | null {
  if (recalledAt) return 'recalled';
  if (!dueAt || !graceUntil) return null;
  if (now >= graceUntil) return 'late';
  return dueAt.getTime() <= now.getTime() + soonMs ? 'soon' : null;
}

type LoanTimes = { dueAt: Date | null; graceUntil: Date | null; recalledAt: Date | null };

/** How long before its due time a loan is listed. */
export const soonMs = hourMs;

/** Minutes between two reminders of the same loan. */
const pauseMinutes = 15;

/** Whole minutes until the next reminder of a loan; 0 if possible now (`reminder-pause`). */
export function minutesUntilReminder(remindedAt: Date | null, now: Date): number {
  if (!remindedAt) return 0;
  const passed = Math.max(0, now.getTime() - remindedAt.getTime());
  return Math.max(0, Math.ceil(pauseMinutes - passed / minuteMs));
}

/** '1 minute', '12 minutes' */
export function formatMinutes(minutes: number): string {
  return t('minutes', { count: minutes });
}

/** A key that is due, and how to reach its holder. */
const overdueLoanSchema = z.object({
  loanId: idSchema,
  band: z.enum(overdueBands),
  key: keySchema,
  holder: z.object({
    id: idSchema,
    name: z.string(),
    email: z.string().optional(),
    phone: z.string().optional(),
  }),
  takenAt: instantSchema,
  dueAt: instantSchema,
  graceUntil: instantSchema,
  /** The last step of the reminder schedule that was sent. */
  step: z.string().nullable(),
  /** The desk's last reminder. */
  remindedAt: instantSchema.nullable(),
});
export type OverdueLoan = z.infer<typeof overdueLoanSchema>;

/** The list's maximum; other loans are only counted. */
export const maxOverdueLoans = 1_000;

export const overdueRoutes = {
  deskOverdue: deskRoute({
    method: 'GET',
    path: '/desk/overdue',
    summary:
      'The keys that are recalled, those that are overdue, longest first, and those due within the hour',
    deskComputer: 'always',
    response: dataWith({
      loans: z.array(overdueLoanSchema),
      /** Absent if there is none. */
      recalled: z.int().optional(),
      late: z.int(),
      soon: z.int(),
    }),
  }),
};
