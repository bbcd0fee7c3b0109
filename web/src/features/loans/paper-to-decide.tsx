import { momentText } from '@keydesk/shared/core/formats';
import type { WaitingLine } from '@keydesk/shared/loans/paper';
import { t } from '@keydesk/shared/texts/en/paper';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import {
  campusTimezone,
  formatDateTime,
  fromDateTimeField,
  toDateTimeField,
} from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { KeyNumber, linkToPerson } from '../../ui/record-link.tsx';
import { useChange } from '../../ui/use-change.ts';
import { paperQuery, refetchPaper as refetch, waitingTimesText } from './paper-query.ts';

export function PaperToDecide() {
  const query = useQuery(paperQuery);
  const text = (at: string) => momentText(at, serverNow(), campusTimezone.get());
  return (
    <TitledCard title={t('lines-from-paper')} text={t('lines-wait-here')}>
      <QueryState query={query} />
      {query.data && query.data.lines.length > 0 && (
        <ul aria-label={t('lines-from-paper')} className="mt-2 divide-y divide-line">
          {query.data.lines.map((line) => (
            <LineToDecide key={line.id} line={line} />
          ))}
        </ul>
      )}
      <PeriodForm />
      {query.data?.periods.map(({ id, from, to, openedBy }) => (
        <p key={id} className="mt-2 text-sm text-muted wrap-anywhere">
          {t('period-open', { from: text(from), to: text(to), name: openedBy.name })}
        </p>
      ))}
    </TitledCard>
  );
}

function LineToDecide({ line }: { line: WaitingLine }) {
  const { id, key, person, enteredBy, enteredAt } = line;
  const [refuses, setRefuses] = useState(false);
  const decide = useChange(
    (decision: 'record' | 'refuse') =>
      call(api.decidePaper, { params: { id }, body: { decision } }),
    {
      says: (decision) => t('line-decided', { keyNumber: key.keyNumber, decision }),
      failure: getErrorMessage,
      refetch,
    },
  );
  const about = { name: person.name, keyNumber: key.keyNumber };
  return (
    <li className="py-3">
      <p className="wrap-anywhere">
        {t.rich('line-to-decide', {
          ...about,
          key: () => (
            <KeyNumber key="key" number={key.keyNumber} linkTo={key.id} className="text-xl" />
          ),
          person: linkToPerson(person.id),
          times: waitingTimesText(line),
        })}
      </p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        <Dotted>
          {key.keyName}
          {t('entered', { when: formatDateTime(enteredAt), name: enteredBy.name })}
        </Dotted>
      </p>
      <ErrorNotice cause={decide.error} className="mt-3" />
      <div className="mt-3 flex flex-wrap gap-2.5">
        <ActionButton
          busy={decide.isPending && decide.variables === 'record'}
          disabled={decide.isPending}
          aria-label={t('record-line', about)}
          onClick={() => decide.mutate('record')}
        >
          {t('record')}
        </ActionButton>
        <ActionButton
          variant="secondary"
          busy={decide.isPending && decide.variables === 'refuse'}
          disabled={decide.isPending}
          aria-label={t('refuse-line', about)}
          onClick={() => setRefuses(true)}
        >
          {t('refuse')}
        </ActionButton>
      </div>
      <ConfirmDialog
        open={refuses}
        title={t('refuse-question', about)}
        confirmLabel={t('refuse')}
        busy={false}
        failure={null}
        onConfirm={() => {
          setRefuses(false);
          decide.mutate('refuse');
        }}
        onClose={() => setRefuses(false)}
      >
        {t('refuse-effect', { name: enteredBy.name })}
      </ConfirmDialog>
    </li>
  );
}

function PeriodForm() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const now = toDateTimeField(serverNow());
  const open = useChange(
    () =>
      call(api.openPaperPeriod, {
        body: { from: fromDateTimeField(from), to: fromDateTimeField(to) },
      }),
    { says: t('period-recorded'), refetch },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from && to && !open.isPending) open.mutate();
  };
  const field = { type: 'datetime-local', max: now, required: true } as const;
  return (
    <form aria-label={t('open-period')} onSubmit={submit} className="mt-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3">
        <TextField
          label={t('paper-from')}
          {...field}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          label={t('paper-to')}
          {...field}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <ActionButton type="submit" variant="secondary" className="mt-3" busy={open.isPending}>
        {t('record-without-asking')}
      </ActionButton>
      <ErrorNotice cause={open.error} className="mt-3" />
    </form>
  );
}
