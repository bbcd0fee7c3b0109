import { minuteMs } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import { momentText } from '../core/formats.ts';
import { withReason } from '../core/rule-verdict.ts';
import { type Calendar, closingAfter } from './calendar.ts';
import { type Clock, yearAfter } from './extensions.ts';

/** The first of two equal rules wins. */
export type DueInput = {
  key: { id: string; category: string; department: string };
  holderId: string;
  rules: readonly DueRule[];
};

export type Due = {
  /** Null: no due time. */
  dueAt: Date | null;
  /** From when it is overdue. */
  graceUntil: Date | null;
  /** The deciding rule; null without one. */
  rule: DueRule | null;
  /** The latest due time by maximums; null without any. */
  latest: Date | null;
};

/**
 * When a key that is handed out at `takenAt` is due (`due-time`). The narrowest rule decides,
 * without one the next closing; then every maximum that applies shortens it. For maximums at the
 * same moment the narrowest gives the grace.
 */
export function dueFor(takenAt: Date, input: DueInput, calendar: Calendar): Due {
  const matching = rulesFor(input);
  const base = matching.find(({ ceiling }) => !ceiling) ?? null;
  const maximums = matching.flatMap((rule) => {
    const at = rule.ceiling ? momentOf(rule, takenAt, calendar) : null;
    return at ? [{ rule, at }] : [];
  });
  const lowest = maximums.reduce<(typeof maximums)[number] | null>(
    (least, maximum) => (least && least.at <= maximum.at ? least : maximum),
    null,
  );
  const usual = base ? momentOf(base, takenAt, calendar) : closingAfter(takenAt, calendar);
  const shortened = lowest !== null && (usual === null || lowest.at < usual);
  const dueAt = shortened ? lowest.at : usual;
  const rule = shortened ? lowest.rule : base;
  return { dueAt, graceUntil: dueAt && graceEnd(dueAt, rule), rule, latest: lowest?.at ?? null };
}

/** The end of the grace period under this rule. */
export function graceEnd(dueAt: Date, rule: Pick<DueRule, 'graceMinutes'> | null): Date {
  return new Date(dueAt.getTime() + (rule?.graceMinutes ?? 0) * minuteMs);
}

/** Narrowest first. */
function rulesFor({ key, holderId, rules }: DueInput): DueRule[] {
  if (rules.length === 0) return [];
  const ids: Record<DueScope, string | null> = {
    person: holderId,
    key: key.id,
    category: key.category,
    department: key.department,
    campus: null,
  };
  const index = indexOf(rules);
  return dueScopes.flatMap((scope) => index.get(indexKey(scope, ids[scope])) ?? []);
}

const indexes = new WeakMap<readonly DueRule[], ReadonlyMap<string, DueRule[]>>();

/** Rules by scope; cached per list, since every hand-out needs it. */
function indexOf(rules: readonly DueRule[]): ReadonlyMap<string, DueRule[]> {
  const known = indexes.get(rules);
  if (known) return known;
  const index = new Map<string, DueRule[]>();
  for (const rule of rules) {
    const name = indexKey(rule.scope, rule.scopeId);
    index.set(name, [...(index.get(name) ?? []), rule]);
  }
  indexes.set(rules, index);
  return index;
}

function indexKey(scope: DueScope, id: string | null): string {
  return `${scope} ${id ?? ''}`;
}

function momentOf(rule: DueRule, takenAt: Date, calendar: Calendar): Date | null {
  const amount = rule.amount ?? 1;
  switch (rule.kind) {
    case 'closing':
      return closingAfter(takenAt, calendar);
    case 'after':
      return new Date(takenAt.getTime() + amount * minuteMs);
    case 'days':
      return nthClosing(amount, takenAt, calendar);
    case 'open':
      return null;
  }
}

/** The day of the hand-out counts while it is still open. */
function nthClosing(n: number, takenAt: Date, calendar: Calendar): Date {
  let closing = closingAfter(takenAt, calendar);
  for (let more = n - 1; more > 0; more -= 1) closing = closingAfter(closing, calendar);
  return closing;
}

/** `extended`: how many extensions the due time takes. */
export type DueWithExtensions = Due & { extended: number };

/**
 * Why a key cannot be requested until then, or null: it may be shorter than usual, or longer within
 * all extensions and the maximum, a year without either (`promised-return`).
 */
export function untilRefusal(
  due: Due,
  until: Date,
  keyNumber: string,
  clock: Clock,
): AppError | null {
  const said = (time: Date) => momentText(time, clock.now, clock.timezone);
  if (until <= clock.now) return appError('UNTIL_TOO_EARLY', { time: said(clock.now) });
  const most = latestOf(due);
  if (!most) return until > yearAfter(clock.now) ? appError('UNTIL_TOO_LATE') : null;
  if (until <= most) return null;
  const error =
    due.latest && due.latest <= most
      ? appError('MUST_BE_BACK', { time: said(most) })
      : appError('KEEP_AT_MOST', { keyNumber, time: said(most) });
  return withReason(error, { until: most });
}

/** Shortened to what the rules allow now, and ignored once it has passed. */
export function withRequestedUntil(due: Due, until: Date | null, now: Date): DueWithExtensions {
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

/** Limits the due time to `end`, regardless of rules: a visitor returns the key by then. */
export function dueBy(due: DueWithExtensions, end: Date | null): DueWithExtensions {
  const { dueAt, latest, rule } = due;
  if (!end) return due;
  const shorter = { ...due, latest: latest && latest < end ? latest : end };
  return dueAt && dueAt <= end
    ? shorter
    : { ...shorter, dueAt: end, graceUntil: graceEnd(end, rule), extended: 0 };
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

/** Narrowest first: the order in which rules are looked up. */
export const dueScopes = ['person', 'key', 'category', 'department', 'campus'] as const;
export type DueScope = (typeof dueScopes)[number];

export const dueKinds = ['closing', 'after', 'days', 'open'] as const;
export type DueKind = (typeof dueKinds)[number];

export type DueRule = {
  id: string;
  scope: DueScope;
  /** A code or id; null for the campus. */
  scopeId: string | null;
  kind: DueKind;
  /** Minutes of `after`, open days of `days`. */
  amount: number | null;
  /** It only shortens what another rule gives. */
  ceiling: boolean;
  /** How often a holder may extend the loan, and by how many minutes. */
  extensions: number;
  extendMinutes: number;
  /** Minutes after the due time from when a key is overdue. */
  graceMinutes: number;
  note: string;
};
