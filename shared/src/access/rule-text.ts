import { toLocalTime } from '../core/dates.ts';
import { clockText, dateText, listText, weekdayName } from '../core/formats.ts';
import type { Role } from '../http/roles.ts';
import { t } from '../texts/en/access.ts';
import type { AccessRule, NamedRule } from './access-rule.ts';
import type { LocalMoment } from './decide-access.ts';

type Sentence = Omit<NamedRule, 'id' | 'targetId' | 'createdByName' | 'note'>;

/**
 * A rule as a sentence: 'Students except Laser trained may not take workshop keys after 18:00.'
 * Says 'you' if it is about the reader.
 */
export function accessRuleText(
  rule: Sentence,
  timezone: string,
  readerId: string | null = null,
): string {
  const sentence = [
    effectText(rule, readerId),
    windowText(rule),
    rule.effect === 'approve' ? 'only with approval' : '',
  ];
  const validity = validityText(rule, timezone);
  return `${sentence.filter(Boolean).join(' ')}${validity && `, ${validity}`}.`;
}

/** Why a key is refused that only people with a grant may take. */
export function namedOnlyText(number: string): string {
  return t('named-only', { number });
}

/** Why a deny refuses: 'Students: no workshop keys after 18:00 (rule by R. Iyer: Stocktaking).' */
export function denialText(
  rule: Sentence & Pick<NamedRule, 'createdByName' | 'note'>,
  readerId: string | null,
): string {
  const keys = rule.target === 'all' ? 'keys' : targetText(rule);
  const begin =
    rule.target === 'key' || isAbout(rule, readerId)
      ? effectText(rule, readerId)
      : `${subjectText(rule, 'Everybody', readerId)}: no ${keys}`;
  const when = windowText(rule);
  return `${begin}${when && ` ${when}`}${authorText(rule)}.`;
}

/** Whether `denialText` already includes the rule's whole sentence. */
export function isSaidByDenial(rule: Sentence, timezone: string, readerId: string | null): boolean {
  const namesAll = rule.target === 'key' || isAbout(rule, readerId);
  return namesAll && validityText(rule, timezone) === '';
}

/** The note is inside a sentence, so its full stop is removed. */
function authorText({ createdByName, note }: Pick<NamedRule, 'createdByName' | 'note'>): string {
  if (createdByName === null) return '';
  const why = note?.replace(/[.\s]+$/, '');
  return ` (rule by ${createdByName}${why ? `: ${why}` : ''})`;
}

function isAbout({ subject, subjectId }: Sentence, readerId: string | null): boolean {
  return subject === 'person' && readerId !== null && subjectId === readerId;
}

/** 'Asha Rao may not take key MK-1': the verb suits singular and plural. */
function effectText(rule: Sentence, readerId: string | null): string {
  const target = targetText(rule);
  if (rule.effect !== 'deny')
    return `${subjectText(rule, 'Everybody', readerId)} may take ${target}`;
  const verb = rule.subject === 'everyone' ? 'may take' : 'may not take';
  return `${subjectText(rule, 'Nobody', readerId)} ${verb} ${target}`;
}

function subjectText(
  rule: Sentence,
  everyone: 'Everybody' | 'Nobody',
  readerId: string | null,
): string {
  const { subject, subjectId, subjectName, exceptGroupName } = rule;
  const name = subjectName ?? '…';
  const text = {
    everyone,
    role: roleNames[subjectId ?? ''] ?? name,
    department: `People of ${name}`,
    group: name,
    person: isAbout(rule, readerId) ? 'You' : name,
  }[subject];
  if (exceptGroupName === null) return text;
  return subject === 'person'
    ? `${text}, unless in ${exceptGroupName},`
    : `${text} except ${exceptGroupName}`;
}

const roleNames: Readonly<Record<string, string>> = {
  admin: 'Admins',
  faculty: 'Faculty',
  security: 'Security staff',
  operator: 'Operators',
  responder: 'Responders',
  pending: 'People without a role',
  visitor: 'Visitors',
} satisfies Record<Role, string>;

function targetText({ target, targetName, effect }: Sentence): string {
  const name = targetName ?? '…';
  switch (target) {
    case 'all':
      return effect === 'approve' ? 'keys' : 'any key';
    case 'department':
      return `keys of the department ${name}`;
    case 'category':
      return name.toLowerCase() === 'other' ? 'keys of the category Other' : `${inText(name)} keys`;
    case 'block':
      return blockText(name);
    case 'key':
      return `key ${name}`;
  }
}

