import type { Key } from '@keydesk/shared/keys/key';
import { CircleCheck, KeyRound, UserRound } from 'lucide-react';
import { StatusPill } from '../../ui/status-pill.tsx';

/** Whether a key can be had, in colour, icon and word. */
export const KeyStatusPill = ({ item, mine }: { item: Key; mine: boolean }) => {
  if (item.status === 'available')
    return (
      <StatusPill tone="available" icon={<CircleCheck aria-hidden />}>
        Available
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
