import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Card } from '../../ui/page.tsx';

type UnusualProps = { unusual: NonNullable<AdminDashboard['unusual']> };

/** What was unusual in the last seven days, each with the way to where it is listed. */
export function Unusual({ unusual }: UnusualProps) {
  const items = unusualItems(unusual);
  if (items.length === 0) return null;
  return (
    <Card aria-labelledby="unusual" className="mb-4 min-w-0">
      <h2 id="unusual" className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-muted" />
        Unusual
      </h2>
      <p className="mb-2 text-sm text-muted">In the last 7 days</p>
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

const labels: Readonly<Record<string, string>> = {
  'dispute-loan': 'Disputes',
  'undo-handover': 'Undone handovers',
  'override-access': 'Overrides',
  'scan-refused': 'Refused scans',
  'recall-key': 'Recalls',
};

/** What there is to see, and the list that has exactly that. */
function unusualItems({ from, warnings, withoutCode, outAtNight }: UnusualProps['unusual']) {
  const audit = '/dashboard/admin/audit';
  // Their last seven days are the default range.
  const reports = { to: '/dashboard/admin/reports', search: {} };
  return [
    ...warnings.map(({ action, count }) => ({
      label: labels[action] ?? action,
      count,
      to: audit,
      search: { action, from },
    })),
    { label: 'Hand-outs without a code', count: withoutCode, ...reports },
    { label: 'Keys out at night', count: outAtNight, ...reports },
  ].filter(({ count }) => count > 0);
}
