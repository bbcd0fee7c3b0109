import type { t } from '../texts/en/visitors.ts';
import type { ParametersOf } from '../texts/translator.ts';
import { kindsOf, kindsWith } from './kinds.ts';

// Without the schema library, because the menu of every page reads it.

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
  /** The visitor may have keys; otherwise their keys are recalled. */
  vouches: boolean;
  button: keyof ParametersOf<typeof t>;
  /** Shown after the answer. */
  given: keyof ParametersOf<typeof t>;
  thanks: keyof ParametersOf<typeof t>;
};

export type VisitorAnswer = keyof typeof visitorAnswers;
export const visitorAnswerNames = kindsOf(visitorAnswers);

/** Stored when a sponsor disputes a loan. */
export const [refusal] = kindsWith(visitorAnswers, { vouches: false });

/** False before the sponsor answers. */
export function vouches(answer: VisitorAnswer | null): boolean {
  return answer !== null && visitorAnswers[answer].vouches;
}

/** False before the sponsor answers. */
export function refuses(answer: VisitorAnswer | null): boolean {
  return answer !== null && !visitorAnswers[answer].vouches;
}
