import type { AppError, ErrorCode } from './errors.ts';

/**
 * What the rules say of a handover. A refusal carries it as `details.verdict`, and the text of its
 * first reason is the message.
 */
export type RuleVerdict = {
  outcome: 'allowed' | 'needs-approval' | 'refused';
  reasons: readonly RuleReason[];
  /** What the desk has to do before the key may leave. */
  obligations: readonly 'tag'[];
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

/** The person who is in the way, and the moment that the text names. */
type About = { who?: string; until?: Date };

/** What the person may do next, where there is something. */
const nextOf: Partial<Record<ErrorCode, RuleVerdict['next']>> = {
  EXTENDED_ALREADY: 'ask-desk',
  KEEP_AT_MOST: 'ask-desk',
  MUST_BE_BACK: 'ask-desk',
  DUE_PASSED: 'return-first',
};

/** The same error, whose details also hold the verdict of a refusal; one that has a verdict keeps it. */
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
