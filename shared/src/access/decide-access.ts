import { minuteMs, toLocalTime, utcOffsetAt } from '../core/dates.ts';
import type { RuleReason, RuleVerdict } from '../core/rule-verdict.ts';
import type { Role } from '../http/roles.ts';
import { type KeyLevel, keyLevels } from '../keys/key-levels.ts';
import { sponsorReason, type VisitorInput, visitorRefusal } from '../people/visitor.ts';
import { t } from '../texts/en/access-verdicts.ts';
import type { AccessRule, NamedRule } from './access-rule.ts';
import { denialText, namedOnlyText, outsideText } from './rule-text.ts';

/**
 * Whether access rules allow this person this key at this moment (`access-verdict`). Visitors are
 * always limited by `visitors`. 1. A deny that applies refuses. 2. A grant, or an allow that
 * applies, allows. 3. An approve that applies requires approval. 4. If nothing applies, a normal
 * key is allowed, a restricted one needs approval and a high-security one is refused. Then an
 * overdue key may block it. The first reason explains the outcome to the person or to another
 * reader.
 */
export function decideAccess(
  input: AccessInput,
  now = localMoment(input.at, input.timezone),
  wording: Wording = {},
): RuleVerdict {
  const ofVisitor = refusalOfVisitor(input);
  if (ofVisitor) return verdict('refused', ofVisitor, null);
  const byRules = withSponsor(decideByRules(input, now, wording), input.visitor);
  const overdue = input.overdueKeyNumber;
  if (overdue === null || byRules.outcome === 'refused') return byRules;
  const name = nameFor(wording.readerId, input);
  const text = t('overdue', { ...reader(name), keyNumber: overdue });
  return verdict('refused', { code: 'OVERDUE_KEY', text }, 'return-first');
}

function refusalOfVisitor({ visitor, key, at, timezone }: AccessInput): RuleReason | null {
  if (!visitor) return null;
  const { keyNumber, level } = key;
  const { isForVisitors } = keyLevels[level];
  return visitorRefusal(visitor, { keyNumber, isForVisitors, at, timezone });
}

/** If a visitor may have the key, the first reason says whether their sponsor confirmed. */
function withSponsor(byRules: RuleVerdict, visitor: AccessInput['visitor']): RuleVerdict {
  if (!visitor || byRules.outcome !== 'allowed') return byRules;
  return { ...byRules, reasons: [sponsorReason(visitor), ...byRules.reasons] };
}

type Wording = {
  /** The reader of the reasons, if not the person; null for any reader. */
  readerId?: string | null;
};

/** Null if the reader is the person. */
function nameFor(readerId: string | null | undefined, { person }: AccessInput): string | null {
  return readerId === undefined || readerId === person.id ? null : person.name;
}

function reader(name: string | null) {
  return { name: name ?? '', isReader: name === null ? 'yes' : 'no' } as const;
}

/** Text parameters for who decides about a key. */
export function whoDecides(approver: string | null, isReader = false) {
  const decides = isReader ? 'reader' : approver === null ? 'admin' : 'approver';
  return { approver: approver ?? '', decides } as const;
}

function decideByRules(
  input: AccessInput,
  now: LocalMoment,
  { readerId = input.person.id }: Wording,
): RuleVerdict {
  const { byDefault, isOverridable } = keyLevels[input.key.level];
  const name = nameFor(readerId, input);
  const concerning = input.rules.filter((rule) => concerns(rule, input));
  const applying = concerning.filter((rule) => isInWindow(rule, now));
  const byEffect = (effect: NamedRule['effect']) =>
    applying.filter((rule) => rule.effect === effect);

  const deny = firstDeny(applying);
  if (deny) {
    const reason = { code: 'DENIED_BY_RULE', text: denialText(deny, readerId) };
    return verdict('refused', reason, isOverridable ? 'ask-desk' : null);
  }
  if (input.granted)
    return allowed({
      code: 'GRANTED',
      text: t('granted', reader(name)),
    });
  if (byEffect('allow').length > 0)
    return allowed({
      code: 'ALLOWED_BY_RULE',
      text: t('allowed-by-rule', reader(name)),
    });

  const atOtherTimes = concerning.filter(({ effect }) => effect === 'allow');
  const outside = atOtherTimes.length > 0 ? outsideText(atOtherTimes, now, name ?? t('you')) : null;
  if (byEffect('approve').length > 0) return needsApproval(input, outside);

  if (byDefault === 'allowed') return allowed({ code: 'NORMAL_KEY', text: t('everybody') });
  if (byDefault === 'needs-approval') return needsApproval(input, outside);
  if (outside !== null) return verdict('refused', { code: 'OUTSIDE_HOURS', text: outside }, null);
  const text = namedOnlyText(input.key.keyNumber);
  return verdict('refused', { code: 'HIGH_SECURITY', text }, null);
}

/** Undefined if no rule refuses the key. */
export function denyingRule(input: AccessInput): NamedRule | undefined {
  const now = localMoment(input.at, input.timezone);
  return firstDeny(input.rules.filter((rule) => concerns(rule, input) && isInWindow(rule, now)));
}

function firstDeny(applying: readonly NamedRule[]): NamedRule | undefined {
  return applying.filter(({ effect }) => effect === 'deny').sort(byId)[0];
}

/** The same rules give the same sentence in any order. */
function byId(one: NamedRule, other: NamedRule): number {
  return one.id < other.id ? -1 : 1;
}

/** Whether the person needs the grant to take the key; it then loses a use. */
export function isByGrantAlone(input: AccessInput): boolean {
  return input.granted && decideAccess({ ...input, granted: false }).outcome !== 'allowed';
}

