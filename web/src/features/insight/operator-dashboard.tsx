import { t as dashboardText } from '@keydesk/shared/texts/en/dashboard';
import { t } from '@keydesk/shared/texts/en/operator';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  CircleCheckBig,
  ClipboardList,
  ListTodo,
  Megaphone,
  Ticket,
  TicketCheck,
  TicketPlus,
  Unplug,
  UserRoundPlus,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { api, call } from '../../lib/api.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadingAnnouncement } from '../../ui/loading.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { KeyFigures } from './figures.tsx';
import { RecentActivity } from './recent-activity.tsx';

const counters = [
  { label: 'open-tickets', Icon: Ticket },
  { label: 'resolved-tickets', Icon: TicketCheck },
  { label: 'pending-tasks', Icon: ListTodo },
  { label: 'completed-tasks', Icon: CircleCheckBig },
] as const;

const quickActions = [
  { label: 'new-ticket', Icon: TicketPlus },
  { label: 'assign-task', Icon: UserRoundPlus },
  { label: 'view-tasks', Icon: ClipboardList },
  { label: 'announce', Icon: Megaphone },
] as const;

/**
 * The operator's home: figures and activity, with placeholders for tickets and tasks, because no
 * ticket system is connected.
 */
export function OperatorPage() {
  const query = useQuery(operatorQuery);
  const { data, error } = query;
  return (
    <>
      <PageHeader title={t('operator-dashboard')} text={t('intro')} />
      <div className="space-y-4">
        <QueryState
          query={query}
          loading={<LoadingAnnouncement label={dashboardText('loading-dashboard')} />}
          frame="card"
        />
        {(data || !error) && <KeyFigures stats={data?.stats} />}
        <dl
          aria-label={t('tickets-and-tasks')}
          className="grid two-columns gap-3 sm:gap-4 lg:grid-cols-4"
        >
          {counters.map((counter) => (
            <CounterCard key={counter.label} {...counter} />
          ))}
        </dl>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <PlaceholderCard title={t('priority-tasks')}>
            <p className="text-muted">{t('priority-tasks-text')}</p>
          </PlaceholderCard>
          {data && <RecentActivity activity={data.recentActivity} />}
        </div>
        <PlaceholderCard title={t('quick-actions')}>
          <div className="grid two-columns gap-2.5 lg:grid-cols-4">
            {quickActions.map(({ label, Icon }) => (
              <Button key={label} variant="secondary" className="text-sm! sm:min-h-13" disabled>
                <Icon aria-hidden className="size-4.5" />
                {t(label)}
              </Button>
            ))}
          </div>
        </PlaceholderCard>
      </div>
    </>
  );
}

function CounterCard({ label, Icon }: (typeof counters)[number]) {
  return (
    <div className="card flex flex-col gap-3 p-4 sm:p-5">
      <dt className="flex min-h-10 items-center gap-2.5 text-sm leading-5 sm:min-h-0 font-semibold text-muted">
        <Icon aria-hidden className="size-5 shrink-0 text-accent" />
        {t(label)}
      </dt>
      <dd className="text-muted">
        <span aria-hidden className="block text-2xl leading-none font-semibold">
          —
        </span>
        <span className="mt-2 block text-xs">{t('not-connected')}</span>
      </dd>
    </div>
  );
}

type PlaceholderCardProps = { title: string; children: ReactNode };

function PlaceholderCard({ title, children }: PlaceholderCardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <StatusPill tone="neutral" icon={<Unplug aria-hidden />}>
          {t('not-connected')}
        </StatusPill>
      </header>
      {children}
    </Card>
  );
}

const operatorQuery = queryOptions({
  queryKey: ['operator-dashboard'],
  queryFn: async ({ signal }) => (await call(api.operatorDashboard, { signal })).data,
  // Keys become overdue without any event.
  refetchInterval: 60_000,
});
