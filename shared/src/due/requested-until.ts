import { type AppError, appError } from '../errors.ts';
import { withRefusal } from '../handovers/refusal.ts';
import { momentText } from '../moment-text.ts';
import { type Due, graceEnd } from './due-for.ts';
import { type Clock, yearAfter } from './extension.ts';

/** When a key is due, and how many of its extensions that took. */
export type PromisedDue = Due & { extended: number };

/**
 * Why somebody who asks for a key cannot have it until then; null if they can: shorter than usual, or
 * longer as far as all extensions together and the ceiling allow, a year if neither is there
 * (`promised-return`).
 */
export function untilRefusal(
  due: Due,
  until: Date,
  keyNumber: string,
  clock: Clock,
): AppError | null {
  const said = (time: Date) => momentText(time, clock.now, clock.timezone);
  if (until <= clock.now) return appError('UNTIL_TOO_EARLY', said(clock.now));
  const most = latestOf(due);
  if (!most) return until > yearAfter(clock.now) ? appError('UNTIL_TOO_LATE') : null;
  if (until <= most) return null;
  const error =
    due.latest && due.latest <= most
      ? appError('MUST_BE_BACK', said(most))
      : appError('KEEP_AT_MOST', keyNumber, said(most));
  return withRefusal(error, { until: most });
}

/**
 * The due time that the holder asked for with their code. What rules have forbidden since is
 * shortened, and a time that has passed since counts as not asked for.
 */
export function withRequestedUntil(due: Due, until: Date | null, now: Date): PromisedDue {
  if (!until || until <= now) return { ...due, extended: 0 };
  const most = latestOf(due);
  const dueAt = most && until > most ? most : until;
  return {
    ...due,
    dueAt,
    graceUntil: graceEnd(dueAt, due.rule),
    extended: extensionsUsed(due, dueAt),
  };
}

function latestOf({ dueAt, rule, latest }: Due): Date | null {
  if (!dueAt) return latest;
  const minutes = rule ? rule.extensions * rule.extendMinutes : 0;
  const byRule = new Date(dueAt.getTime() + minutes * minuteMs);
  return latest && latest < byRule ? latest : byRule;
}

function extensionsUsed({ dueAt, rule }: Due, until: Date): number {
  if (!dueAt || !rule || until <= dueAt || rule.extendMinutes === 0) return 0;
  return Math.ceil((until.getTime() - dueAt.getTime()) / (rule.extendMinutes * minuteMs));
}

const minuteMs = 60_000;
