import { z } from 'zod';
import { minuteMs } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import { chosenInstantSchema, idSchema, instantSchema, noteSchema } from '../core/fields.ts';
import { momentText } from '../core/formats.ts';
import { adminRoute, dataWith, deskRoute, route } from '../core/route-rows.ts';
import { withReason } from '../core/rule-verdict.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { permissions } from '../http/roles.ts';
import { keySchema } from '../keys/key.ts';
import { maxDayLabel } from './calendar-routes.ts';
import { closingTimePattern } from './closing-time.ts';

/** Both times are null without a due time. */
export type DueLoan = {
  keyNumber: string;
  dueAt: Date | null;
  graceUntil: Date | null;
  /** Number of extensions by the holder. */
  extended: number;
  /** When the loan was recalled. */
  recalledAt: Date | null;
};

/** The limits of the loan's own rule and of the maximums. */
export type ExtensionLimits = {
  extensions: number;
  extendMinutes: number;
  /** The latest possible due time; null without a maximum. */
  latest: Date | null;
};

export type ExtensionRequest = {
  as: 'holder' | 'desk' | 'admin';
  /** Default: one extension. */
  until?: Date | undefined;
};

/** The database's clock, and the time zone of messages. */
export type Clock = { now: Date; timezone: string };

export type ExtensionVerdict =
  | { outcome: 'extended'; dueAt: Date; graceUntil: Date; beyondMaximum: boolean }
  | { outcome: 'refused'; error: AppError };

/**
 * Decides an extension: the holder from two hours before the due time until the end of grace unless
 * recalled, the desk at any time, both up to the maximum; an admin beyond it (`promised-return`).
 */
export function decideExtension(
  loan: DueLoan,
  limits: ExtensionLimits,
  request: ExtensionRequest,
  clock: Clock,
): ExtensionVerdict {
  const { dueAt, graceUntil } = loan;
  if (!dueAt || !graceUntil) return refused(appError('NO_DUE_TIME', { keyNumber: loan.keyNumber }));
  const dated = { ...loan, dueAt, graceUntil };
  const limit =
    request.as === 'holder'
      ? holderLimit(dated, limits, clock)
      : deskLimit(dated, limits, request, clock);
  if ('error' in limit) return refused(limit.error);
  const until = request.until ?? limit.usual;
  if (!until) return refused(appError('UNTIL_REQUIRED'));
  if (until > limit.most) return refused(limit.tooLong);
  const earliest = laterOf(dueAt, clock.now);
  if (until <= earliest)
    return refused(
      appError('UNTIL_TOO_EARLY', { time: momentText(earliest, clock.now, clock.timezone) }),
    );
  return {
    outcome: 'extended',
    dueAt: until,
    graceUntil: new Date(until.getTime() + graceMs(dated)),
    beyondMaximum: limits.latest !== null && until > limits.latest,
  };
}

/** The due times after one, two, … extensions, up to the maximum. */
export function extensionChoices(
  { dueAt, extended }: Pick<DueLoan, 'dueAt' | 'extended'>,
  { extensions, extendMinutes, latest }: ExtensionLimits,
  now: Date,
): Date[] {
  if (!dueAt) return [];
  const left = Math.min(Math.max(0, extensions - extended), maxChoices);
  const times = Array.from({ length: left }, (_, step) => {
    const time = dueAt.getTime() + (step + 1) * extendMinutes * minuteMs;
    return Math.min(time, latest?.getTime() ?? time);
  });
  const later = times.filter((time) => time > dueAt.getTime() && time > now.getTime());
  return [...new Set(later)].map((time) => new Date(time));
}

const maxChoices = 4;
/** How long before it is due a holder may extend a loan. */
const holderWindowMs = 120 * minuteMs;

type Dated = DueLoan & { dueAt: Date; graceUntil: Date };
/** The latest due time, the error for a later one, and the default. */
type Limit = { most: Date; tooLong: AppError; usual: Date | null } | { error: AppError };

function holderLimit(loan: Dated, limits: ExtensionLimits, clock: Clock): Limit {
  const { keyNumber, dueAt, graceUntil, extended } = loan;
  const { extensions, extendMinutes, latest } = limits;
  const said = (time: Date) => momentText(time, clock.now, clock.timezone);
  const keepAtMost = (until: Date) =>
    withReason(appError('KEEP_AT_MOST', { keyNumber, time: said(until) }), { until });
  const passed = { error: appError('DUE_PASSED', { time: said(dueAt) }) };
  if (loan.recalledAt) {
    const late = dueAt <= clock.now ? 'yes' : 'no';
    return { error: appError('KEY_RECALLED', { number: keyNumber, late, when: said(dueAt) }) };
  }
  if (clock.now >= graceUntil) return passed;
  if (latest && latest <= dueAt) return { error: mustBeBack(dueAt, clock) };
  if (extensions === 0 || extendMinutes === 0) return { error: keepAtMost(dueAt) };
  if (extended >= extensions) return { error: appError('EXTENDED_ALREADY') };
  const opens = new Date(dueAt.getTime() - holderWindowMs);
  if (clock.now < opens) {
    const error = appError('EXTEND_LATER', { keyNumber, time: said(opens) });
    return { error: withReason(error, { until: opens }) };
  }
  const byRule = new Date(dueAt.getTime() + extendMinutes * minuteMs);
  const most = earlierOf(latest, byRule);
  if (most <= clock.now) return passed;
  const tooLong = most === latest ? mustBeBack(most, clock) : keepAtMost(most);
  return { most, tooLong, usual: most };
}

