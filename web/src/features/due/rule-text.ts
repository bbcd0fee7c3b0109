import { ordinalText } from '@keydesk/shared/core/formats';
import type { DueRule } from '@keydesk/shared/due/due-for';

type Sentence = Omit<DueRule, 'id' | 'scopeId' | 'note'> & { scopeName: string | null };

/** A rule as a sentence. */
export function ruleText(rule: Sentence): string {
  const { graceMinutes, extensions, extendMinutes } = rule;
  const more = [
    graceMinutes > 0 && rule.kind !== 'open' && `overdue ${minutesText(graceMinutes)} later`,
    extensions > 0 &&
      `holders may extend ${timesText(extensions)} by ${minutesText(extendMinutes)}`,
  ].filter(Boolean);
  return `${subjectText(rule)} ${dueTimeText(rule)}${more.map((part) => `; ${part}`).join('')}.`;
}

function subjectText({ scope, scopeName }: Pick<Sentence, 'scope' | 'scopeName'>): string {
  const name = scopeName ?? '…';
  switch (scope) {
    case 'campus':
      return 'All keys';
    case 'category':
      return `Keys of the category ${name}`;
    case 'department':
      return `Keys of the department ${name}`;
    case 'key':
      return `Key ${name}`;
    case 'person':
      return `Keys that ${name} takes`;
  }
}

function dueTimeText({ scope, kind, amount, ceiling }: Sentence): string {
  const isOne = scope === 'key';
  if (kind === 'open') return isOne ? 'has no due time' : 'have no due time';
  const begin = ceiling ? 'must be back at the latest' : isOne ? 'is due' : 'are due';
  return `${begin} ${whenText(kind, amount ?? 1)}`;
}

function whenText(kind: Exclude<DueRule['kind'], 'open'>, amount: number): string {
  switch (kind) {
    case 'closing':
      return 'at the next closing time';
    case 'after':
      return `${minutesText(amount)} after the hand-out`;
    case 'days':
      return `at the ${ordinalText(amount)} closing time after the hand-out`;
  }
}

/** '90 min', or whole hours as such. */
function minutesText(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

function timesText(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

/** Whether a rule has no effect, because a newer one is for the same thing. */
export function isReplaced(rule: SameThing, rules: readonly SameThing[]): boolean {
  if (rule.ceiling) return false;
  const same = rules.find(
    ({ scope, scopeId, ceiling }) => !ceiling && scope === rule.scope && scopeId === rule.scopeId,
  );
  return same !== undefined && same.id !== rule.id;
}

type SameThing = Pick<DueRule, 'id' | 'scope' | 'scopeId' | 'ceiling'>;
