import type { ListedDueRule } from '@keydesk/shared/due/rule-routes';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useHasOpened } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EndDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { LinkedText, type NamedRecord } from '../../ui/record-link.tsx';
import { rulesQuery, useEndRule } from './queries.ts';
import { ReminderScheduleSection } from './reminder-schedule.tsx';
import { isReplaced, ruleText } from './rule-text.ts';
import { TryCard } from './try-rules.tsx';

/** When keys are due: the rules, and a way to try them. */
export function DueTab() {
  const rules = useQuery(rulesQuery);
  if (!rules.data) return <QueryState query={rules} loading="Loading rules..." />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RulesCard rules={rules.data} />
        <ReminderScheduleSection />
      </div>
      <TryCard rules={rules.data} />
    </div>
  );
}

const RuleDialog = lazyComponent(() =>
  import('./rule-dialog.tsx').then((module) => module.RuleDialog),
);

/** The rules in force as sentences, the narrowest first, as they are looked up. */
function RulesCard({ rules }: { rules: readonly ListedDueRule[] }) {
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<ListedDueRule | null>(null);
  const formOpened = useHasOpened(adding);
  const hasCampusRule = rules.some(({ scope, ceiling }) => scope === 'campus' && !ceiling);
  return (
    <Card aria-labelledby="due-rules">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="due-rules" className="text-base font-semibold">
          Rules
        </h2>
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4.5" />
          Add rule
        </Button>
      </div>
      <p className="mt-2 text-sm text-muted">
        The first that fits decides when a key is due; limits only make it earlier. Keys that are
        out stay due as they were promised.
      </p>
      <ul aria-label="Rules" className="mt-2 divide-y divide-line">
        {inOrder(rules).map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            replaced={isReplaced(rule, rules)}
            onEnd={() => setEnding(rule)}
          />
        ))}
        {!hasCampusRule && (
          <li className="py-3 text-muted">
            {rules.length === 0 ? 'All keys' : 'All other keys'} are due at the next closing time.
          </li>
        )}
      </ul>
      {formOpened && <RuleDialog open={adding} onClose={() => setAdding(false)} />}
      <EndRuleDialog rule={ending} onClose={() => setEnding(null)} />
    </Card>
  );
}

const order = ['person', 'key', 'category', 'department', 'campus'];

/** In the order in which they are looked up, limits last. */
function inOrder(rules: readonly ListedDueRule[]): ListedDueRule[] {
  const place = ({ scope, ceiling }: ListedDueRule) =>
    order.indexOf(scope) + (ceiling ? order.length : 0);
  return [...rules].sort((one, other) => place(one) - place(other));
}

type RuleRowProps = { rule: ListedDueRule; replaced: boolean; onEnd: () => void };

function RuleRow({ rule, replaced, onEnd }: RuleRowProps) {
  const text = ruleText(rule);
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className={replaced ? 'text-muted line-through' : 'font-medium'}>
          <LinkedText text={text} names={namesIn(rule)} />
        </p>
        {replaced && <p className="text-sm text-out">A newer rule is for the same.</p>}
        <p className="text-sm text-muted wrap-anywhere">
          <Facts>
            {rule.note}
            {`since ${formatDate(rule.createdAt)}`}
          </Facts>
        </p>
      </div>
      <ActionButton
        variant="quiet"
        size="small"
        aria-label={`End: ${text}`}
        onClick={onEnd}
        className="ml-auto"
      >
        End
      </ActionButton>
    </li>
  );
}

/** The person or the key in a rule's sentence. */
function namesIn({ scope, scopeId, scopeName }: ListedDueRule): readonly NamedRecord[] {
  return scope === 'person' || scope === 'key' ? [{ of: scope, id: scopeId, name: scopeName }] : [];
}

type EndRuleDialogProps = {
  /** Null closes the dialog. */
  rule: ListedDueRule | null;
  onClose: () => void;
};

/** Asks before a rule is ended. */
function EndRuleDialog({ rule, onClose }: EndRuleDialogProps) {
  return (
    <EndDialog
      subject={rule}
      title="End Rule"
      toInput={({ id }) => id}
      ending={useEndRule()}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <p className="font-medium">{ruleText(shown)}</p>
          <p>
            It no longer applies to new loans. Keys that are out keep their due times, and the rule
            stays in the audit log.
          </p>
        </>
      )}
    </EndDialog>
  );
}
