import type { AccessFacts } from './access-facts.ts';
import type { KeyLevel, NamedRule } from './access-rule.ts';
import { accessRuleText } from './rule-text.ts';

type AboutKey = {
  key: { keyNumber: string; level: KeyLevel };
  /** Those about the key, whomever they are for. */
  rules: readonly NamedRule[];
  /** Names of the people with a grant; empty also for readers who may not know. */
  named: readonly string[];
  approverName: AccessFacts['approverName'];
  /** Whether the reader owns the key. */
  isOwn: boolean;
  /** Of the campus, whose days the sentences name. */
  timezone: string;
};

/** Who may take a key, a sentence for each rule about it, and what holds for everybody else. */
export function whoMayTake({ key, rules, named, timezone, ...who }: AboutKey): string[] {
  return [
    // Several rules may say the same.
    ...new Set(rules.map((rule) => accessRuleText(rule, timezone))),
    ...(named.length > 0 ? [`Named for it: ${named.join(', ')}.`] : []),
    withoutRule(key, who, rules.length + named.length > 0),
  ];
}

function withoutRule(
  { keyNumber, level }: AboutKey['key'],
  { approverName, isOwn }: Pick<AboutKey, 'approverName' | 'isOwn'>,
  isRest: boolean,
): string {
  const who = isRest ? 'everybody else' : 'everybody';
  switch (level) {
    case 'normal':
      return `${who.charAt(0).toUpperCase()}${who.slice(1)} may take this key.`;
    case 'restricted':
      return isOwn
        ? `You decide about ${who}.`
        : `${approverName ?? 'An admin'} decides about ${who}.`;
    case 'high':
      return `${keyNumber} is a high-security key. It is given only to people named for it.`;
  }
}
