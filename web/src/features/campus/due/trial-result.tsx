import type { ListedDueRule } from '@keydesk/shared/due/rule-routes';
import { ladderStepNames } from '../../../lib/ladder-steps.ts';
import { momentOnCampus } from '../day-text.ts';
import type { useTryRules } from './queries.ts';
import { ruleText } from './rule-text.ts';

type Trial = NonNullable<ReturnType<typeof useTryRules>['data']>;

type TrialResultProps = { result: Trial; rules: readonly ListedDueRule[]; timezone: string };

/** When a key would be due, why, and from when it would be overdue. */
export function TrialResult({ result, rules, timezone }: TrialResultProps) {
  const { dueAt, graceUntil, latest, ladder } = result;
  const when = (instant: string) => momentOnCampus(instant, timezone);
  return (
    <div role="status" className="mt-4 border-t border-line pt-4">
      <p className="text-xl font-semibold">
        {dueAt === null ? 'No due time' : `Due ${when(dueAt)}`}
      </p>
      <p className="mt-1">{reasonText(result, rules)}</p>
      <ul className="mt-1 text-sm text-muted">
        {graceUntil !== null && graceUntil !== dueAt && <li>Overdue from {when(graceUntil)}</li>}
        {latest !== null && <li>It can be extended until {when(latest)} at most</li>}
      </ul>
      {ladder.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">If it does not come back</h3>
          <ol className="mt-1 divide-y divide-line">
            {ladder.map(({ step, at }) => (
              <li key={step} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span>{ladderStepNames[step]}</span>
                <span className="text-muted tabular-nums">{when(at)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function reasonText({ rule }: Trial, rules: readonly ListedDueRule[]): string {
  if (!rule) return 'No rule is for it, so it is due at the next closing time.';
  const scopeName = rules.find(({ id }) => id === rule.id)?.scopeName ?? rule.scopeId;
  return `Rule: ${ruleText({ ...rule, scopeName })}`;
}
