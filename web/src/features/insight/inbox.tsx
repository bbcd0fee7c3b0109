import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { dueText } from '../../lib/due.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { useAccessPages } from '../access/own-access.tsx';
import { useWaitingPaper } from '../loans/paper-query.ts';

const maxLines = 3;

/** What needs a person, the most urgent first, each a link; nothing if there is nothing. */
export function Inbox({ dashboard }: { dashboard: AdminDashboard }) {
  const lines = useLines(dashboard).filter(({ count }) => count > 0);
  if (lines.length === 0) return null;
  return (
    <ul aria-label={t('needs-attention')} className="card mb-4 divide-y divide-line">
      {lines.slice(0, maxLines).map(({ label, about, isLate, to }) => (
        <li key={label}>
          <Link
            to={to}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 hover:text-accent sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
          >
            <span className={classNames('font-semibold', isLate && 'text-overdue')}>{label}</span>
            {about && (
              <span className="truncate text-sm text-muted max-sm:col-start-1">{about}</span>
            )}
            <ChevronRight
              aria-hidden
              className="col-start-2 row-start-1 size-4.5 text-muted sm:col-start-3"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

type Line = { count: number; label: string; about?: ReactNode; to: string; isLate?: boolean };

function useLines({ stats, openDisputes = [], overdueLoans = [] }: AdminDashboard): Line[] {
  const timezone = useCampusTimezone();
  const toDecide = (useAccessPages().toDecide ?? 0) + (useWaitingPaper() ?? 0);
  const [dispute] = openDisputes;
  const [late] = overdueLoans;
  return [
    {
      count: openDisputes.length,
      label: t('disputed-handovers', { count: openDisputes.length }),
      about: dispute && (
        <Dotted>
          {dispute.keyNumber}
          {dispute.holder.name}
        </Dotted>
      ),
      to: '/dashboard/to-decide',
      isLate: true,
    },
    {
      count: stats.overdueKeys,
      label: t('overdue-keys', { count: stats.overdueKeys }),
      about: late?.dueAt && (
        <Dotted>
          {late.keyNumber}
          {late.holder.name}
          {dueText(late.dueAt, serverNow(), timezone)}
        </Dotted>
      ),
      to: '/dashboard/security/overdue',
      isLate: true,
    },
    {
      count: stats.openIncidents ?? 0,
      label: t('open-reports', { count: stats.openIncidents ?? 0 }),
      about: t('lost-missing-damaged'),
      to: '/dashboard/admin/incidents',
    },
    { count: toDecide, label: t('requests', { count: toDecide }), to: '/dashboard/to-decide' },
  ];
}
