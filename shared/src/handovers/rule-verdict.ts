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
