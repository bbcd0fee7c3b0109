import type { Key } from '@keydesk/shared/keys/key';
import { CircleCheck, UserRound } from 'lucide-react';
import { StatusPill } from '../../ui/status-pill.tsx';

/** Whether a key hangs at the desk or is in use, and by whom. */
export const ManagedStatus = ({ item }: { item: Key }) =>
  item.status === 'available' ? (
    <StatusPill tone="available" icon={<CircleCheck aria-hidden />}>
      Available
    </StatusPill>
  ) : (
    <StatusPill tone="out" icon={<UserRound aria-hidden />}>
      In Use
    </StatusPill>
  );
