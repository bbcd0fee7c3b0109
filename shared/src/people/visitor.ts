import { dayMs } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import { momentText } from '../core/formats.ts';
import type { RuleReason } from '../core/rule-verdict.ts';
import { refuses, type VisitorAnswer, vouches } from '../core/visitor-answers.ts';
import { t } from '../texts/en/visitor-verdicts.ts';

/** Maximum length of a visit before it must be renewed. */
const maxVisitDays = 30;
/** Maximum keys out at once per phone number, and per sponsor's visitors. */
const maxVisitorKeys = 3;
/** Retention of visitors after their last return, and at least until the end of the visit. */
export const rememberedVisitorDays = 90;

/** What decides, besides access rules, whether a visitor may have a key. */
export type VisitorInput = {
  /** 'Ravi of Voltas' */
  name: string;
  sponsor: { id: string; name: string };
  /** Whether the sponsor is active and may borrow keys. */
  sponsorMayBorrow: boolean;
  answer: VisitorAnswer | null;
  /** Who refuses a visitor of this name or number. */
  refusedBy: string | null;
  /** The sponsor or an admin vouches for exactly this person. */
  vouched: boolean;
  /** An instant in PostgreSQL's format. */
  validUntil: string;
  /** Keys of everyone with the phone number. */
  keysOfNumber: number;
  /** Keys of all visitors of the sponsor. */
  keysOfSponsor: number;
};

type Wanted = { keyNumber: string; isForVisitors: boolean; at: Date; timezone: string };

/** Why a visitor may not have a key regardless of access rules, or null (`visitors`). */
export function visitorRefusal(visitor: VisitorInput, wanted: Wanted): RuleReason | null {
  const { name, sponsor, answer, refusedBy, vouched, keysOfNumber, keysOfSponsor } = visitor;
  const who = { name, sponsor: sponsor.name };
  const validUntil = new Date(visitor.validUntil);
  if (validUntil <= wanted.at) {
    const until = momentText(validUntil, wanted.at, wanted.timezone);
    return because('VISITOR_OVER', t('over', { name, until }));
  }
  if (!visitor.sponsorMayBorrow)
    return because('VISITOR_WITHOUT_SPONSOR', t('without-sponsor', who));
  if (refuses(answer)) return because('VISITOR_REFUSED', t('refused', who));
  if (refusedBy !== null && answer === null && !vouched)
    return because('VISITOR_REFUSED', t('refused-before', { ...who, refusedBy }));
  if (!wanted.isForVisitors)
    return because('VISITOR_HIGH_SECURITY', t('high-security', { keyNumber: wanted.keyNumber }));
  if (keysOfNumber >= maxVisitorKeys)
    return because(
      'VISITOR_HAS_MOST',
      t('number-has-most', { name, keys: keysOfNumber, most: maxVisitorKeys }),
    );
  if (keysOfSponsor >= maxVisitorKeys)
    return because(
      'VISITOR_HAS_MOST',
      t('sponsor-has-most', { ...who, keys: keysOfSponsor, most: maxVisitorKeys }),
    );
  return null;
}

/** For the desk: whether the sponsor has confirmed a visitor who may have the key. */
export function sponsorReason({ name, sponsor, answer, refusedBy }: VisitorInput): RuleReason {
  if (!vouches(answer))
    return because('VISITOR_NOT_CONFIRMED', t('no-answer', { sponsor: sponsor.name }));
  const text = t('confirmed', {
    sponsor: sponsor.name,
    name,
    refusedBy: refusedBy ?? '',
    wasRefused: refusedBy === null ? 'no' : 'yes',
  });
  return because('VISITOR_CONFIRMED', text);
}

/**
 * Whether two visitors' phone numbers are equal. One may lack the country code: then the shorter
 * one is the end of the other.
 */
export function isSamePhone(one: string, other: string): boolean {
  if (one.startsWith('+') && other.startsWith('+')) return one === other;
  const [short = '', long = ''] = [one, other]
    .map((phone) => phone.replace(/^[+0]+/, ''))
    .sort((a, b) => a.length - b.length);
  return short === long || (short.length >= leastDigits && long.endsWith(short));
}

/** Enough digits to identify a phone, without country and area code. */
export const leastDigits = 7;

function because<Code extends `VISITOR_${string}`>(code: Code, text: string) {
  return { code, text };
}

/** Visitors' refusals cannot be overridden by the desk. */
export function isVisitorRefusal({ code }: RuleReason): boolean {
  return code.startsWith('VISITOR_');
}

/** Whether the refusal applies to every key. */
export function refusesEveryKey(reason: RuleReason): boolean {
  return isVisitorRefusal(reason) && reason.code !== 'VISITOR_HIGH_SECURITY';
}

/** Null for a valid end of a visit. */
export function visitEndRefusal(until: Date, now: Date): AppError | null {
  if (until <= now) return appError('VISIT_ENDS_BEFORE_NOW');
  return until.getTime() - now.getTime() > maxVisitDays * dayMs
    ? appError('VISIT_TOO_LONG', { days: maxVisitDays })
    : null;
}
