import type { AppError, ErrorCode } from './errors.ts';

/** What the desk proves before a key leaves, and what the holder reads until then. */
export const obligations = { tag: { toHolder: 'desk-checks-tag' } } as const;
export type Obligation = keyof typeof obligations;

/** A refusal has it as `details.verdict`, and its first reason as the message. */
export type RuleVerdict = {
  outcome: 'allowed' | 'needs-approval' | 'refused';
  reasons: readonly RuleReason[];
  obligations: readonly Obligation[];
  /** What the person may do next. */
  next: 'request' | 'return-first' | 'ask-desk' | null;
};

export type RuleReason = {
  code: string;
  text: string;
  /** ISO instant. */
  until?: string | undefined;
  who?: string | undefined;
};

/** The person in the way, and the moment in the text. */
type About = { who?: string; until?: Date };

const nextOf: Partial<Record<ErrorCode, RuleVerdict['next']>> = {
  EXTENDED_ALREADY: 'ask-desk',
  KEEP_AT_MOST: 'ask-desk',
  MUST_BE_BACK: 'ask-desk',
  DUE_PASSED: 'return-first',
};

/** Adds a verdict to the error's details, unless they have one. */
export function withReason(error: AppError, { who, until }: About = {}): AppError {
  const details = error.details as { verdict?: RuleVerdict } | undefined;
  if (details?.verdict) return error;
  const { code, message: text } = error;
  const reason = { code, text, ...(until && { until: until.toISOString() }), ...(who && { who }) };
  const verdict: RuleVerdict = {
    outcome: 'refused',
    reasons: [reason],
    obligations: [],
    next: nextOf[code] ?? null,
  };
  return error.withDetails({ ...details, verdict });
}
