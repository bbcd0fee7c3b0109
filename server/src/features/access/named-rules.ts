import type { NamedRule } from '@keydesk/shared/access/access-rule';

/** The times of a rule that came as JSON, in the form of the API. */
export function withInstants(rule: NamedRule): NamedRule {
  return { ...rule, validFrom: instant(rule.validFrom), validUntil: instant(rule.validUntil) };
}

function instant(text: string | null): string | null {
  return text && new Date(text).toISOString();
}
