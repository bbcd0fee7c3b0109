import { durationText, largestUnitText } from '@keydesk/shared/core/formats';
import { isOverdue } from '@keydesk/shared/due/calendar';
import { quietsReminders } from '@keydesk/shared/keys/incident-kinds';
import type { Key } from '@keydesk/shared/keys/key';
import type { OverdueLoan } from '@keydesk/shared/loans/overdue';
import { t as dueWords } from '@keydesk/shared/texts/en/due';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/overdue';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CircleCheck } from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { api, call } from '../../../lib/api.ts';
import { homeOf, hookText, useDesks } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { useCampusTimezone } from '../../../lib/config.ts';
import { dueText, reminderStepNames } from '../../../lib/due.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useHasOpened, useMediaQuery } from '../../../lib/hooks.ts';
import { updateQueryData } from '../../../lib/query-client.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { EmptyState } from '../../../ui/page.tsx';
import { PhoneLink } from '../../../ui/phone-link.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { KeyDetailsLink } from '../../keys/key-parts.tsx';
import { Reminder } from '../remind.tsx';
import { type ExtendableLoan, ExtendDialog } from './extend-dialog.tsx';
import { NightListButton } from './night-list-button.tsx';

type DeskOverdueTabProps = {
  narrow: (keys: readonly Key[]) => readonly Key[];
  /** The desk whose night list is offered, or 'all'; null for none. */
  nightListOf: string | null;
  renderCollect: (key: Key) => ReactNode;
};

export function DeskOverdueTab({ narrow, nightListOf, renderCollect }: DeskOverdueTabProps) {
  const { data, error, refetch, noteReminder } = useOverdueLoans();
  const [extending, setExtending] = useState<ExtendableLoan | null>(null);
  const dialogOpened = useHasOpened(extending !== null);
  const now = useNow();
  const rowHeight = useMediaQuery('(min-width: 48rem)') ? 69 : 217;
  const loans = useMemo(() => {
    if (!data) return undefined;
    const here = new Set(narrow(data.loans.map(({ key }) => key)));
    return data.loans.filter(({ key }) => here.has(key));
  }, [data, narrow]);
  const bands = useMemo(
    () =>
      bandTitles
        .map(([band, title]) => ({
          title: title(),
          items: loans?.filter((loan) => loan.band === band),
        }))
        .filter(({ items }) => items && items.length > 0),
    [loans],
  );
  const overdue = loans?.filter((loan) => isOverdue(loan, now)).length ?? 0;
  const more = data ? (data.recalled ?? 0) + data.late + data.soon - data.loans.length : 0;
  const renderLoan = (loan: OverdueLoan) => (
    <OverdueRow loan={loan} now={now}>
      <Reminder
        loan={{
          ...loan,
          keyNumber: loan.key.keyNumber,
          disputed: loan.key.takenBy?.disputed,
          lost: quietsReminders(loan.key.condition) || undefined,
        }}
        onReminded={noteReminder}
        onRefused={() => void refetch()}
      />
      <OnDutyButton
        variant="secondary"
        size="small"
        aria-label={t('extend-key', loan.key)}
        onClick={() => setExtending({ ...loan, holderName: loan.holder.name })}
      >
        <CalendarClock aria-hidden className="size-4" />
        {t('extend')}
      </OnDutyButton>
      {renderCollect(loan.key)}
    </OverdueRow>
  );
  return (
    <section aria-labelledby="overdue-keys" aria-busy={!loans && error === null}>
      <header className="mb-4 flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1
          id="overdue-keys"
          className="flex items-center gap-2.5 text-2xl font-semibold tracking-tight"
        >
          {keyText('overdue')}
          {overdue > 0 && (
            <Badge count={overdue} tone="danger" className="h-7 min-w-7 px-2 text-sm" />
          )}
        </h1>
        <p className="hidden print:block">{formatDateTime(new Date(now).toISOString())}</p>
        {nightListOf && loans && loans.length > 0 && <NightListButton desk={nightListOf} />}
      </header>
      <QueryState
        query={{ data, error, refetch }}
        loading={t('loading')}
        failure={() => t('failed-to-load')}
      />
      {loans?.length === 0 && (
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title={t('none')}
          text={t('none-due-soon')}
        />
      )}
      {bands.map(({ title, items = [] }) => (
        <Fragment key={title}>
          <h2 className="mt-6 mb-2 text-lg font-semibold first-of-type:mt-0">{title}</h2>
          <div className="@container">
            <VirtualList
              items={items}
              idOf={idOf}
              label={title}
              estimatedHeight={rowHeight}
              renderItem={renderLoan}
            />
          </div>
        </Fragment>
      ))}
      {more > 0 && <p className="mt-4 text-muted">{t('more', { count: more })}</p>}
      {dialogOpened && <ExtendDialog loan={extending} onClose={() => setExtending(null)} />}
    </section>
  );
}

