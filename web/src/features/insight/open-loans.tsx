import { minuteMs } from '@keydesk/shared/core/dates';
import { largestUnitText } from '@keydesk/shared/core/formats';
import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import type { Dispute } from '@keydesk/shared/loans/disputes';
import type { LoanToRemind } from '@keydesk/shared/loans/loan';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { t as dueText } from '@keydesk/shared/texts/en/due';
import { CircleCheck, MessageCircleWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import { KeyNumber, PersonLink } from '../../ui/record-link.tsx';

type OpenDisputesProps = { disputes: NonNullable<AdminDashboard['openDisputes']> };

/** Loans that their holders dispute; an admin settles them on the key's page. */
export function OpenDisputes({ disputes }: OpenDisputesProps) {
  if (disputes.length === 0) return null;
  return (
    <Card aria-labelledby="open-disputes" className="mb-4 border-overdue/40">
      <h2 id="open-disputes" className="flex items-center gap-2 font-semibold">
        <MessageCircleWarning aria-hidden className="size-5 shrink-0 text-overdue" />
        {t('disputed')}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {disputes.map((dispute) => (
          <li key={dispute.loanId} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2.5">
            <KeyNumber number={dispute.keyNumber} linkTo={dispute.keyId} />
            <p className="min-w-0 flex-1 basis-52 text-sm wrap-anywhere">
              <WhatIsSaid {...dispute} />
            </p>
            <p className="text-sm text-muted">{formatDateTime(dispute.raisedAt)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WhatIsSaid({ holder, sponsor, handedBy, undoneReturn }: Dispute): ReactNode {
  const speaker = sponsor ?? holder;
  const other = undoneReturn?.undoneBy ?? (sponsor ? holder : handedBy);
  return t.rich(undoneReturn ? 'return-was-right' : sponsor ? 'does-not-vouch' : 'not-handed', {
    name: speaker.name,
    otherName: other.name,
    person: (chunks) => (
      <PersonLink key="person" id={speaker.id}>
        {chunks}
      </PersonLink>
    ),
    other: (chunks) => (
      <PersonLink key="other" id={other.id}>
        {chunks}
      </PersonLink>
    ),
  });
}

type LongestOutProps = {
  loans: readonly LoanToRemind[] | undefined;
  className?: string;
};

/** Keys that are out but not overdue, longest first. */
export function LongestOut({ loans, className }: LongestOutProps) {
  const [now, timezone] = [useNow(), useCampusTimezone()];
  return (
    <LoanCard
      id="longest-out"
      title={t('out-longest')}
      text={t('not-overdue-yet')}
      loading={!loans}
      empty={loans?.length === 0 && t('no-other-out')}
      {...(className && { className })}
    >
      {loans?.map((loan) => (
        <LoanRow
          key={loan.loanId}
          loan={loan}
          note={
            loan.dueAt === null
              ? dueText('no-due-time')
              : t('due-at', { when: formatDateTime(loan.dueAt, timezone) })
          }
        >
          <span className="text-sm font-medium whitespace-nowrap tabular-nums">
            {formatAge(loan.takenAt, now)}
          </span>
        </LoanRow>
      ))}
    </LoanCard>
  );
}

type LoanCardProps = {
  id: string;
  title: string;
  text?: string;
  loading: boolean;
  empty: string | false;
  className?: string;
  children: ReactNode;
};

function LoanCard({ id, title, text, loading, empty, className, children }: LoanCardProps) {
  return (
    <Card aria-labelledby={`${id}-title`} className={className}>
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={`${id}-title`} className="font-semibold">
          {title}
        </h2>
        {text && <p className="text-sm text-muted">{text}</p>}
      </header>
      {loading && <Skeleton className="mt-3 h-40" />}
      {empty && (
        <p className="mt-3 flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-available" />
          {empty}
        </p>
      )}
      {!loading && !empty && <ul className="mt-1 divide-y divide-line">{children}</ul>}
    </Card>
  );
}

type LoanRowProps = { loan: LoanToRemind; note?: string | undefined; children: ReactNode };

function LoanRow({ loan: { keyId, keyNumber, keyName, holder }, note, children }: LoanRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-44">
        <p className="wrap-anywhere">
          <KeyNumber number={keyNumber} linkTo={keyId} />{' '}
          <span className="text-muted">{keyName}</span>
        </p>
        <p className="text-sm">
          <Dotted>
            <PersonLink id={holder.id}>{holder.name}</PersonLink>
            {note && <span className="text-muted">{note}</span>}
          </Dotted>
        </p>
      </div>
      {children}
    </li>
  );
}

/** In its largest unit: '3 days', '1 hour', 'less than a minute'. */
export function formatAge(since: string, now: number): string {
  const passed = now - Date.parse(since);
  return passed < minuteMs ? t('less-than-a-minute') : largestUnitText(passed);
}
