import type { ListedAccessRule } from '@keydesk/shared/access/rule-routes';
import { accessRuleText } from '@keydesk/shared/access/rule-text';
import { useQuery } from '@tanstack/react-query';
import { CircleSlash } from 'lucide-react';
import { useCampusTimezone } from '../../lib/config.ts';
import { formatDate } from '../../lib/format.ts';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { type NamedRecord, PersonLink } from '../../ui/record-link.tsx';
import { RulesCard } from '../due/rules-card.tsx';
import { rulesQuery, useEndRule } from './queries.ts';

const RuleDialog = lazyDialog(() => import('./rule-dialog.tsx'), 'RuleDialog');

/** The rules in force as sentences, the newest first. */
export function RulesTab() {
  const rules = useQuery(rulesQuery);
  const timezone = useCampusTimezone();
  const ending = useEndRule();
  if (!rules.data) return <QueryState query={rules} loading="Loading rules..." />;
  return (
    <RulesCard
      about="A rule that says ‘may not’ always wins. Then access that was given by name, or a rule that says ‘may’, lets people take a key. Where no rule fits, the level of a key decides: everybody may take normal keys, restricted ones need approval, and high-security ones are for named people only."
      rules={rules.data}
      rowOf={(rule) => ({
        text: accessRuleText(rule, timezone),
        names: namesIn(rule),
        idle: rule.neverApplies && (
          <>
            <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0" />
            Never applies. {rule.neverApplies}
          </>
        ),
        since: (
          <span>
            by <PersonLink id={rule.createdById ?? undefined}>{rule.createdByName}</PersonLink>,
            since {formatDate(rule.createdAt)}
          </span>
        ),
      })}
      rest={rules.data.length === 0 ? 'There are no rules: everybody may take normal keys.' : null}
      Form={RuleDialog}
      ending={ending}
      endText={({ effect }) => endText(effect === 'allow')}
    />
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

/**
 * What follows when a rule or a membership is ended. People may have keys because of it if it lets
 * them take any; a rule that refuses, or asks for approval, gave none.
 */
export function endText(letsTake: boolean): string {
  const consequence = letsTake
    ? 'People who have a key only because of it are asked to bring it back within half an hour.'
    : 'From then on the other rules and the level of each key decide. Keys that it recalled stay recalled.';
  return `It ends at once. ${consequence} The audit log keeps a record.`;
}
