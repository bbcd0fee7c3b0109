import { z } from 'zod';
import { isTimezone } from '../core/dates.ts';
import { idSchema, instantSchema } from '../core/fields.ts';
import { adminRoute, dataWith, route } from '../core/route-rows.ts';
import { says, saysOneLine, saysTooLong } from '../core/schema-texts.ts';
import { isVisibleLine } from '../core/text.ts';
import { nullAsUndefined } from '../http/input.ts';
import { t as inputText } from '../texts/en/input.ts';
import type { OpeningHours } from './calendar.ts';
import { closingTimePattern, overlapText } from './closing-time.ts';

export const maxDays = 500;

const timeRule = says('time-as-hours');
const timeSchema = z.string(timeRule).regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeRule);
const closingTimeSchema = z.string(timeRule).regex(closingTimePattern, timeRule);

const weekdayRule = says('weekday-number');
const weekdaySchema = z.int(weekdayRule).min(1, weekdayRule).max(7, weekdayRule);

const hoursSchema = z.strictObject({
  weekday: weekdaySchema,
  opens: timeSchema,
  closes: closingTimeSchema,
});

/** The version read before, to detect a change in between. */
const readVersion = nullAsUndefined(z.string().max(40).optional());

const openingSchema = z.strictObject({
  hours: z
    .array(hoursSchema, says('give-opening-hours'))
    .max(7, says('weekday-once'))
    .refine((hours) => new Set(hours.map(({ weekday }) => weekday)).size === hours.length, {
      error: () => inputText('weekday-once'),
      abort: true,
    })
    .refine((hours) => overlapText(hours) === null, {
      error: ({ input }) => overlapText(input as OpeningHours[]) ?? '',
    }),
  timezone: z
    .string(says('choose-time-zone'))
    .max(60)
    .refine(isTimezone, says('time-zone-such-as')),
  version: readVersion,
});
export type Opening = z.infer<typeof openingSchema>;

export const maxDayLabel = 80;

const daySchema = z
  .strictObject({
    day: z.iso
      .date(says('day-as-date'))
      .refine((day) => day >= '2000' && day < '2200', says('choose-day-near')),
    kind: z.enum(['closed', 'short'], says('closed-or-short')),
    closes: nullAsUndefined(closingTimeSchema.optional()),
    label: z
      .string(says('name-required'))
      .trim()
      .min(1, says('name-required'))
      .max(maxDayLabel, saysTooLong('name', maxDayLabel))
      .refine(isVisibleLine, saysOneLine('name')),
  })
  .refine(({ kind, closes }) => (kind === 'short') === (closes !== undefined), {
    error: () => inputText('short-day-closes'),
    path: ['closes'],
  });

const daysSchema = z.strictObject({
  days: z
    .array(daySchema, says('give-days'))
    .max(maxDays, says('at-most-days', { count: maxDays }))
    .superRefine((days, { addIssue }) => {
      const seen = new Set<string>();
      for (const { day } of days) {
        if (seen.has(day)) addIssue({ code: 'custom', message: inputText('day-twice', { day }) });
        seen.add(day);
      }
    }),
  version: readVersion,
});
export type DaysInput = z.infer<typeof daysSchema>;

const storedOpening = dataWith({
  hours: z.array(z.object({ weekday: z.int(), opens: z.string(), closes: z.string() })),
  timezone: z.string(),
  /** The closing time while no opening hours are saved. */
  reminderTime: z.string(),
  version: z.string(),
});

const storedDays = dataWith({
  days: z.array(
    z.object({
      day: z.string(),
      kind: z.enum(['closed', 'short']),
      closes: z.string().optional(),
      label: z.string(),
    }),
  ),
  version: z.string(),
});

/** A loan due while the campus is closed, and its possible new due time. */
const loanDueWhileClosedSchema = z.object({
  loanId: idSchema,
  keyId: idSchema,
  keyNumber: z.string(),
  keyName: z.string(),
  holderId: idSchema,
  holderName: z.string(),
  dueAt: instantSchema,
  newDueAt: instantSchema,
});
export type LoanDueWhileClosed = z.infer<typeof loanDueWhileClosedSchema>;

export const maxMovedLoans = 1_000;

export const calendarRoutes = {
  getOpening: route({
    method: 'GET',
    path: '/campus/opening',
    summary: 'The opening hours of the week, and the time zone of the campus',
    access: 'registered',
    ownership: 'none',
    response: storedOpening,
  }),
  putOpening: adminRoute({
    method: 'PUT',
    path: '/campus/opening',
    summary: 'Replace the opening hours and the time zone; without hours every day is open',
    // Access rules have hours in this time zone.
    needsRecentSignIn: true,
    body: openingSchema,
    response: storedOpening,
  }),
  getDays: route({
    method: 'GET',
    path: '/campus/days',
    summary: 'Days on which the campus is closed, or closes early',
    access: 'registered',
    ownership: 'none',
    response: storedDays,
  }),
  putDays: adminRoute({
    method: 'PUT',
    path: '/campus/days',
    summary: 'Replace the closed and short days; keys that are out stay due as promised',
    body: daysSchema,
    response: storedDays,
  }),
  strandedLoans: adminRoute({
    method: 'GET',
    path: '/campus/days/stranded',
    summary: 'Keys that are out and due while a closed or short day has the campus closed',
    response: dataWith({ loans: z.array(loanDueWhileClosedSchema) }),
  }),
  moveDue: adminRoute({
    method: 'POST',
    path: '/campus/days/move-due',
    summary: 'Move the due times of such keys to the next closing time, and tell their holders',
    body: z.strictObject({ loanIds: z.array(idSchema).min(1).max(maxMovedLoans) }),
    response: dataWith({ moved: z.int() }),
  }),
};
