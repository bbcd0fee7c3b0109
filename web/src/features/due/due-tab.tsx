import type { ListedDueRule } from '@keydesk/shared/due/rule-routes';
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

/** When keys are due: the rules, and a way to try them. */
export function DueTab() {
  const rules = useQuery(rulesQuery);
  if (!rules.data) return <QueryState query={rules} loading="Loading rules..." />;
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

/** The rules in force as sentences, the narrowest first, as they are looked up. */
function DueRules({ rules }: { rules: readonly ListedDueRule[] }) {
  const hasCampusRule = rules.some(({ scope, ceiling }) => scope === 'campus' && !ceiling);
  const others = rules.length === 0 ? 'All keys' : 'All other keys';
  return (
    <RulesCard
      about="The first that fits decides when a key is due; limits only make it earlier. Keys that are out stay due as they were promised."
      rules={inOrder(rules)}
      rowOf={(rule) => {
        const replaced = isReplaced(rule, rules);
        return {
          text: ruleText(rule),
          names: namesIn(rule),
          idle: replaced && 'A newer rule is for the same.',
          replaced,
          since: `since ${formatDate(rule.createdAt)}`,
        };
      }}
      rest={hasCampusRule ? null : `${others} are due at the next closing time.`}
      Form={RuleDialog}
      ending={useEndRule()}
      endText={() =>
        'It no longer applies to new loans. Keys that are out keep their due times, and the rule stays in the audit log.'
      }
    />
  );
}

const order = ['person', 'key', 'category', 'department', 'campus'];

/** In the order in which they are looked up, limits last. */
function inOrder(rules: readonly ListedDueRule[]): ListedDueRule[] {
  const place = ({ scope, ceiling }: ListedDueRule) =>
    order.indexOf(scope) + (ceiling ? order.length : 0);
  return [...rules].sort((one, other) => place(one) - place(other));
}

/** The person or the key in a rule's sentence. */
function namesIn({ scope, scopeId, scopeName }: ListedDueRule): readonly NamedRecord[] {
  return scope === 'person' || scope === 'key' ? [{ of: scope, id: scopeId, name: scopeName }] : [];
}
