import type { DueRule } from '@keydesk/shared/due/due-for';
import { t } from '@keydesk/shared/texts/en/due-rules';
import { t as punctuation } from '@keydesk/shared/texts/en/punctuation';

type Sentence = Omit<DueRule, 'id' | 'scopeId' | 'note'> & { scopeName: string | null };

export function ruleText(rule: Sentence): string {
  const { graceMinutes, extensions, extendMinutes } = rule;
  const more = [
    graceMinutes > 0 && rule.kind !== 'open' && t('grace', { minutes: minutesText(graceMinutes) }),
    extensions > 0 && t('extending', { times: extensions, minutes: minutesText(extendMinutes) }),
  ].filter(Boolean);
  return t('rule', {
    keys: t('keys', { scope: rule.scope, name: rule.scopeName ?? '…' }),
    due: dueTimeText(rule),
    more: more.map((part) => `${punctuation('semicolon')} ${part}`).join(''),
  });
}

function dueTimeText({ scope, kind, amount, ceiling }: Sentence): string {
  const keys = scope === 'key' ? 'one' : 'many';
  if (kind === 'open') return t('have-no-due-time', { keys });
  const count = amount ?? 1;
  const when = t('when', { kind, minutes: minutesText(count), count });
  return t('are-due', { keys: ceiling ? 'limit' : keys, when });
}

/** '90 min', or whole hours. */
function minutesText(minutes: number): string {
  return minutes % 60 === 0
    ? t('hours', { count: minutes / 60 })
    : t('minutes-short', { count: minutes });
}

/** Whether a newer rule for the same subject makes this one ineffective. */
export function isReplaced(rule: SameThing, rules: readonly SameThing[]): boolean {
  if (rule.ceiling) return false;
  const same = rules.find(
    ({ scope, scopeId, ceiling }) => !ceiling && scope === rule.scope && scopeId === rule.scopeId,
  );
  return same !== undefined && same.id !== rule.id;
}

type SameThing = Pick<DueRule, 'id' | 'scope' | 'scopeId' | 'ceiling'>;
