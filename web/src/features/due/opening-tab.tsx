import { dateText, numberText } from '@keydesk/shared/core/formats';
import { maxDayLabel, maxMovedLoans } from '@keydesk/shared/due/calendar-routes';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/calendar';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { api, call } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { KeyNumber, PersonLink } from '../../ui/record-link.tsx';
import { useChange } from '../../ui/use-change.ts';
import { fromTimeInput } from './closing-time.ts';
import { DaysCard } from './days-card.tsx';
import { daysQuery, dueWhileClosedQuery, openingQuery, useMoveDue } from './queries.ts';
import { WeekForm } from './week-form.tsx';

export function OpeningTab() {
  const [opening, days] = [useQuery(openingQuery), useQuery(daysQuery)];
  const missing = [opening, days].filter(({ data }) => !data);
  const query = missing.find(({ error }) => error) ?? missing[0];
  if (!opening.data || !days.data)
    return query && <QueryState query={query} loading={t('loading-opening-hours')} />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex justify-end">
        <ClosingToday />
      </div>
      <LoansDueWhileClosed timezone={opening.data.timezone} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <WeekForm stored={opening.data} />
        <DaysCard stored={days.data} opening={opening.data} />
      </div>
    </div>
  );
}

/** Moves today's closing and every key due then; each holder is notified once. */
export function ClosingToday() {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const moving = useChange(
    (body: { closes: string; reason: string }) => call(api.moveClosing, { body }),
    { onDone: () => void invalidateAndRefetch(client) },
  );
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <CalendarClock aria-hidden className="size-4.5 text-accent" />
        {t('move-todays-closing')}
      </Button>
      <EditDialog
        subject={open || null}
        onClose={() => setOpen(false)}
        texts={() => ({
          title: t('move-closing-title'),
          description: t('move-closing-text'),
          submitLabel: t('move'),
        })}
        initial={() => ({ closes: '', reason: '' })}
        browserChecks
        toInput={({ closes, reason }) => ({
          closes: fromTimeInput(closes),
          reason: reason.trim(),
        })}
        saving={moving}
      >
        {({ text }) => (
          <>
            <TextField
              {...text('closes')}
              label={t('closes-today-at')}
              hint={t('closes-today-hint')}
              type="time"
              required
            />
            <TextField
              {...text('reason')}
              label={fieldText('reason')}
              required
              maxLength={maxDayLabel}
            />
          </>
        )}
      </EditDialog>
    </>
  );
}

const firstRows = 5;

/** Offers to move keys that are due while the campus is closed. */
export function LoansDueWhileClosed({ timezone }: { timezone: string }) {
  const query = useQuery(dueWhileClosedQuery);
  const { data: loans } = query;
  const [all, setAll] = useState(false);
  const moving = useMoveDue();
  if (!loans)
    return (
      <QueryState
        query={query}
        loading={null}
        title={t('due-while-closed-unread')}
        frame="card p-5"
      />
    );
  if (loans.length === 0) return null;
  const next = loans.slice(0, maxMovedLoans);

  return (
    <TitledCard title={t('keys-due-while-closed', { count: loans.length })} className="border-out">
      <p className="mt-1 text-sm text-muted">
        {t('promise')}
        {loans.length > maxMovedLoans &&
          ` ${t('moves-at-a-time', { count: numberText(maxMovedLoans) })}`}
      </p>
      <ul aria-label={t('due-while-closed')} className="mt-3 divide-y divide-line">
        {(all ? loans : loans.slice(0, firstRows)).map(
          ({ loanId, keyId, keyNumber, holderId, holderName, dueAt, newDueAt }) => (
            <li key={loanId} className="flex flex-wrap items-baseline gap-x-4 py-2.5">
              <KeyNumber number={keyNumber} linkTo={keyId} className="min-w-28 text-xl" />
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                <PersonLink id={holderId}>{holderName}</PersonLink>
              </span>
              <span className="text-sm text-muted tabular-nums">
                {t('due-then', {
                  due: dateText(dueAt, 'weekday-time', timezone),
                  later: dateText(newDueAt, 'weekday-time', timezone),
                })}
              </span>
            </li>
          ),
        )}
      </ul>
      {loans.length > firstRows && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="-ms-3"
        >
          {all ? actionText('show-fewer') : actionText('show-all-count', { count: loans.length })}
        </Button>
      )}
      <ErrorNotice cause={moving.error} className="mt-3" />
      <ActionButton
        className="mt-3 block"
        busy={moving.isPending}
        onClick={() => moving.mutate(next.map(({ loanId }) => loanId))}
      >
        {moveText(loans.length)}
      </ActionButton>
    </TitledCard>
  );
}

function moveText(count: number): string {
  return count <= maxMovedLoans
    ? t('move-due-times', { count })
    : t('move-first-due-times', { count: numberText(maxMovedLoans) });
}