/** A label inside a sentence: 'Wood workshop' without its capital, 'AV' unchanged. */
function inText(label: string): string {
  return label.replace(/(?<![\p{L}\d])\p{Lu}\p{Ll}+(?![\p{L}\d])/gu, (word) => word.toLowerCase());
}

/** Labels of blocks are letters ('A'), words ('Library') or whole names ('Block 7'). */
function blockText(name: string): string {
  if (/\bblock\b/i.test(name)) return `keys of ${name}`;
  return name.length <= 2 ? `keys of block ${name}` : `keys of the ${name} block`;
}

type Window = Pick<AccessRule, 'weekdays' | 'fromTime' | 'toTime'>;

/** 'Mon–Fri 08:00–18:00', 'after 18:00', 'on Saturdays'; empty without limits. */
export function windowText({ weekdays, ...times }: Window): string {
  const [from, to] = [notMidnight(times.fromTime), notMidnight(times.toTime)];
  const days = weekdaysText(weekdays);
  if (from && to) {
    // With days, '22:00–06:00' could mean the small hours of those days too.
    return joined(days, `${from}–${to}`, days && from > to ? nextDay : '');
  }
  return joined(days, from && `after ${from}`, to && `before ${to}`);
}

/** Why nothing allows it now: 'You may take this key Mon–Fri 08:00–18:00. It is Saturday.' */
export function outsideText(
  windows: readonly Window[],
  { weekday, minute }: LocalMoment,
  who: string,
): string {
  const texts = windowTexts(windows);
  const today = windows.filter(({ weekdays }) => weekdays.includes(weekday));
  // If the days matter as well, the time alone would not explain it.
  const day = today.length === 0 || texts.length > 1 || texts[0]?.endsWith(nextDay);
  const time = today.length > 0;
  const now = joined(day ? weekdayName(weekday) : '', time ? clockText(minute) : '');
  return `${who} may take this key ${listText(texts, 'disjunction')}. It is ${now}.`;
}

/** For any reader and time: 'The rules allow this key only Mon–Fri 08:00–18:00.' */
export function allowedHoursText(windows: readonly Window[]): string {
  return `The rules allow this key only ${listText(windowTexts(windows), 'disjunction')}.`;
}

function windowTexts(windows: readonly Window[]): string[] {
  return [...new Set(windows.map(windowText))].sort();
}

const nextDay = 'the next day';

/** Midnight is no limit. */
function notMidnight(time: string | null): string {
  return time === null || time === '00:00' ? '' : time;
}

function joined(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}

/** 'Mon–Fri', 'on Sat and Sun', 'Mon and Wed–Fri', 'on Saturdays'; empty for every day. */
function weekdaysText(weekdays: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of [...new Set(weekdays)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const [first = []] = runs;
  if (first.length === 7) return '';
  if (runs.length === 1 && first.length === 1) return `on ${weekdayName(first[0] ?? 0)}s`;
  const texts = runs.flatMap((run) => (run.length > 2 ? [runText(run)] : run.map(shortWeekday)));
  const text = listText(texts);
  return runs.some((run) => run.length > 2) ? text : `on ${text}`;
}

function runText(run: readonly number[]): string {
  return `${shortWeekday(run[0] ?? 0)}–${shortWeekday(run.at(-1) ?? 0)}`;
}

function shortWeekday(weekday: number): string {
  return weekdayName(weekday, 'short-weekday');
}

type Validity = Pick<AccessRule, 'validFrom' | 'validUntil'>;

/** 'from 1 Dec 2026 until the end of 19 Dec 2026'; empty without limits. */
function validityText({ validFrom, validUntil }: Validity, timezone: string): string {
  const from = validFrom === null ? '' : `from ${beginText(validFrom, timezone)}`;
  const until = validUntil === null ? '' : untilText(new Date(validUntil), timezone);
  return [from, until].filter(Boolean).join(' ');
}

/** A rule that ends at midnight includes the day before. */
function untilText(end: Date, timezone: string): string {
  const lastMinute = new Date(end.getTime() - 60_000);
  return isMidnight(end, timezone)
    ? `until the end of ${dateText(lastMinute, 'date', timezone)}`
    : `until ${beginText(end, timezone)}`;
}

/** '1 Dec 2026' at the start of that day, else '1 Dec 2026, 14:00'. */
function beginText(moment: Date | string, timezone: string): string {
  const style = isMidnight(new Date(moment), timezone) ? 'date' : 'date-time';
  return dateText(moment, style, timezone);
}

function isMidnight(moment: Date, timezone: string): boolean {
  const { hour, minute } = toLocalTime(moment, timezone);
  return hour === 0 && minute === 0;
}
