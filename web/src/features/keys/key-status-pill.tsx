import type { Key } from '@keydesk/shared/keys/key';
import { CircleCheck, ClockAlert, KeyRound, UserRound } from 'lucide-react';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useOverdue } from './use-overdue.ts';

/** Whether a key can be had, in colour, icon and word. */
export const KeyStatusPill = ({ item, mine }: { item: Key; mine: boolean }) => {
  const overdue = useOverdue(item);
  if (item.status === 'available')
    return (
      <StatusPill tone="available" icon={<CircleCheck aria-hidden />}>
        Available
      </StatusPill>
    );
  if (overdue)
    return (
      <StatusPill tone="overdue" icon={<ClockAlert aria-hidden />}>
        Overdue
      </StatusPill>
    );
  return mine ? (
    <StatusPill tone="accent" icon={<KeyRound aria-hidden />}>
      Taken by you
    </StatusPill>
  ) : (
    <StatusPill tone="out" icon={<UserRound aria-hidden />}>
      Unavailable
    </StatusPill>
  );
};
