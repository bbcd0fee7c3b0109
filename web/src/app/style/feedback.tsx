import {
  CircleAlert,
  CircleCheck,
  ClockAlert,
  CloudOff,
  Info,
  KeyRound,
  RefreshCw,
  UserRound,
} from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, StatusPill } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { Example, StyleSection } from './style-section.tsx';

const rowClassName = 'flex flex-wrap items-center gap-2.5';

/** Badges, notices and progress. */
export function BadgeSection() {
  return (
    <StyleSection
      id="badges"
      title="Badges, pills and notices"
      text="A pill is a state, a badge a count, a notice a sentence within the page."
    >
      <Example name="States of a key">
        <div className={rowClassName}>
          <StatusPill tone="available" icon={<CircleCheck aria-hidden />}>
            Available
          </StatusPill>
          <StatusPill tone="out" icon={<UserRound aria-hidden />}>
            Unavailable
          </StatusPill>
          <StatusPill tone="accent" icon={<KeyRound aria-hidden />}>
            Taken by you
          </StatusPill>
          <StatusPill tone="overdue" icon={<ClockAlert aria-hidden />}>
            Overdue
          </StatusPill>
          <StatusPill tone="neutral" icon={<RefreshCw aria-hidden />}>
            Connecting
          </StatusPill>
        </div>
      </Example>
      <Example name="Counts and people">
        <div className={rowClassName}>
          <Badge count={3} />
          <Badge count={12} tone="accent" />
          <Badge count={250} tone="danger" />
          <Avatar name="Asha Rao" />
        </div>
      </Example>
      <Example name="Notices">
        <div className="space-y-2.5">
          <Notice tone="info" icon={<Info aria-hidden />}>
            Another code was scanned.
          </Notice>
          <Notice tone="success" icon={<CircleCheck aria-hidden />}>
            This key is available at the desk.
          </Notice>
          <Notice tone="warning" icon={<CloudOff aria-hidden />}>
            Not connected. As of 09:00.
          </Notice>
          <Notice tone="error" icon={<CircleAlert aria-hidden />}>
            Google authentication failed. Please try again.
          </Notice>
        </div>
      </Example>
      <Example name="Figures and progress">
        <ul className="mb-4 grid gap-3 sm:grid-cols-2">
          <StatTile label="Available Keys" value={212} icon={<CircleCheck />} tone="available" />
          <StatTile label="Overdue" value={4} icon={<ClockAlert />} tone="overdue" />
        </ul>
        <ProgressBar label="Step 1 of 2" value={1} max={2} />
      </Example>
    </StyleSection>
  );
}

/** Empty, loading and failed pages. */
export function StateSection() {
  return (
    <StyleSection
      id="states"
      title="Empty, error, loading, offline"
      text="Each says what is the matter and what to do about it."
    >
      <Example name="Empty">
        <div className="card">
          <EmptyState
            icon={<KeyRound aria-hidden />}
            title="No keys taken"
            text="Go to Key List to request keys"
            action={<Button>Go to Key List</Button>}
          />
        </div>
      </Example>
      <Example name="Error">
        <div className="card">
          <ErrorState
            title="Error loading taken keys"
            message="Unable to connect to the server. Please check your internet connection."
            onRetry={() => undefined}
          />
        </div>
      </Example>
      <Example name="Loading">
        <div className="card">
          <Loading label="Loading notifications..." />
        </div>
        <div className="mt-3 card space-y-3 p-5">
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-4 w-48" />
        </div>
      </Example>
      <Example name="Offline">
        <Notice tone="warning" icon={<CloudOff aria-hidden />} className="mb-3">
          Not connected. As of 09:00. The server cannot be reached. Nothing can be changed until the
          connection is back.
        </Notice>
        <Button aria-disabled title="This needs the server.">
          Show Return QR
        </Button>
      </Example>
    </StyleSection>
  );
}
