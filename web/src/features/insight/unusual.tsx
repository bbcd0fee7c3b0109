import { type AdminDashboard, unseenDays } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { Link } from '@tanstack/react-router';
import { FoldingCard } from './figures.tsx';

type UnusualEvents = NonNullable<AdminDashboard['unusual']>;

type UnusualProps = { unusual: UnusualEvents | undefined; unseenKeys: number };

/** Unusual events of the last seven days, each with a link to a list of exactly them. */
export function Unusual({ unusual, unseenKeys }: UnusualProps) {
  const items = [...(unusual ? unusualItems(unusual) : []), ...unseenItem(unseenKeys)];
  if (items.length === 0) return null;
  return (
    <FoldingCard title={t('unusual')} note={t('in-the-last-7-days')}>
      <ul className="text-sm">
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
    </FoldingCard>
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

function unusualItems({ from, warnings, withoutCode, outAtNight }: UnusualEvents) {
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

function unseenItem(count: number) {
  const label = t('keys-unseen', { days: unseenDays });
  return count > 0 ? [{ label, count, to: '/dashboard/count', search: {} }] : [];
}
