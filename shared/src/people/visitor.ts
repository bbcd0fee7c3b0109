import { dayMs } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import { momentText } from '../core/formats.ts';
import type { RuleReason } from '../core/rule-verdict.ts';
import { refuses, type VisitorAnswer, vouches } from '../core/visitor-answers.ts';
import { t } from '../texts/en/visitor-verdicts.ts';

/** So long at most somebody is a visitor, without being entered again. */
const maxVisitDays = 30;
/** So many keys at a time are out at most to one phone number, and to the visitors of one sponsor. */
const maxVisitorKeys = 3;
/** So long after their last return, at the end of their time at the earliest, they are forgotten. */
export const rememberedVisitorDays = 90;

/** What decides, beside access rules, whether a visitor may have a key. */
export type VisitorInput = {
  /** 'Ravi of Voltas' */
  name: string;
  sponsor: { id: string; name: string };
  /** Whether the sponsor is here and may have keys themselves. */
  sponsorMayBorrow: boolean;
  answer: VisitorAnswer | null;
  /** Who refused a visitor of this name or number, and has not said otherwise. */
  refusedBy: string | null;
  /** The sponsor, or an admin, has let exactly this person have keys. */
  vouched: boolean;
  /** An instant as the database writes it. */
  validUntil: string;
  /** The keys of everybody with their phone number. */
  keysOfNumber: number;
  /** The keys of every visitor of the sponsor. */
  keysOfSponsor: number;
};

type Wanted = { keyNumber: string; isForVisitors: boolean; at: Date; timezone: string };

/** Why a visitor may not have a key, whatever access rules say; null if they may (`visitors`). */
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

/** What the desk reads of a visitor who may have the key: whether their sponsor has confirmed. */
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
 * Whether two phone numbers of visitors are one, written with the code of the country or without:
 * then the shorter one is the end of the other. Two that both have it are one only if they are equal.
 */
export function isSamePhone(one: string, other: string): boolean {
  if (one.startsWith('+') && other.startsWith('+')) return one === other;
  const [short = '', long = ''] = [one, other]
    .map((phone) => phone.replace(/^[+0]+/, ''))
    .sort((a, b) => a.length - b.length);
  return short === long || (short.length >= leastDigits && long.endsWith(short));
}

/** So many digits at least say which phone it is, without the codes of country and area. */
export const leastDigits = 7;

function because<Code extends `VISITOR_${string}`>(code: Code, text: string) {
  return { code, text };
}

/** Whether a refusal is that of a visitor, which the desk cannot override. */
export function isVisitorRefusal({ code }: RuleReason): boolean {
  return code.startsWith('VISITOR_');
}

/** Whether it refuses a visitor every key, whichever the desk chooses. */
export function refusesEveryKey(reason: RuleReason): boolean {
  return isVisitorRefusal(reason) && reason.code !== 'VISITOR_HIGH_SECURITY';
}

/** What is wrong with the end of a visit; null if nothing is. */
export function visitEndRefusal(until: Date, now: Date): AppError | null {
  if (until <= now) return appError('VISIT_ENDS_BEFORE_NOW');
  return until.getTime() - now.getTime() > maxVisitDays * dayMs
    ? appError('VISIT_TOO_LONG', { days: maxVisitDays })
    : null;
}

/** As lists call a visitor: 'Ravi of Voltas (visitor)'. */
export function listedVisitorName(name: string, organisation: string | null): string {
  return `${organisation ? `${name} of ${organisation}` : name} (visitor)`;
}
