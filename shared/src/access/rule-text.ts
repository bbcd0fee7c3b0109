import { toLocalTime } from '../core/dates.ts';
import { clockText, dateText, listText, weekdayName } from '../core/formats.ts';
import { type Role, roles } from '../http/roles.ts';
import { keyDefaults } from '../keys/key-fields.ts';
import { t as fieldText } from '../texts/en/key-fields.ts';
import { t } from '../texts/en/rule-sentences.ts';
import { inEachLanguage } from '../texts/known-languages.ts';
import type { AccessRule, NamedRule } from './access-rule.ts';
import type { LocalMoment } from './decide-access.ts';

type Sentence = Omit<NamedRule, 'id' | 'createdByName' | 'note'>;

/**
 * A rule as a sentence: 'Students except Laser trained cannot take workshop keys after 18:00.'
 * Says 'you' if it is about the reader.
 */
export function accessRuleText(
  rule: Sentence,
  timezone: string,
  readerId: string | null = null,
): string {
  const [when, validity] = [windowText(rule), validityText(rule, timezone)];
  return t('rule', {
    ...about(rule, readerId),
    effect: rule.effect === 'deny' ? denialOf(rule) : rule.effect,
    when,
    timed: yesNo(when),
    validity,
    limited: yesNo(validity),
  });
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
  const when = windowText(rule);
  const isWhole = rule.target === 'key' || isAbout(rule, readerId);
  const note = rule.note?.replace(/[.\s]+$/, '') ?? '';
  return t('denial', {
    ...(isWhole
      ? about(rule, readerId)
      : {
          who: subjectText(rule, 'everybody', readerId),
          keys: rule.target === 'all' ? t('keys') : targetText(rule),
        }),
    of: isWhole ? denialOf(rule) : 'keys',
    when,
    timed: yesNo(when),
    // It is inside a sentence, so it brings no full stop of its own.
    note,
    name: rule.createdByName ?? '',
    author: rule.createdByName === null ? 'none' : note ? 'withNote' : 'named',
  });
}

/** Whether `denialText` already includes the rule's whole sentence. */
export function isSaidByDenial(rule: Sentence, timezone: string, readerId: string | null): boolean {
  const namesAll = rule.target === 'key' || isAbout(rule, readerId);
  return namesAll && validityText(rule, timezone) === '';
}

function isAbout({ subject, subjectId }: Sentence, readerId: string | null): boolean {
  return subject === 'person' && readerId !== null && subjectId === readerId;
}

/** 'Asha Rao', 'key MK-1': the verb between suits singular and plural. */
function about(rule: Sentence, readerId: string | null) {
  const everyone = rule.effect === 'deny' ? 'nobody' : 'everybody';
  return { who: subjectText(rule, everyone, readerId), keys: targetText(rule) };
}

/** 'No one can', and everyone else 'cannot'. */
function denialOf({ subject }: Sentence) {
  return subject === 'everyone' ? 'denyAll' : 'deny';
}

function yesNo(text: string) {
  return text === '' ? 'no' : 'yes';
}

function subjectText(
  rule: Sentence,
  everyone: 'everybody' | 'nobody',
  readerId: string | null,
): string {
  const { subject, subjectId, subjectName, exceptGroupName: group } = rule;
  const name = subjectName ?? '…';
  const who = {
    everyone: t(everyone),
    role: isRole(subjectId) ? t('role', { role: subjectId }) : name,
    department: t('people-of', { name }),
    group: name,
    person: isAbout(rule, readerId) ? t('you') : name,
  }[subject];
  if (group === null) return who;
  return t(subject === 'person' ? 'unless-in' : 'except', { who, group });
}

function isRole(subjectId: string | null): subjectId is Role {
  return roles.some((role) => role === subjectId);
}

function targetText({ target, targetId, targetName, effect }: Sentence): string {
  const name = targetName ?? '…';
  switch (target) {
    case 'all':
      return t(effect === 'approve' ? 'keys' : 'any-key');
    case 'department':
      return t('keys-of-department', { name });
    case 'category':
      return targetId === keyDefaults.category
        ? t('keys-of-other', { name })
        : t('keys-of-category', { name, lower: inText(name) });
    case 'block':
      return blockText(name);
    case 'key':
      return t('key', { name });
  }
}

