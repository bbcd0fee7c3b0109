import { minuteMs } from '@keydesk/shared/core/dates';
import { largestUnitText } from '@keydesk/shared/core/formats';
import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import type { Dispute } from '@keydesk/shared/loans/disputes';
import type { LoanToRemind } from '@keydesk/shared/loans/loan';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { MessageCircleWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { dueText } from '../../lib/due.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { Card } from '../../ui/page.tsx';
import { KeyNumber, PersonLink } from '../../ui/record-link.tsx';
import { FoldingCard, ShortList } from './figures.tsx';

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

/** Keys that are out but not overdue, longest first. */
export function LongestOut({ loans }: { loans: readonly LoanToRemind[] }) {
  const [now, timezone] = [useNow(), useCampusTimezone()];
  return (
    <FoldingCard title={t('out-longest')} note={t('not-overdue-yet')}>
      <ShortList
        empty={t('no-other-out')}
        items={loans.map(({ loanId, keyId, keyNumber, holder, dueAt, takenAt }) => ({
          id: loanId,
          name: (
            <Dotted>
              <KeyNumber number={keyNumber} linkTo={keyId} />
              <PersonLink id={holder.id}>{holder.name}</PersonLink>
              <span className="text-muted">{dueText(dueAt, now, timezone)}</span>
            </Dotted>
          ),
          value: formatAge(takenAt, now),
        }))}
      />
    </FoldingCard>
  );
}

/** In its largest unit: '3 days', '1 hour', 'less than a minute'. */
export function formatAge(since: string, now: number): string {
  const passed = now - Date.parse(since);
  return passed < minuteMs ? t('less-than-a-minute') : largestUnitText(passed);
}
