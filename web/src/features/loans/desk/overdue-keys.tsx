import { recallText } from '@keydesk/shared/access/refusal-cause';
import { durationText } from '@keydesk/shared/core/formats';
import { unattendedReason } from '@keydesk/shared/duty/duty';
import { quietsReminders } from '@keydesk/shared/keys/incident-kinds';
import type { Key } from '@keydesk/shared/keys/key';
import {
  formatMinutes,
  minutesUntilReminder,
  type OverdueLoan,
} from '@keydesk/shared/loans/overdue';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/overdue';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, CalendarClock, CircleCheck, Phone, Undo2 } from 'lucide-react';
import { Fragment, useMemo, useState } from 'react';
import { api, call } from '../../../lib/api.ts';
import { useNow } from '../../../lib/clock.ts';
import { reminderStepNames } from '../../../lib/due.ts';
import { useHasOpened } from '../../../lib/hooks.ts';
import { useConnection } from '../../../lib/live/connection.ts';
import { updateQueryData } from '../../../lib/query-client.ts';
import { useDeskComputer } from '../../../lib/session.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Email } from '../../../ui/email.tsx';
import { MoreMenu } from '../../../ui/menu.tsx';
import { EmptyState } from '../../../ui/page.tsx';
import { telephoneLink } from '../../../ui/phone-link.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { KeyList } from '../../keys/key-list.tsx';
import { NoKeyFound } from '../../keys/key-parts.tsx';
import { KeyRowSkeletons } from '../../keys/key-row.tsx';
import { useFoundTakenKeys } from '../../keys/search.ts';
import { useRemind } from '../remind.tsx';
import { type ExtendableLoan, ExtendDialog } from './extend-dialog.tsx';

type OverdueKeysProps = {
  narrow: (keys: readonly Key[]) => readonly Key[];
  /** Only keys that match it are shown. */
  term: string;
  onCollect: (key: Key) => void;
};

/** Keys that were recalled, are overdue, or are due within the hour, longest out first. */
export function OverdueKeys({ narrow, term, onCollect }: OverdueKeysProps) {
  const { data, error, refetch, noteReminder } = useOverdueLoans();
  const [extending, setExtending] = useState<ExtendableLoan | null>(null);
  const dialogOpened = useHasOpened(extending !== null);
  const here = useMemo(() => data && narrow(data.loans.map(({ key }) => key)), [data, narrow]);
  const found = useFoundTakenKeys(here ?? noKeys, term);
  const loans = useMemo(() => {
    const shown = new Set(found);
    return data?.loans.filter(({ key }) => shown.has(key));
  }, [data, found]);
  const loanOf = useMemo(() => new Map(loans?.map((loan) => [loan.key._id, loan])), [loans]);
  const remind = useRemind({ onReminded: noteReminder, onRefused: () => void refetch() });
  const more = data ? (data.recalled ?? 0) + data.late + data.soon - data.loans.length : 0;
  const shown = bands
    .map((one) => ({ ...one, keys: keysIn(one.band, loans) }))
    .filter(({ keys }) => keys.length > 0);
  const renderAction = (key: Key) => {
    const loan = loanOf.get(key._id);
    return (
      loan && (
        <LoanActions
          loan={loan}
          onCollect={() => onCollect(key)}
          onRemind={() => remind.mutate({ ...loan, keyNumber: key.keyNumber })}
          onExtend={() => setExtending({ ...loan, holderName: loan.holder.name })}
        />
      )
    );
  };
  return (
    <>
      <QueryState
        query={{ data, error, refetch }}
        loading={<KeyRowSkeletons />}
        failure={() => t('failed-to-load')}
      />
      {loans?.length === 0 && term.trim() !== '' && <NoKeyFound />}
      {loans?.length === 0 && term.trim() === '' && (
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title={t('none')}
          text={t('none-due-soon')}
        />
      )}
      {shown.map(({ band, title, keys }) => (
        <Fragment key={band}>
          {shown.length > 1 && (
            <h2 className="mt-5 mb-2 font-semibold first-of-type:mt-0">{title()}</h2>
          )}
          <KeyList keys={keys} label={title()} renderAction={renderAction} />
        </Fragment>
      ))}
      {more > 0 && <p className="mt-4 text-muted">{t('more', { count: more })}</p>}
      {dialogOpened && <ExtendDialog loan={extending} onClose={() => setExtending(null)} />}
    </>
  );
}

const noKeys: readonly Key[] = [];

const bands = [
  { band: 'recalled', title: () => keyText('recalled') },
  { band: 'late', title: () => t('late-now') },
  { band: 'soon', title: () => t('due-soon') },
] as const;

function keysIn(band: OverdueLoan['band'], loans: readonly OverdueLoan[] = []): Key[] {
  return loans.filter((loan) => loan.band === band).map(({ key }) => key);
}

type LoanActionsProps = {
  loan: OverdueLoan;
  onCollect: () => void;
  onRemind: () => void;
  onExtend: () => void;
};

/** The likely next step as a button: extending what is due soon, else a reminder. */
function LoanActions({ loan, onCollect, onRemind, onExtend }: LoanActionsProps) {
  const now = useNow();
  const { keyNumber, takenBy, condition } = loan.key;
  const recallReason = recallText(loan.key);
  const offline = useConnection() === 'offline';
  const at = useDeskComputer();
  const disabled = offline || (at !== null && unattendedReason(at) !== null);
  const reminded = loan.remindedAt && remindedText(loan.remindedAt, now);
  const wait = minutesUntilReminder(
    loan.remindedAt ? new Date(loan.remindedAt) : null,
    new Date(now),
  );
  const isReminded = !takenBy?.disputed && !quietsReminders(condition);
  const remind = {
    label: wait > 0 ? t('remind-again-in', { wait: formatMinutes(wait) }) : t('remind'),
    name: t('remind-holder', { name: loan.holder.name, keyNumber }),
    icon: <BellRing aria-hidden />,
    disabled: disabled || wait > 0,
    onSelect: onRemind,
  };
  const extend = {
    label: t('extend'),
    name: t('extend-key', { keyNumber }),
    icon: <CalendarClock aria-hidden />,
    disabled,
    onSelect: onExtend,
  };
  const collect = {
    label: handoverText('collect'),
    name: handoverText('collect-named', { action: handoverText('collect'), keyNumber }),
    icon: <Undo2 aria-hidden />,
    disabled,
    onSelect: onCollect,
  };
  const likely = loan.band === 'soon' ? extend : isReminded && wait === 0 ? remind : collect;
  return (
    <span className="flex items-center gap-1">
      <OnDutyButton
        size="small"
        variant="secondary"
        aria-label={likely.name}
        onClick={likely.onSelect}
      >
        {likely.label}
      </OnDutyButton>
      <MoreMenu
        label={t('more-of', { keyNumber })}
        heading={
          <>
            <p className="font-semibold wrap-anywhere">{loan.holder.name}</p>
            <p className="text-sm text-muted wrap-anywhere">
              <Email>{loan.holder.email}</Email>
            </p>
            {recallReason && <p className="text-sm wrap-anywhere">{recallReason}</p>}
            {loan.step && (
              <p className="text-sm text-muted">{t('last-step', { step: stepName(loan.step) })}</p>
            )}
            {reminded && <p className="text-sm text-muted">{reminded}</p>}
          </>
        }
        entries={[
          ...[isReminded && remind, extend, collect].filter((one) => one !== likely),
          loan.holder.phone && {
            label: t('call', { phone: loan.holder.phone }),
            icon: <Phone aria-hidden />,
            href: telephoneLink(loan.holder.phone),
          },
        ]}
      />
    </span>
  );
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