/** A label inside an English sentence: 'Wood workshop' without its capital, 'AV' unchanged. */
function inText(label: string): string {
  return label.replace(/(?<![\p{L}\d])\p{Lu}\p{Ll}+(?![\p{L}\d])/gu, (word) => word.toLowerCase());
}

/** Labels of blocks are letters ('A'), words ('Library') or whole names ('Block 7'). */
function blockText(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  const own = inEachLanguage((language) => fieldText.in(language)('block').toLowerCase());
  if (own.some((word) => words.includes(word))) return t('keys-of', { name });
  return t(name.length <= 2 ? 'keys-of-block' : 'keys-of-the-block', { name });
}

type Window = Pick<AccessRule, 'weekdays' | 'fromTime' | 'toTime'>;

/** 'Mon–Fri 08:00–18:00', 'after 18:00', 'on Saturdays'; empty without limits. */
export function windowText(window: Window): string {
  const [days, times] = [weekdaysText(window.weekdays), timesText(window)];
  return days && times ? t('days-times', { days, times }) : days || times;
}

function timesText(window: Window): string {
  const [from, to] = [notMidnight(window.fromTime), notMidnight(window.toTime)];
  if (from && to) return t(endsNextDay(window) ? 'from-to-next-day' : 'from-to', { from, to });
  if (from) return t('after', { time: from });
  return to && t('before', { time: to });
}

/** With days, '22:00–06:00' could mean the small hours of those days too. */
function endsNextDay({ weekdays, ...times }: Window): boolean {
  const [from, to] = [notMidnight(times.fromTime), notMidnight(times.toTime)];
  return weekdaysText(weekdays) !== '' && to !== '' && from > to;
}

/** Why nothing allows it now: 'You can take this key Mon–Fri 08:00–18:00. It is Saturday.' */
export function outsideText(
  windows: readonly Window[],
  { weekday, minute }: LocalMoment,
  who: string,
): string {
  const texts = windowTexts(windows);
  const today = windows.filter(({ weekdays }) => weekdays.includes(weekday));
  // If the days matter as well, the time alone would not explain it.
  const day = today.length === 0 || texts.length > 1 || windows.some(endsNextDay);
  const time = today.length > 0;
  const [days, times] = [day ? weekdayName(weekday) : '', time ? clockText(minute) : ''];
  const now = days && times ? t('days-times', { days, times }) : days || times;
  return t('outside', { who, windows: listText(texts, 'disjunction'), now });
}

/** For any reader and time: 'The rules allow this key only Mon–Fri 08:00–18:00.' */
export function allowedHoursText(windows: readonly Window[]): string {
  return t('only-then', { windows: listText(windowTexts(windows), 'disjunction') });
}

function windowTexts(windows: readonly Window[]): string[] {
  return [...new Set(windows.map(windowText))].sort();
}

/** Midnight is no limit. */
function notMidnight(time: string | null): string {
  return time === null || time === '00:00' ? '' : time;
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
  if (runs.length === 1 && first.length === 1)
    return t('on-every', { weekday: weekdayName(first[0] ?? 0) });
  const texts = runs.flatMap((run) => (run.length > 2 ? [runText(run)] : run.map(shortWeekday)));
  const text = listText(texts);
  return runs.some((run) => run.length > 2) ? text : t('on-days', { days: text });
}

function runText(run: readonly number[]): string {
  return t('from-to', { from: shortWeekday(run[0] ?? 0), to: shortWeekday(run.at(-1) ?? 0) });
}

function shortWeekday(weekday: number): string {
  return weekdayName(weekday, 'short-weekday');
}

type Validity = Pick<AccessRule, 'validFrom' | 'validUntil'>;

/** 'from 1 Dec 2026 until the end of 19 Dec 2026'; empty without limits. */
function validityText({ validFrom, validUntil }: Validity, timezone: string): string {
  const from = validFrom === null ? '' : t('from', { time: beginText(validFrom, timezone) });
  const until = validUntil === null ? '' : untilText(new Date(validUntil), timezone);
  return from && until ? t('from-until', { from, until }) : from || until;
}

/** A rule that ends at midnight includes the day before. */
function untilText(end: Date, timezone: string): string {
  const lastMinute = new Date(end.getTime() - 60_000);
  return isMidnight(end, timezone)
    ? t('until-end-of', { day: dateText(lastMinute, 'date', timezone) })
    : t('until', { time: beginText(end, timezone) });
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
