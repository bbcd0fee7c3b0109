import { dayMs, momentText } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { RuleReason } from '../core/rule-verdict.ts';

/** What a sponsor says of a visitor: that they answer for them, or that it is nobody of theirs. */
export const visitorAnswers = ['confirmed', 'refused'] as const;
export type VisitorAnswer = (typeof visitorAnswers)[number];

/** So long at most somebody is a visitor, without being entered again. */
const maxVisitDays = 30;
/** So many keys at most a visitor has at a time. */
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
  /** An instant as the database writes it. */
  validUntil: string;
  keysOut: number;
};

type Wanted = { keyNumber: string; isHighSecurity: boolean; at: Date; timezone: string };

/** Why a visitor may not have a key, whatever access rules say; null if they may (`visitors`). */
export function visitorRefusal(visitor: VisitorInput, wanted: Wanted): RuleReason | null {
  const { name, sponsor, answer, keysOut } = visitor;
  const validUntil = new Date(visitor.validUntil);
  if (validUntil <= wanted.at) {
    const until = momentText(validUntil, wanted.at, wanted.timezone);
    return because('VISITOR_OVER', `${name} was a visitor until ${until}.`);
  }
  if (!visitor.sponsorMayBorrow)
    return because(
      'VISITOR_WITHOUT_SPONSOR',
      `${sponsor.name} cannot answer for ${name} any more. Enter them with another sponsor.`,
    );
  if (answer === 'refused')
    return because('VISITOR_REFUSED', `${sponsor.name} does not answer for ${name}.`);
  if (wanted.isHighSecurity)
    return because(
      'VISITOR_HIGH_SECURITY',
      `${wanted.keyNumber} is a high-security key. Visitors never get one.`,
    );
  if (keysOut >= maxVisitorKeys)
    return because(
      'VISITOR_HAS_MOST',
      `${name} has ${keysOut} keys. One has to come back first: visitors have ${maxVisitorKeys} at most.`,
    );
  return null;
}

/** What the desk reads of a visitor who may have the key: whether their sponsor has confirmed. */
export function sponsorReason({ name, sponsor, answer }: VisitorInput): RuleReason {
  return answer === 'confirmed'
    ? because('VISITOR_CONFIRMED', `${sponsor.name} answers for ${name}.`)
    : because(
        'VISITOR_NOT_CONFIRMED',
        `${sponsor.name} has been asked whether they answer for ${name}.`,
      );
}

function because<Code extends `VISITOR_${string}`>(code: Code, text: string) {
  return { code, text };
}

/** Whether a refusal is that of a visitor, which the desk cannot override. */
export function isVisitorRefusal({ code }: RuleReason): boolean {
  return code.startsWith('VISITOR_');
}

/** What is wrong with the end of a visit; null if nothing is. */
export function visitEndRefusal(until: Date, now: Date): AppError | null {
  if (until <= now) return appError('VISIT_ENDS_BEFORE_NOW');
  return until.getTime() - now.getTime() > maxVisitDays * dayMs
    ? appError('VISIT_TOO_LONG', maxVisitDays)
    : null;
}

/** As lists call a visitor: 'Ravi of Voltas (visitor)'. */
export function listedVisitorName(name: string, organisation: string | null): string {
  return `${organisation ? `${name} of ${organisation}` : name} (visitor)`;
}
