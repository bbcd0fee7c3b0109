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
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Group, Sheet } from './sheet.tsx';

const rowLook = 'flex flex-wrap items-center gap-2.5';

/** Small things that say how it is. */
export const SignSheet = () => (
  <Sheet
    id="signs"
    title="Badges, pills and notices"
    text="A pill is a state, a badge a count, a notice a sentence within the page."
  >
    <Group name="States of a key">
      <div className={rowLook}>
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
    </Group>
    <Group name="Counts and people">
      <div className={rowLook}>
        <Badge count={3} />
        <Badge count={12} tone="accent" />
        <Badge count={250} tone="danger" />
        <Avatar name="Asha Rao" />
      </div>
    </Group>
    <Group name="Notices">
      <div className="space-y-2.5">
        <Notice tone="info" icon={<Info aria-hidden />}>
          Another code was scanned.
        </Notice>
        <Notice tone="success" icon={<CircleCheck aria-hidden />}>
          This key is available at the desk.
        </Notice>
        <Notice tone="warning" icon={<CloudOff aria-hidden />}>
          You are offline. Keys show as they were on 2 Mar, 09:00.
        </Notice>
        <Notice tone="error" icon={<CircleAlert aria-hidden />}>
          Google authentication failed. Please try again.
        </Notice>
      </div>
    </Group>
    <Group name="Figures and progress">
      <ul className="mb-4 grid gap-3 sm:grid-cols-2">
        <StatTile label="Available Keys" value={212} icon={<CircleCheck />} tone="available" />
        <StatTile label="Overdue" value={4} icon={<ClockAlert />} tone="overdue" />
      </ul>
      <ProgressBar label="Step 1 of 2" value={1} max={2} />
    </Group>
  </Sheet>
);
