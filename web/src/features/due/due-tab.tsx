import type { ListedDueRule } from '@keydesk/shared/due/rule-routes';
import { t } from '@keydesk/shared/texts/en/due-rules';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t as rulesText } from '@keydesk/shared/texts/en/rules';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../lib/format.ts';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import type { NamedRecord } from '../../ui/record-link.tsx';
import { rulesQuery, useEndRule } from './queries.ts';
import { ReminderScheduleSection } from './reminder-schedule.tsx';
import { isReplaced, ruleText } from './rule-text.ts';
import { RulesCard } from './rules-card.tsx';
import { TryCard } from './try-rules.tsx';

const RuleDialog = lazyDialog(() => import('./rule-dialog.tsx'), 'RuleDialog');

export function DueTab() {
  const rules = useQuery(rulesQuery);
  if (!rules.data) return <QueryState query={rules} loading={rulesText('loading')} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <DueRules rules={rules.data} />
        <ReminderScheduleSection />
      </div>
      <TryCard rules={rules.data} />
    </div>
  );
}

function DueRules({ rules }: { rules: readonly ListedDueRule[] }) {
  const hasCampusRule = rules.some(({ scope, ceiling }) => scope === 'campus' && !ceiling);

  return (
    <RulesCard
      about={t('about')}
      rules={inOrder(rules)}
      rowOf={(rule) => {
        const replaced = isReplaced(rule, rules);
        return {
          text: ruleText(rule),
          names: namesIn(rule),
          idle: replaced && t('newer-rule'),
          replaced,
          since: keyText('since', { when: formatDate(rule.createdAt) }),
        };
      }}
      rest={hasCampusRule ? null : t('other-keys', { rules: rules.length })}
      Form={RuleDialog}
      ending={useEndRule()}
      endText={() => t('end-effect')}
    />
  );
}

const order = ['person', 'key', 'category', 'department', 'campus'];

/** In the order of their precedence, limits last. */
function inOrder(rules: readonly ListedDueRule[]): ListedDueRule[] {
  const place = ({ scope, ceiling }: ListedDueRule) =>
    order.indexOf(scope) + (ceiling ? order.length : 0);
  return [...rules].sort((one, other) => place(one) - place(other));
}

function namesIn({ scope, scopeId, scopeName }: ListedDueRule): readonly NamedRecord[] {
  return scope === 'person' || scope === 'key' ? [{ of: scope, id: scopeId, name: scopeName }] : [];
}
