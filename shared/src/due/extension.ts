import { minuteMs } from '../durations.ts';
import { type AppError, appError } from '../errors.ts';
import { withRefusal } from '../handovers/refusal.ts';
import { byMomentText, momentText } from '../moment-text.ts';

/** The due time of an open loan and the end of its grace; both null if it has none. */
export type DueLoan = {
  keyNumber: string;
  dueAt: Date | null;
  graceUntil: Date | null;
  /** How often its holder has extended it. */
  extended: number;
  /** Since when its holder may not have it any more. */
  recalledAt: Date | null;
};

/** What the loan's own rule and the ceilings allow. */
export type ExtensionLimits = {
  extensions: number;
  extendMinutes: number;
  /** The time by which it must be back, whatever its rule says; null without a ceiling. */
  latest: Date | null;
};

export type ExtensionRequest = {
  as: 'holder' | 'desk' | 'admin';
  /** Without it, as long as one extension is. */
  until?: Date | undefined;
};

/** The database's clock, and the time zone that messages are written in. */
export type Clock = { now: Date; timezone: string };

export type ExtensionVerdict =
  | { outcome: 'extended'; dueAt: Date; graceUntil: Date; beyondCeiling: boolean }
  | { outcome: 'refused'; error: AppError };

/**
 * Until when may this loan be kept? Its holder may extend it from two hours before it is due until
 * its grace ends unless it is recalled, the desk at any time, both up to the ceiling; an admin beyond
 * it (`promised-return`).
 */
export function decideExtension(
  loan: DueLoan,
  limits: ExtensionLimits,
  request: ExtensionRequest,
  clock: Clock,
): ExtensionVerdict {
  const { dueAt, graceUntil } = loan;
  if (!dueAt || !graceUntil) return refused(appError('NO_DUE_TIME', loan.keyNumber));
  const dated = { ...loan, dueAt, graceUntil };
  const limit =
    request.as === 'holder'
      ? holderLimit(dated, limits, clock)
      : deskLimit(dated, limits, request, clock);
  if ('error' in limit) return refused(limit.error);
  const until = request.until ?? limit.usual;
  if (!until) return refused(appError('UNTIL_REQUIRED'));
  if (until > limit.most) return refused(limit.tooLong);
  const earliest = dueAt > clock.now ? dueAt : clock.now;
  if (until <= earliest) return refused(appError('UNTIL_TOO_EARLY', timeText(earliest, clock)));
  return {
    outcome: 'extended',
    dueAt: until,
    graceUntil: new Date(until.getTime() + graceMs(dated)),
    beyondCeiling: limits.latest !== null && until > limits.latest,
  };
}

/** The times that one extension after the other leads to, as far as the ceiling allows. */
export function extensionChoices(
  { dueAt, extended }: Pick<DueLoan, 'dueAt' | 'extended'>,
  { extensions, extendMinutes, latest }: ExtensionLimits,
  now: Date,
): Date[] {
  if (!dueAt || extendMinutes === 0) return [];
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
/** The latest time to extend to, what is said of a later one, and what is usual. */
type Limit = { most: Date; tooLong: AppError; usual: Date | null } | { error: AppError };

function holderLimit(loan: Dated, limits: ExtensionLimits, clock: Clock): Limit {
  const { keyNumber, dueAt, graceUntil, extended } = loan;
  const { extensions, extendMinutes, latest } = limits;
  const said = (time: Date) => timeText(time, clock);
  const keepAtMost = (until: Date) =>
    withRefusal(appError('KEEP_AT_MOST', keyNumber, said(until)), { until });
  const passed = { error: appError('DUE_PASSED', said(dueAt)) };
  if (loan.recalledAt) {
    const when = byMomentText(dueAt, clock.now, clock.timezone);
    return { error: appError('KEY_RECALLED', keyNumber, when) };
  }
  if (clock.now >= graceUntil) return passed;
  if (latest && latest <= dueAt) return { error: mustBeBack(dueAt, clock) };
  if (extensions === 0 || extendMinutes === 0) return { error: keepAtMost(dueAt) };
  if (extended >= extensions) return { error: appError('EXTENDED_ALREADY') };
  const opens = new Date(dueAt.getTime() - holderWindowMs);
  if (clock.now < opens) {
    const error = appError('EXTEND_LATER', keyNumber, said(opens));
    return { error: withRefusal(error, { until: opens }) };
  }
  const byRule = new Date(dueAt.getTime() + extendMinutes * minuteMs);
  const most = latest && latest < byRule ? latest : byRule;
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
  // An admin may have gone beyond the ceiling: then the loan's own due time is the latest.
  const tooLong = bound
    ? mustBeBack(bound > dueAt ? bound : dueAt, clock)
    : appError('UNTIL_TOO_LATE');
  if (bound && bound <= (dueAt > now ? dueAt : now) && !until) return { error: tooLong };
  const most = bound && bound < within ? bound : within;
  const byRule = new Date(dueAt.getTime() + extendMinutes * minuteMs);
  const usual = latest && latest < byRule ? latest : byRule;
  return { most, tooLong, usual: usual > dueAt && usual > now ? usual : null };
}

function mustBeBack(until: Date, clock: Clock): AppError {
  return withRefusal(appError('MUST_BE_BACK', timeText(until, clock)), { until });
}

/** No due time is set further ahead. */
export function yearAfter(now: Date): Date {
  return new Date(now.getTime() + 366 * 24 * 60 * minuteMs);
}

function graceMs({ dueAt, graceUntil }: Dated): number {
  return Math.max(0, graceUntil.getTime() - dueAt.getTime());
}

function timeText(time: Date, { now, timezone }: Clock): string {
  return momentText(time, now, timezone);
}

function refused(error: AppError): ExtensionVerdict {
  return { outcome: 'refused', error };
}
