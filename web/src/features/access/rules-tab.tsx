import type { ListedAccessRule } from '@keydesk/shared/access/rule-routes';
import { accessRuleText } from '@keydesk/shared/access/rule-text';
import { useQuery } from '@tanstack/react-query';
import { CircleSlash, Plus } from 'lucide-react';
import { useState } from 'react';
import { useCampusTimezone } from '../../lib/config.ts';
import { formatDate } from '../../lib/format.ts';
import { useHasOpened } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EndDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { LinkedText, type NamedRecord, PersonLink } from '../../ui/record-link.tsx';
import { rulesQuery, useEndRule } from './queries.ts';

const RuleDialog = lazyComponent(() =>
  import('./rule-dialog.tsx').then((module) => module.RuleDialog),
);

/** The rules in force as sentences, the newest first. */
export function RulesTab() {
  const rules = useQuery(rulesQuery);
  const [adding, setAdding] = useState(false);
  const [endedId, setEndedId] = useState<string | null>(null);
  const formOpened = useHasOpened(adding);
  if (!rules.data) return <QueryState query={rules} loading="Loading rules..." />;
  return (
    <Card aria-labelledby="access-rules">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="access-rules" className="text-base font-semibold">
          Rules
        </h2>
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4.5" />
          Add rule
        </Button>
      </div>
      <p className="mt-2 max-w-prose text-sm text-muted">
        A rule that says ‘may not’ always wins. Then access that was given by name, or a rule that
        says ‘may’, lets people take a key. Where no rule fits, the level of a key decides:
        everybody may take normal keys, restricted ones need approval, and high-security ones are
        for named people only.
      </p>
      <ul aria-label="Rules" className="mt-2 divide-y divide-line">
        {rules.data.map((rule) => (
          <RuleRow key={rule.id} rule={rule} onEnd={() => setEndedId(rule.id)} />
        ))}
        {rules.data.length === 0 && (
          <li className="py-3 text-muted">There are no rules: everybody may take normal keys.</li>
        )}
      </ul>
      {formOpened && <RuleDialog open={adding} onClose={() => setAdding(false)} />}
      <EndRule
        rule={rules.data.find(({ id }) => id === endedId) ?? null}
        onClose={() => setEndedId(null)}
      />
    </Card>
  );
}

function RuleRow({ rule, onEnd }: { rule: ListedAccessRule; onEnd: () => void }) {
  const text = accessRuleText(rule, useCampusTimezone());
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className={rule.neverApplies ? 'wrap-anywhere text-muted' : 'font-medium wrap-anywhere'}>
          <LinkedText text={text} names={namesIn(rule)} />
        </p>
        {rule.neverApplies && (
          <p className="flex items-start gap-1.5 text-sm text-out">
            <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0" />
            Never applies. {rule.neverApplies}
          </p>
        )}
        <p className="text-sm text-muted wrap-anywhere">
          <Facts>
            {rule.note}
            <span>
              by <PersonLink id={rule.createdById ?? undefined}>{rule.createdByName}</PersonLink>,
              since {formatDate(rule.createdAt)}
            </span>
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

/** The person and the key in a rule's sentence, as they stand in it. */
function namesIn({
  subject,
  subjectId,
  subjectName,
  target,
  targetId,
  targetName,
}: ListedAccessRule) {
  return [
    subject === 'person' && { of: 'person', id: subjectId, name: subjectName },
    target === 'key' && { of: 'key', id: targetId, name: targetName },
  ].filter((record): record is NamedRecord => record !== false);
}

function EndRule({ rule, onClose }: { rule: ListedAccessRule | null; onClose: () => void }) {
  const timezone = useCampusTimezone();
  return (
    <EndDialog
      subject={rule}
      title="End Rule"
      toInput={({ id }) => id}
      ending={useEndRule()}
      onClose={onClose}
    >
      {(shown) => (
        <EndText ended={accessRuleText(shown, timezone)} letsTake={shown.effect === 'allow'} />
      )}
    </EndDialog>
  );
}

type EndTextProps = {
  /** The rule or the membership, in words. */
  ended: string;
  /** People may have keys because of it; a rule that refuses, or asks for approval, gave none. */
  letsTake: boolean;
};

/** What follows when a rule or a membership is ended. */
export function EndText({ ended, letsTake }: EndTextProps) {
  const consequence = letsTake
    ? 'People who have a key only because of it are asked to bring it back within half an hour.'
    : 'From then on the other rules and the level of each key decide. Keys that it recalled stay recalled.';
  return (
    <>
      <p className="font-medium wrap-anywhere">{ended}</p>
      <p>It ends at once. {consequence} The audit log keeps a record.</p>
    </>
  );
}
