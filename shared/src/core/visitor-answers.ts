import type { t } from '../texts/en/visitors.ts';
import type { ParametersOf } from '../texts/translator.ts';
import { kindsOf, kindsWith } from './kinds.ts';

// Without the schema library, because the menu of every page reads it.

/** What a sponsor answers about a visitor. */
export const visitorAnswers = {
  confirmed: {
    vouches: true,
    button: 'confirm',
    given: 'you-vouch',
    thanks: 'thanks-for-vouching',
  },
  refused: { vouches: false, button: 'not-me', given: 'you-refuse', thanks: 'thanks-for-refusing' },
} as const satisfies Record<string, VisitorAnswerRow>;

type VisitorAnswerRow = {
  /** The visitor may have keys; else they may not, and those that they have are recalled. */
  vouches: boolean;
  /** What the button says that gives it. */
  button: keyof ParametersOf<typeof t>;
  /** What is shown of it afterwards. */
  given: keyof ParametersOf<typeof t>;
  /** What is said to it. */
  thanks: keyof ParametersOf<typeof t>;
};

export type VisitorAnswer = keyof typeof visitorAnswers;
export const visitorAnswerNames = kindsOf(visitorAnswers);

/** What is stored of a sponsor who disputes a loan. */
export const [refusal] = kindsWith(visitorAnswers, { vouches: false });

/** Whether the sponsor has confirmed; not before they answer. */
export function vouches(answer: VisitorAnswer | null): boolean {
  return answer !== null && visitorAnswers[answer].vouches;
}

/** Whether the sponsor has refused. */
export function refuses(answer: VisitorAnswer | null): boolean {
  return answer !== null && !visitorAnswers[answer].vouches;
}
