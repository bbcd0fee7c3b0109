import type { Key } from '../keys/key.ts';
import { t as verdictText } from '../texts/en/access-verdicts.ts';
import { t as keyText } from '../texts/en/keys.ts';
import { t } from '../texts/en/recalls.ts';
import { t as recordedText } from '../texts/en/recorded.ts';
import type { AccessRule, NamedRule } from './access-rule.ts';
import { type AccessInput, concerns, decideAccess, denyingRule } from './decide-access.ts';
import { allowedHoursText, denialText, namedOnlyText } from './rule-text.ts';

/**
 * Why a person may not have a key, as it is stored with a recall or an override: each reader gets
 * it in their language. It names no one but the person, since others may be erased earlier.
 */
export type RefusalCause =
  | { code: keyof typeof personCauses }
  /** The person was erased. */
  | { code: 'ERASED' }
  | { code: 'DENIED_BY_RULE'; rule: NamedRule }
  | { code: 'APPROVAL_NEEDED'; approver: Approver | null; windows: readonly Window[] }
  | { code: 'OUTSIDE_HOURS'; windows: readonly Window[] }
  | { code: 'HIGH_SECURITY'; keyNumber: string }
  | { code: 'OVERDUE_KEY'; keyNumber: string; name: string };

/** Earlier versions stored an English sentence. */
export type StoredCause = RefusalCause | string;

type Approver = 'its-owner' | 'its-head' | 'its-approver';
type Window = Pick<AccessRule, 'weekdays' | 'fromTime' | 'toTime'>;

/** What concerns every key of the person. */
const personCauses = {
  SUSPENDED: 'suspended',
  HOLDER_CANNOT_BORROW: 'takes-no-keys',
  VISITOR_WITHOUT_SPONSOR: 'without-sponsor',
  VISITOR_REFUSED: 'refused',
  VISITOR_CONFIRMED: 'vouched',
} as const;

/** Null if the rules allow the key. Their authors must have been left out (`withoutAuthor`). */
export function refusalByRules(input: AccessInput, approver: Approver | null): RefusalCause | null {
  const { outcome, reasons } = decideAccess(input);
  if (outcome === 'allowed') return null;
  const windows = input.rules
    .filter((rule) => rule.effect === 'allow' && concerns(rule, input))
    .map(({ weekdays, fromTime, toTime }) => ({ weekdays, fromTime, toTime }));
  const { keyNumber } = input.key;
  const code = reasons[0]?.code;
  const rule = denyingRule(input);
  if (code === 'OVERDUE_KEY')
    return { code, keyNumber: input.overdueKeyNumber ?? '', name: input.person.name };
  if (rule) return { code: 'DENIED_BY_RULE', rule };
  if (outcome === 'needs-approval') return { code: 'APPROVAL_NEEDED', approver, windows };
  return code === 'OUTSIDE_HOURS' ? { code, windows } : { code: 'HIGH_SECURITY', keyNumber };
}

/** For any reader, and still true later. */
export function causeText(cause: StoredCause): string {
  if (typeof cause === 'string') return cause;
  switch (cause.code) {
    case 'DENIED_BY_RULE':
      return denialText(cause.rule, null);
    case 'APPROVAL_NEEDED':
      return approvalText(cause);
    case 'OUTSIDE_HOURS':
      return allowedHoursText(cause.windows);
    case 'HIGH_SECURITY':
      return namedOnlyText(cause.keyNumber);
    case 'OVERDUE_KEY':
      return verdictText('overdue', { ...cause, isReader: 'no' });
    case 'ERASED':
      return keyText('recalled');
    default:
      return t(personCauses[cause.code]);
  }
}

function approvalText({ approver, windows }: RefusalCause & { code: 'APPROVAL_NEEDED' }): string {
  const text = verdictText('decides', {
    approver: approver === null ? '' : recordedText(approver),
    decides: approver === null ? 'admin' : 'approver',
  });
  return windows.length === 0 ? text : `${allowedHoursText(windows)} ${text}`;
}

/** What of it is kept when the person is erased. */
export function recordedCause(cause: RefusalCause) {
  return { code: cause.code, ...(cause.code === 'DENIED_BY_RULE' && { ruleId: cause.rule.id }) };
}

/** Why a key was recalled, in the language of the page that shows it. */
export function recallText({ recallCause, recallReason = '' }: Recalled): string {
  return recallCause ? causeText(recallCause as RefusalCause) : recallReason;
}

type Recalled = Pick<Key, 'recallCause' | 'recallReason'>;