/** Whether the rule applies to this key and person on this date, ignoring weekdays and times. */
export function concerns(rule: NamedRule, input: AccessInput): boolean {
  return isAboutKey(rule, input.key) && concernsPerson(rule, input);
}

export function isAboutKey({ target, targetId }: NamedRule, key: AccessInput['key']): boolean {
  if (target === 'all') return true;
  return targetId === (target === 'key' ? key.id : key[target]);
}

/** Whether the rule applies to this person on this date, for any key. */
export function concernsPerson(
  rule: NamedRule,
  { person, groupIds, at }: Pick<AccessInput, 'person' | 'groupIds' | 'at'>,
): boolean {
  if (rule.exceptGroupId !== null && groupIds.includes(rule.exceptGroupId)) return false;
  return isValidAt(rule, at) && isForPerson(rule, { person, groupIds });
}

/** Whether the rule's subject includes this person, ignoring its dates and excepted group. */
export function isForPerson(
  { effect, subject, subjectId }: NamedRule,
  { person, groupIds }: Pick<AccessInput, 'person' | 'groupIds'>,
): boolean {
  const { id, role, department, departmentConfirmed } = person;
  switch (subject) {
    case 'everyone':
      return true;
    case 'role':
      return subjectId === role;
    case 'department':
      // What people state about themselves gives them no access (`confirmed-department`).
      return subjectId === department && (effect !== 'allow' || departmentConfirmed);
    case 'person':
      return subjectId === id;
    case 'group':
      return subjectId !== null && groupIds.includes(subjectId);
  }
}

function needsApproval({ approverName }: AccessInput, outside: string | null): RuleVerdict {
  const text = t('decides', whoDecides(approverName));
  const reason = {
    code: 'APPROVAL_NEEDED',
    text: outside === null ? text : `${outside} ${text}`,
    ...(approverName !== null && { who: approverName }),
  };
  return verdict('needs-approval', reason, 'request');
}

function allowed(reason: RuleReason): RuleVerdict {
  return verdict('allowed', reason, null);
}

function verdict(
  outcome: RuleVerdict['outcome'],
  reason: RuleReason,
  next: RuleVerdict['next'],
): RuleVerdict {
  return { outcome, reasons: [reason], obligations: [], next };
}

/** Everything that decides whether a person may take a key at a moment. */
export type AccessInput = {
  at: Date;
  /** IANA time zone of the campus. */
  timezone: string;
  key: {
    id: string;
    keyNumber: string;
    level: KeyLevel;
    department: string;
    category: string;
    block: string;
  };
  person: {
    id: string;
    name: string;
    role: Role;
    department: string | null;
    /** Whether someone else stated or accepted the department. */
    departmentConfirmed: boolean;
    /** What they are told is in; absent for English. */
    language?: string | null;
  };
  /** Rules in force at that moment; may include rules about other keys or people. */
  rules: readonly NamedRule[];
  /** Absent for members, and where only the rules matter. */
  visitor?: VisitorInput | null;
  /** The person's groups at that moment. */
  groupIds: readonly string[];
  /** Whether the person had a grant for the key at that moment, with uses left. */
  granted: boolean;
  /** Who decides about the key; null: the admins. */
  approverName: string | null;
  /** The person's overdue key that blocks new ones, if it does. */
  overdueKeyNumber: string | null;
};

/** `weekday`: 1 is Monday; `minute` of the day; in the campus time zone. */
export type LocalMoment = { weekday: number; minute: number };

export function localMoment(at: Date, timezone: string): LocalMoment {
  const { year, month, day, hour, minute } = toLocalTime(at, timezone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  return { weekday, minute: hour * 60 + minute };
}

/** For many moments: looks up the time zone once per quarter of an hour. */
export function localMoments(timezone: string): (at: Date) => LocalMoment {
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at.getTime() / quarterMs);
    const known = offsets.get(quarter);
    const offset = known ?? utcOffsetAt(new Date(quarter * quarterMs), timezone);
    if (known === undefined) offsets.set(quarter, offset);
    const local = new Date(at.getTime() + offset);
    const weekday = local.getUTCDay() || 7;
    return { weekday, minute: local.getUTCHours() * 60 + local.getUTCMinutes() };
  };
}

/** Clocks change only on these boundaries. */
const quarterMs = 15 * minuteMs;

type Window = Pick<AccessRule, 'weekdays' | 'fromTime' | 'toTime'>;

/** A window across midnight belongs to the weekday of its start. */
export function isInWindow(
  { weekdays, fromTime, toTime }: Window,
  { weekday, minute }: LocalMoment,
): boolean {
  const from = minutesOf(fromTime ?? '00:00');
  const to = minutesOf(toTime ?? '00:00');
  if (from < to) return weekdays.includes(weekday) && minute >= from && minute < to;
  const dayBefore = weekday === 1 ? 7 : weekday - 1;
  return (
    (weekdays.includes(weekday) && minute >= from) || (weekdays.includes(dayBefore) && minute < to)
  );
}

function minutesOf(time: string): number {
  const digit = (at: number) => time.charCodeAt(at) - 48;
  return (digit(0) * 10 + digit(1)) * 60 + digit(3) * 10 + digit(4);
}

/** Compares only the dates, not weekdays and times. */
export function isValidAt(
  { validFrom, validUntil }: Pick<AccessRule, 'validFrom' | 'validUntil'>,
  at: Date,
): boolean {
  return (
    (validFrom === null || at >= new Date(validFrom)) &&
    (validUntil === null || at < new Date(validUntil))
  );
}
