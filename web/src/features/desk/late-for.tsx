import { isOverdue } from '@keydesk/shared/due/overdue';
import type { Key } from '@keydesk/shared/keys/key';
import { ClockAlert } from 'lucide-react';
import { serverNow } from '../../lib/clock.ts';
import { durationText } from '../../lib/duration.ts';

/** That a key comes back late, and by how much; nothing if it does not. */
export function LateFor({ item }: { item: Pick<Key, 'dueAt' | 'graceUntil'> }) {
  const now = serverNow();
  if (item.dueAt === null || !isOverdue(item, now)) return null;
  return (
    <span className="flex items-center gap-1.5 font-semibold text-overdue">
      <ClockAlert aria-hidden className="size-4 shrink-0" />
      late for {durationText(now - Date.parse(item.dueAt))}
    </span>
  );
}
