import { dateText } from '@keydesk/shared/core/formats';
import type { ListedDueRule } from '@keydesk/shared/due/rule-routes';
import { t } from '@keydesk/shared/texts/en/due-rules';
import { type FormEvent, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { reminderStepNames } from '../../lib/due.ts';
import { campusTimezone, fromDateTimeField, toDateTimeField } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';
import { MomentField } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { KeyField, PersonField } from '../../ui/pick-fields.tsx';
import { useTryRules } from './queries.ts';
import { ruleText } from './rule-text.ts';

export function TryCard({ rules }: { rules: readonly ListedDueRule[] }) {
  const [person, setPerson] = useState<ComboboxOption | null>(null);
  const [key, setKey] = useState<ComboboxOption | null>(null);
  const [at, setAt] = useState<string | null>(null);
  const trial = useTryRules();
  const moment = at ?? toDateTimeField(serverNow());
  const change = (apply: () => void) => {
    apply();
    trial.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key && person && moment)
      trial.mutate({ keyId: key.id, userId: person.id, at: fromDateTimeField(moment) });
  };
  return (
    <TitledCard title={t('try-it')}>
      <p className="mt-2 text-sm text-muted">{t('try-text')}</p>
      <form onSubmit={submit} className="mt-3 flex flex-col gap-4">
        <PersonField value={person} onChange={(pick) => change(() => setPerson(pick))} />
        <KeyField value={key} onChange={(pick) => change(() => setKey(pick))} />
        <MomentField
          label={t('handed-out')}
          value={moment}
          onChange={({ target }) => change(() => setAt(target.value))}
        />
        <ActionButton
          type="submit"
          variant="secondary"
          disabled={!key || !person || !moment}
          busy={trial.isPending}
          className="self-start"
        >
          {t('try')}
        </ActionButton>
      </form>
      <ErrorNotice cause={trial.error} className="mt-4" />
      {trial.data && <TrialResult result={trial.data} rules={rules} />}
    </TitledCard>
  );
}

type Trial = NonNullable<ReturnType<typeof useTryRules>['data']>;

type TrialResultProps = { result: Trial; rules: readonly ListedDueRule[] };

function TrialResult({ result, rules }: TrialResultProps) {
  const { dueAt, graceUntil, latest, ladder } = result;
  const when = (instant: string) => dateText(instant, 'weekday-time', campusTimezone.get());
  return (
    <div role="status" className="mt-4 border-t border-line pt-4">
      <p className="text-xl font-semibold">
        {dueAt === null ? t('no-due-time') : t('due-at', { when: when(dueAt) })}
      </p>
      <p className="mt-1">{reasonText(result, rules)}</p>
      <ul className="mt-1 text-sm text-muted">
        {graceUntil !== null && graceUntil !== dueAt && (
          <li>{t('overdue-from', { when: when(graceUntil) })}</li>
        )}
        {latest !== null && <li>{t('extendable-until', { when: when(latest) })}</li>}
      </ul>
      {ladder.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{t('if-not-back')}</h3>
          <ol className="mt-1 divide-y divide-line">
            {ladder.map(({ step, at }) => (
              <li key={step} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span>{reminderStepNames[step]()}</span>
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
  if (!rule) return t('no-rule');
  const scopeName = rules.find(({ id }) => id === rule.id)?.scopeName ?? rule.scopeId;
  return t('rule-is', { rule: ruleText({ ...rule, scopeName }) });
}
