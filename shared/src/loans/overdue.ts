import { z } from 'zod';
import { hourMs, minuteMs } from '../core/dates.ts';
import { idSchema, instantSchema } from '../core/fields.ts';
import { plural } from '../core/text.ts';
import { dataEnvelope, deskRoute } from '../http/route.ts';
import { keySchema } from '../keys/key.ts';

/** Recalled, overdue now, or due within the hour; a loan in its grace belongs to the last. */
export const overdueBands = ['recalled', 'late', 'soon'] as const;
export type OverdueBand = (typeof overdueBands)[number];

/** The band of the desk's list in which an open loan stands; null while it is due later, or never. */
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

/** So long before it is due a loan is listed. */
export const soonMs = hourMs;

/** How long after a reminder nobody can send another one for the same loan. */
const pauseMinutes = 15;

/**
 * Whole minutes until a holder can be reminded of a loan again; 0 if they can be reminded now
 * (`reminder-pause`).
 */
export function minutesUntilReminder(remindedAt: Date | null, now: Date): number {
  if (!remindedAt) return 0;
  const passed = Math.max(0, now.getTime() - remindedAt.getTime());
  return Math.max(0, Math.ceil(pauseMinutes - passed / minuteMs));
}

/** '1 minute', '12 minutes' */
export function formatMinutes(minutes: number): string {
  return plural(minutes, 'minute');
}

/** A key that should be back, or soon, and how the desk can reach its holder. */
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
  /** The last step of the reminder schedule that was sent about it. */
  step: z.string().nullable(),
  /** When the desk last reminded the holder. */
  remindedAt: instantSchema.nullable(),
});
export type OverdueLoan = z.infer<typeof overdueLoanSchema>;

/** Most loans that the list holds; the others are counted. */
export const maxOverdueLoans = 1_000;

/** The desk's list of keys that should be back. */
export const overdueRoutes = {
  deskOverdue: deskRoute({
    method: 'GET',
    path: '/desk/overdue',
    summary:
      'The keys that are recalled, those that are overdue, longest first, and those due within the hour',
    deskComputer: 'always',
    response: dataEnvelope(
      z.object({
        loans: z.array(overdueLoanSchema),
        /** Absent if there is none. */
        recalled: z.int().optional(),
        late: z.int(),
        soon: z.int(),
      }),
    ),
  }),
};
