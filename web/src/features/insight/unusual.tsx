import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Card } from '../../ui/page.tsx';

type UnusualProps = { unusual: NonNullable<AdminDashboard['unusual']> };

/** Unusual events of the last seven days, each with a link to a list of exactly them. */
export function Unusual({ unusual }: UnusualProps) {
  const items = unusualItems(unusual);
  if (items.length === 0) return null;
  return (
    <Card aria-labelledby="unusual" className="mb-4 min-w-0">
      <h2 id="unusual" className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-muted" />
        {t('unusual')}
      </h2>
      <p className="mb-2 text-sm text-muted">{t('in-the-last-7-days')}</p>
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {items.map(({ label, count, to, search }) => (
          <li key={label}>
            <Link
              to={to}
              search={search}
              className="flex min-h-11 items-center justify-between gap-3 hover:text-accent"
            >
              <span className="underline underline-offset-4">{label}</span>{' '}
              <span className="font-semibold tabular-nums">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const labels = {
  'dispute-loan': 'disputes',
  'undo-handover': 'undone-handovers',
  'override-access': 'overrides',
  'scan-refused': 'refused-scans',
  'recall-key': 'recalls',
} as const;

function isLabelled(action: string): action is keyof typeof labels {
  return action in labels;
}

function unusualItems({ from, warnings, withoutCode, outAtNight }: UnusualProps['unusual']) {
  const audit = '/dashboard/admin/audit';
  // The default range of the reports is the last seven days.
  const reports = { to: '/dashboard/admin/reports', search: {} };
  return [
    ...warnings.map(({ action, count }) => ({
      label: isLabelled(action) ? t(labels[action]) : action,
      count,
      to: audit,
      search: { action, from },
    })),
    { label: t('hand-outs-without-a-code'), count: withoutCode, ...reports },
    { label: t('keys-out-at-night'), count: outAtNight, ...reports },
  ].filter(({ count }) => count > 0);
}