const bandTitles = [
  ['recalled', () => keyText('recalled')],
  ['late', () => t('late-now')],
  ['soon', () => t('due-soon')],
] as const;

function idOf({ loanId }: OverdueLoan): string {
  return loanId;
}

type OverdueRowProps = { loan: OverdueLoan; now: number; children: ReactNode };

function OverdueRow({ loan, now, children }: OverdueRowProps) {
  const { key, holder, band } = loan;
  const desks = useDesks();
  const home = desks && homeOf(key, desks);
  return (
    <div
      className={classNames(
        'relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 print:px-0 print:py-2 @2xl:px-5',
        band !== 'soon' && 'bg-overdue-soft/45 print:bg-transparent',
      )}
    >
      <p className="min-w-32 text-3xl leading-9 @2xl:max-w-64 @2xl:min-w-44 @2xl:shrink-0">
        <KeyDetailsLink item={key} stretched />
      </p>
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-medium wrap-anywhere">{holder.name}</p>
        {holder.email && <p className="text-sm wrap-anywhere text-muted">{holder.email}</p>}
        {holder.phone && (
          <PhoneLink
            number={holder.phone}
            className="relative -my-1.5 inline-flex min-h-11 items-center text-sm wrap-anywhere print:my-0 print:min-h-0"
          />
        )}
        {key.recallReason && (
          <p className="mt-1 text-sm text-pretty wrap-anywhere">{key.recallReason}</p>
        )}
        {(home || key.hook) && (
          <p className="hidden text-sm print:block">
            <Dotted>
              {home?.name}
              {key.hook && t('hook', { hook: hookText(key.hook) })}
            </Dotted>
          </p>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-[min(100%,9rem)] @2xl:flex-none @2xl:basis-46">
        <p className={classNames('font-semibold tabular-nums', band !== 'soon' && 'text-overdue')}>
          {lateText(loan, now)}
        </p>
        <p className="text-sm text-muted">
          {dueText(loan.dueAt, now, useCampusTimezone())}
          {loan.step && (
            <span className="block">{t('last-step', { step: stepName(loan.step) })}</span>
          )}
          {loan.remindedAt && <span className="block">{remindedText(loan.remindedAt, now)}</span>}
        </p>
      </div>
      <div className="relative flex flex-wrap items-center gap-2 print:hidden">{children}</div>
    </div>
  );
}

function lateText({ band, dueAt }: OverdueLoan, now: number): string {
  const passed = now - Date.parse(dueAt);
  if (band === 'late' || (band === 'recalled' && passed >= 0))
    return dueWords('late-for', { duration: largestUnitText(passed) });
  return passed < 0 ? t('in', { duration: durationText(-passed) }) : t('in-grace-time');
}

function stepName(step: string): string {
  const names: Readonly<Record<string, () => string>> = reminderStepNames;
  return names[step]?.() ?? step;
}

function remindedText(remindedAt: string, now: number): string {
  const passed = now - Date.parse(remindedAt);
  return passed < 60_000
    ? t('reminded-just-now')
    : t('reminded-ago', { duration: durationText(passed) });
}

const overdueQuery = queryOptions({
  queryKey: ['desk', 'overdue'],
  queryFn: async ({ signal }) => (await call(api.deskOverdue, { signal })).data,
  // Keys become overdue without any event.
  refetchInterval: 60_000,
  meta: { staleOn: { key: () => true } },
});

export function useOverdueLoans() {
  const client = useQueryClient();
  const query = useQuery(overdueQuery);
  return {
    ...query,
    noteReminder: (loanId: string, remindedAt: string) =>
      updateQueryData(client, overdueQuery.queryKey, (overdue) => ({
        ...overdue,
        loans: overdue.loans.map((loan) => withReminder(loan, loanId, remindedAt)),
      })),
  };
}

function withReminder(loan: OverdueLoan, loanId: string, remindedAt: string): OverdueLoan {
  return loan.loanId === loanId ? { ...loan, remindedAt } : loan;
}
