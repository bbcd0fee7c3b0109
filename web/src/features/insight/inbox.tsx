import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { dueText } from '../../lib/due.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { useAccessPages } from '../access/own-access.tsx';
import { backupState, systemQuery } from '../administration/backup-state.ts';
import { useUnconfirmedCount } from '../administration/users/queries.ts';
import { useWaitingPaper } from '../loans/paper-query.ts';

const maxLines = 3;

/** What needs a person, the most urgent first, each a link; nothing if there is nothing. */
export function Inbox({ dashboard }: { dashboard: AdminDashboard }) {
  const lines = useLines(dashboard).filter(({ count }) => count > 0);
  if (lines.length === 0) return null;
  return (
    <ul aria-label={t('needs-attention')} className="card mb-4 divide-y divide-line">
      {lines.slice(0, maxLines).map(({ label, about, isLate, to, search }) => (
        <li key={label}>
          <Link
            to={to}
            {...(search && { search })}
            className="flex min-h-11 items-center gap-3 px-4 py-2 hover:text-accent"
          >
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
              <span className={classNames('font-semibold sm:min-w-48', isLate && 'text-overdue')}>
                {label}
              </span>
              {about && (
                <span className="min-w-0 flex-1 basis-[6rem] truncate text-sm text-muted">
                  {about}
                </span>
              )}
            </span>
            <ChevronRight aria-hidden className="size-4.5 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

type Line = {
  count: number;
  label: string;
  about?: ReactNode;
  to: string;
  search?: Record<string, string>;
  isLate?: boolean;
};

function useLines({ stats, openDisputes = [], overdueLoans = [] }: AdminDashboard): Line[] {
  const timezone = useCampusTimezone();
  const toDecide = (useAccessPages().toDecide ?? 0) + (useWaitingPaper() ?? 0);
  const unconfirmed = useUnconfirmedCount();
  const backup = useBackupLine();
  const [dispute] = openDisputes;
  const [late] = overdueLoans;
  return [
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
    ...backup,
    {
      count: stats.openIncidents ?? 0,
      label: t('open-reports', { count: stats.openIncidents ?? 0 }),
      about: t('lost-missing-damaged'),
      to: '/dashboard/admin/incidents',
    },
    { count: toDecide, label: t('requests', { count: toDecide }), to: '/dashboard/to-decide' },
    {
      count: unconfirmed,
      label: t('unconfirmed-departments', { count: unconfirmed }),
      to: '/dashboard/admin/users',
      search: { state: 'unconfirmed' },
    },
  ];
}

/** Before what a badge or figure counts, too. A trial is not expected to have backups. */
function useBackupLine(): Line[] {
  const { data } = useQuery(systemQuery);
  if (!data || (data.environment === 'local' && data.backup.keep === null)) return [];
  const { tone, text } = backupState(data.backup, new Date(serverNow()));
  return [
    {
      count: tone === 'success' ? 0 : 1,
      label: t(tone === 'error' ? 'backup-failed' : 'no-recent-backup'),
      about: text,
      to: '/dashboard/admin/system',
      isLate: tone === 'error',
    },
  ];
}
