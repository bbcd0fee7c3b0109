import type { ListedAccessRule } from '@keydesk/shared/access/rule-routes';
import { accessRuleText } from '@keydesk/shared/access/rule-text';
import { t } from '@keydesk/shared/texts/en/access-rules';
import { t as rulesText } from '@keydesk/shared/texts/en/rules';
import { useQuery } from '@tanstack/react-query';
import { CircleSlash } from 'lucide-react';
import { campusTimezone, formatDate } from '../../lib/format.ts';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { type NamedRecord, PersonLink } from '../../ui/record-link.tsx';
import { RulesCard } from '../due/rules-card.tsx';
import { rulesQuery, useEndRule } from './queries.ts';

const RuleDialog = lazyDialog(() => import('./rule-dialog.tsx'), 'RuleDialog');

export function RulesTab() {
  const rules = useQuery(rulesQuery);
  const ending = useEndRule();
  if (!rules.data) return <QueryState query={rules} loading={rulesText('loading')} />;
  return (
    <RulesCard
      about={t('about')}
      rules={rules.data}
      rowOf={(rule) => ({
        text: accessRuleText(rule, campusTimezone.get()),
        names: namesIn(rule),
        idle: rule.neverApplies && (
          <>
            <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('never-applies', { reason: rule.neverApplies })}
          </>
        ),
        since: (
          <span>
            {t.rich('by-since', {
              name: rule.createdByName,
              when: formatDate(rule.createdAt),
              person: (chunks) => (
                <PersonLink key="person" id={rule.createdById ?? undefined}>
                  {chunks}
                </PersonLink>
              ),
            })}
          </span>
        ),
      })}
      rest={rules.data.length === 0 ? t('no-rules') : null}
      Form={RuleDialog}
      ending={ending}
      endText={endText}
    />
  );
}

/** The person and the key of a rule, as its sentence names them. */
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

/** Only a rule that allows keys may have left people with keys because of it. */
function endText({ effect }: ListedAccessRule): string {
  return t(effect === 'allow' ? 'end-of-allowing' : 'end-of-refusing');
}
