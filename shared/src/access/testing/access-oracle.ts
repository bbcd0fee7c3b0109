import type { RuleVerdict } from '../../core/rule-verdict.ts';
import type { AccessRule, RuleEffect } from '../access-rule.ts';
import type { AccessInput } from '../decide-access.ts';

export type OracleAnswer = {
  outcome: RuleVerdict['outcome'];
  /** The code of the first reason. */
  code: string;
  /** The ids of the rules that apply at the moment, by effect. */
  applicable: Record<RuleEffect, ReadonlySet<string>>;
};

/**
 * Answers `access-verdict` a second time, for tests: by sets instead of by steps. A rule applies if it
 * is in every one of five sets; an outcome holds if its whole formula does, and exactly one has to.
 */
export function accessOracle(input: AccessInput): OracleAnswer {
  const named = namesOf(input);
  const minute = minuteOfWeek(input.at, input.timezone);
  const atAnyTime = intersection([
    idsWhere(input, (rule) => named.key.has(`${rule.target}=${rule.targetId}`)),
    idsWhere(input, (rule) => named.person.has(`${rule.subject}=${rule.subjectId}`)),
    idsWhere(input, (rule) => !named.person.has(`group=${rule.exceptGroupId}`)),
    idsWhere(input, (rule) => isValid(rule, input.at)),
  ]);
  const now = idsWhere(input, (rule) => minutesOfWindow(rule).has(minute));
  const believed = idsWhere(
    input,
    ({ subject }) => input.person.departmentConfirmed || subject !== 'department',
  );
  const having = (effect: RuleEffect) => idsWhere(input, (rule) => rule.effect === effect);
  const applicable = {
    deny: intersection([atAnyTime, now, having('deny')]),
    allow: intersection([atAnyTime, now, having('allow'), believed]),
    approve: intersection([atAnyTime, now, having('approve')]),
  };
  const allowedAtTimes = intersection([atAnyTime, having('allow'), believed]).size > 0;
  return {
    outcome: outcomeOf(input, applicable),
    code: codeOf(input, applicable, allowedAtTimes),
    applicable,
  };
}

type Applicable = OracleAnswer['applicable'];

function outcomeOf(input: AccessInput, { deny, allow, approve }: Applicable) {
  const barred = deny.size > 0 || input.overdueKeyNumber !== null;
  const given = allow.size > 0 || input.granted;
  const asked = approve.size > 0;
  const { level } = input.key;
  const holds = {
    refused: barred || (!given && !asked && level === 'high'),
    allowed: !barred && (given || (!asked && level === 'normal')),
    'needs-approval': !barred && !given && (asked || level === 'restricted'),
  };
  return onlyOne(holds);
}

function codeOf(
  { granted, overdueKeyNumber, key: { level } }: AccessInput,
  { deny, allow, approve }: Applicable,
  allowedAtTimes: boolean,
) {
  const [denied, allowed, asked] = [deny.size > 0, allow.size > 0, approve.size > 0];
  const late = overdueKeyNumber !== null;
  const byNothing = !denied && !granted && !allowed && !asked;
  return onlyOne({
    DENIED_BY_RULE: denied,
    OVERDUE_KEY: late && !denied && !(byNothing && level === 'high'),
    GRANTED: granted && !denied && !late,
    ALLOWED_BY_RULE: allowed && !granted && !denied && !late,
    APPROVAL_NEEDED:
      (asked || (byNothing && level === 'restricted')) && !granted && !allowed && !denied && !late,
    NORMAL_KEY: byNothing && level === 'normal' && !late,
    OUTSIDE_HOURS: byNothing && level === 'high' && allowedAtTimes,
    HIGH_SECURITY: byNothing && level === 'high' && !allowedAtTimes,
  });
}

function onlyOne<Name extends string>(holds: Record<Name, boolean>): Name {
  const names = (Object.keys(holds) as Name[]).filter((name) => holds[name]);
  const [name] = names;
  if (names.length !== 1 || !name) throw new Error(`Not exactly one holds: ${names.join(', ')}`);
  return name;
}

/** Everything by which a rule can name this key or this person. */
function namesOf({ key, person, groupIds }: AccessInput) {
  return {
    key: new Set([
      'all=null',
      `department=${key.department}`,
      `category=${key.category}`,
      `block=${key.block}`,
      `key=${key.id}`,
    ]),
    person: new Set([
      'everyone=null',
      `role=${person.role}`,
      `person=${person.id}`,
      ...(person.department === null ? [] : [`department=${person.department}`]),
      ...groupIds.map((id) => `group=${id}`),
    ]),
  };
}

function idsWhere(input: AccessInput, holds: (rule: AccessRule) => boolean) {
  return new Set(input.rules.filter(holds).map((rule) => rule.id));
}

function intersection(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = sets;
  return new Set([...first].filter((id) => others.every((other) => other.has(id))));
}

function isValid({ validFrom, validUntil }: AccessRule, at: Date) {
  const started = validFrom === null || at.getTime() >= Date.parse(validFrom);
  const over = validUntil !== null && at.getTime() >= Date.parse(validUntil);
  return started && !over;
}

/** Monday to Sunday as the formatter writes them, in the order of a rule's weekdays. */
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** What a clock on the campus shows: 'Monday 08:00'. */
function minuteOfWeek(at: Date, timezone: string) {
  const parts = formatterOf(timezone).formatToParts(at);
  const part = (type: string) => parts.find((it) => it.type === type)?.value;
  return `${part('weekday')} ${part('hour')}:${part('minute')}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string) {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** Every minute of a week, from 'Monday 00:00' to 'Sunday 23:59'. */
const week = dayNames.flatMap((day) =>
  Array.from({ length: 24 * 60 }, (_, minute) => {
    const [hour, rest] = [Math.floor(minute / 60), minute % 60];
    return `${day} ${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
  }),
);

const windows = new Map<string, ReadonlySet<string>>();

/** The minutes of the week in which the rule holds. */
function minutesOfWindow(rule: AccessRule): ReadonlySet<string> {
  const name = JSON.stringify([rule.weekdays, rule.fromTime, rule.toTime]);
  const minutes = windows.get(name) ?? walk(rule);
  windows.set(name, minutes);
  return minutes;
}

/** Walks from each beginning, minute by minute, until the clock shows the end. */
function walk({ weekdays, fromTime, toTime }: AccessRule) {
  const minutes = new Set<string>();
  for (const weekday of weekdays) {
    let position = week.indexOf(`${dayNames[weekday - 1]} ${fromTime ?? '00:00'}`);
    do {
      const minute = week[position % week.length];
      if (minute) minutes.add(minute);
      position += 1;
    } while (!week[position % week.length]?.endsWith(` ${toTime ?? '00:00'}`));
  }
  return minutes;
}
