import { momentText } from '@keydesk/shared/core/formats';
import type { WaitingLine } from '@keydesk/shared/loans/paper';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { formatDateTime, fromDateTimeField, toDateTimeField } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { KeyNumber, PersonLink } from '../../ui/record-link.tsx';
import { useChange } from '../../ui/use-change.ts';
import { paperQuery, refetchPaper as refetch, waitingTimesText } from './paper-query.ts';

/** The lines from paper of which Keydesk knows no outage, and the periods that admins open for more. */
export function PaperToDecide() {
  const query = useQuery(paperQuery);
  const timezone = useCampusTimezone();
  const text = (at: string) => momentText(at, serverNow(), timezone);
  return (
    <TitledCard
      title="From paper"
      text="Lines from the desk wait here if Keydesk knows of no outage at their times."
    >
      <QueryState query={query} />
      {query.data && query.data.lines.length > 0 && (
        <ul aria-label="Lines from paper" className="mt-2 divide-y divide-line">
          {query.data.lines.map((line) => (
            <LineToDecide key={line.id} line={line} />
          ))}
        </ul>
      )}
      <PeriodForm />
      {query.data?.periods.map(({ id, from, to, openedBy }) => (
        <p key={id} className="mt-2 text-sm text-muted wrap-anywhere">
          Paper from {text(from)} to {text(to)} is recorded at once, says {openedBy.name}.
        </p>
      ))}
    </TitledCard>
  );
}

function LineToDecide({ line }: { line: WaitingLine }) {
  const { id, key, person, enteredBy, enteredAt } = line;
  const timezone = useCampusTimezone();
  const decide = useChange(
    (decision: 'record' | 'refuse') =>
      call(api.decidePaper, { params: { id }, body: { decision } }),
    {
      says: (decision) =>
        `Key ${key.keyNumber}: the line is ${decision}${decision === 'record' ? 'ed' : 'd'}`,
      failure: getErrorMessage,
      refetch,
    },
  );
  const about = `${person.name}, ${key.keyNumber}`;
  return (
    <li className="py-3">
      <p className="wrap-anywhere">
        <KeyNumber number={key.keyNumber} linkTo={key.id} className="text-xl" /> to{' '}
        <PersonLink id={person.id}>{person.name}</PersonLink>, {waitingTimesText(line, timezone)}
      </p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        <Facts>
          {key.keyName}
          {`entered ${formatDateTime(enteredAt, timezone)} by ${enteredBy.name}`}
        </Facts>
      </p>
      <ErrorNotice cause={decide.error} className="mt-3" />
      <div className="mt-3 flex flex-wrap gap-2.5">
        <ActionButton
          busy={decide.isPending && decide.variables === 'record'}
          disabled={decide.isPending}
          aria-label={`Record: ${about}`}
          onClick={() => decide.mutate('record')}
        >
          Record
        </ActionButton>
        <ActionButton
          variant="secondary"
          busy={decide.isPending && decide.variables === 'refuse'}
          disabled={decide.isPending}
          aria-label={`Refuse: ${about}`}
          onClick={() => decide.mutate('refuse')}
        >
          Refuse
        </ActionButton>
      </div>
    </li>
  );
}

/** Opens a period of which the desk's lines are recorded without asking. */
function PeriodForm() {
  const timezone = useCampusTimezone();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const now = toDateTimeField(serverNow(), timezone);
  const open = useChange(
    () =>
      call(api.openPaperPeriod, {
        body: { from: fromDateTimeField(from, timezone), to: fromDateTimeField(to, timezone) },
      }),
    { says: 'Lines from paper of this time are recorded at once', refetch },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from && to && !open.isPending) open.mutate();
  };
  const field = { type: 'datetime-local', max: now, required: true } as const;
  return (
    <form aria-label="Open a period" onSubmit={submit} className="mt-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3">
        <TextField
          label="Paper from"
          {...field}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          label="Paper to"
          {...field}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <ActionButton type="submit" variant="secondary" className="mt-3" busy={open.isPending}>
        Record without asking
      </ActionButton>
      <ErrorNotice cause={open.error} className="mt-3" />
    </form>
  );
}