function deskLimit(
  { dueAt }: Dated,
  { extendMinutes, latest }: ExtensionLimits,
  { as, until }: ExtensionRequest,
  clock: Clock,
): Limit {
  const { now } = clock;
  const within = yearAfter(now);
  const bound = as === 'admin' ? null : latest;
  // An admin may have gone beyond the maximum: then the loan's own due time is the latest.
  const tooLong = bound ? mustBeBack(laterOf(bound, dueAt), clock) : appError('UNTIL_TOO_LATE');
  if (bound && bound <= laterOf(dueAt, now) && !until) return { error: tooLong };
  const most = earlierOf(bound, within);
  const byRule = new Date(dueAt.getTime() + extendMinutes * minuteMs);
  const usual = earlierOf(latest, byRule);
  return { most, tooLong, usual: usual > dueAt && usual > now ? usual : null };
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** The limit, if there is one and it comes before the time. */
function earlierOf(limit: Date | null, time: Date): Date {
  return limit && limit < time ? limit : time;
}

function mustBeBack(until: Date, clock: Clock): AppError {
  return withReason(
    appError('MUST_BE_BACK', { time: momentText(until, clock.now, clock.timezone) }),
    {
      until,
    },
  );
}

/** Due times are at most this far ahead. */
export function yearAfter(now: Date): Date {
  return new Date(now.getTime() + 366 * 24 * 60 * minuteMs);
}

function graceMs({ dueAt, graceUntil }: Dated): number {
  return Math.max(0, graceUntil.getTime() - dueAt.getTime());
}

function refused(error: AppError): ExtensionVerdict {
  return { outcome: 'refused', error };
}

const maxReason = 500;

function reasonOf(max: number) {
  return noteSchema('reason', max, says('give-reason'));
}

const extensionBody = z.strictObject({
  /** Default: one extension. */
  until: nullAsUndefined(chosenInstantSchema.optional()),
  /** Required from the desk. */
  reason: nullAsUndefined(reasonOf(maxReason).optional()),
});
export type ExtensionBody = z.infer<typeof extensionBody>;

const timeRule = says('give-hours-and-minutes');

const closingBody = z.strictObject({
  closes: z.string(timeRule).regex(closingTimePattern, timeRule),
  // It is the label of the day in the calendar.
  reason: reasonOf(maxDayLabel).min(1, says('give-reason')),
});
export type ClosingBody = z.infer<typeof closingBody>;

/** Until when a holder may keep a loan, or why not. */
const offerSchema = z.object({
  loanId: idSchema,
  keyId: idSchema,
  until: instantSchema.nullable(),
  /** Null if it can be extended, or if no rule mentions extensions. */
  why: z.string().nullable(),
});
export type ExtensionOffer = z.infer<typeof offerSchema>;

export const extensionRoutes = {
  ownExtensions: route({
    method: 'GET',
    path: '/loans/extensions',
    summary: 'Until when the caller may keep each of their keys, or why not longer',
    access: permissions.borrowKeys,
    ownership: 'caller',
    response: dataWith({ offers: z.array(offerSchema) }),
  }),
  loanExtensions: deskRoute({
    method: 'GET',
    path: '/loans/:id/extensions',
    summary: 'When a loan is due, and what its rules allow beyond that',
    response: dataWith({
      loanId: idSchema,
      keyNumber: z.string(),
      dueAt: instantSchema.nullable(),
      graceUntil: instantSchema.nullable(),
      /** The times that extensions lead to. */
      choices: z.array(instantSchema),
      /** The latest due time, except for admins. */
      latest: instantSchema.nullable(),
    }),
  }),
  extendLoan: route({
    method: 'POST',
    path: '/loans/:id/extend',
    summary: 'Keep a key for longer: the holder as its rule allows, the desk with a reason',
    access: permissions.borrowKeys,
    ownership: 'caller-or-desk',
    body: extensionBody,
    response: dataWith({
      key: keySchema,
      loanId: idSchema,
      dueAt: instantSchema,
      graceUntil: instantSchema,
    }),
  }),
  moveClosing: adminRoute({
    method: 'POST',
    path: '/campus/closing-today',
    summary: "Move today's closing, and with it every key that is due then",
    body: closingBody,
    response: dataWith({
      /** YYYY-MM-DD */
      day: z.string(),
      closes: z.string(),
      dueAt: instantSchema,
      /** Number of keys with a changed due time. */
      moved: z.int(),
    }),
  }),
};
