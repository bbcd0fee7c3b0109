import type { OperatorDashboard as Dashboard } from '@keydesk/shared/dashboard/dashboard';
import {
  CircleCheckBig,
  ClipboardList,
  ListTodo,
  type LucideIcon,
  Megaphone,
  Ticket,
  TicketCheck,
  TicketPlus,
  UserRoundPlus,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { HeardLoading } from '../../ui/loading.tsx';
import { CounterCard } from './counter-card.tsx';
import { KeyFigures } from './key-figures.tsx';
import { PlaceholderCard } from './placeholder-card.tsx';
import { RecentActivity } from './recent-activity.tsx';

type Labelled = { label: string; Icon: LucideIcon };

const counters: readonly Labelled[] = [
  { label: 'Open Tickets', Icon: Ticket },
  { label: 'Resolved Tickets', Icon: TicketCheck },
  { label: 'Pending Tasks', Icon: ListTodo },
  { label: 'Completed Tasks', Icon: CircleCheckBig },
];

const quickActions: readonly Labelled[] = [
  { label: 'New Ticket', Icon: TicketPlus },
  { label: 'Assign Task', Icon: UserRoundPlus },
  { label: 'View Tasks', Icon: ClipboardList },
  { label: 'Announce', Icon: Megaphone },
];

type OperatorDashboardProps = {
  /** Undefined while it loads. */
  data: Dashboard | undefined;
  /** Why there are no figures to show. */
  failure: string | null;
  onRetry: () => void;
};

/**
 * Keys in figures, tickets and tasks of an operator. No ticket system is connected, and nothing
 * pretends to be one.
 */
export const OperatorDashboard = ({ data, failure, onRetry }: OperatorDashboardProps) => (
  <div className="space-y-4">
    {!data && failure === null && <HeardLoading label="Loading dashboard..." />}
    {!data && failure !== null ? (
      <div className="card">
        <ErrorState message={failure} onRetry={onRetry} />
      </div>
    ) : (
      <KeyFigures stats={data?.stats} />
    )}
    <dl aria-label="Tickets and tasks" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {counters.map((counter) => (
        <CounterCard key={counter.label} {...counter} />
      ))}
    </dl>
    <div className="grid gap-4 lg:grid-cols-2">
      <PlaceholderCard title="Priority Tasks">
        <p className="text-muted">Tasks that cannot wait will be listed here.</p>
      </PlaceholderCard>
      {(data || failure === null) && <RecentActivity activity={data?.recentActivity} />}
    </div>
    <PlaceholderCard title="Quick Actions">
      <div className="grid grid-cols-2 gap-2.5 lg:grid-cols-4">
        {quickActions.map(({ label, Icon }) => (
          <Button key={label} variant="secondary" className="text-sm! sm:min-h-13" disabled>
            <Icon aria-hidden className="size-4.5" />
            {label}
          </Button>
        ))}
      </div>
    </PlaceholderCard>
  </div>
);
