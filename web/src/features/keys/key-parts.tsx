import { dueAt, isOverdue } from '@keydesk/shared/keys/due';
import type { Key } from '@keydesk/shared/keys/key';
import { isDesk } from '@keydesk/shared/users/role';
import { CircleCheck, ClockAlert, KeyRound, UserRound } from 'lucide-react';
import { type MouseEvent, use } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useConfig } from '../../lib/config.ts';
import { useUser } from '../../lib/session.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { shortDateTimeText } from './key-text.ts';
import { OpenKeyContext } from './open-key-context.ts';

/** A key's number; a click opens the key's details, where the page can show them. */
export function KeyNumber({ item }: { item: Pick<Key, '_id' | 'keyNumber'> }) {
  const openKey = use(OpenKeyContext);
  if (!openKey) return item.keyNumber;
  return (
    <a
      href={`?key=${item._id}`}
      title={`Details of ${item.keyNumber}`}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        openKey(item._id);
      }}
      className="relative decoration-accent decoration-2 underline-offset-4 after:absolute after:-inset-2 hover:text-accent hover:underline"
    >
      {item.keyNumber}
    </a>
  );
}

/** A click that opens another tab or window is left to the browser. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Whether a key is available, as colour, icon and word. */
export function KeyStatusPill({ item, mine }: { item: Key; mine: boolean }) {
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
}

/** Whether a key should be back by now. Only the desk sees this for other people's keys. */
function useOverdue(item: Key): boolean {
  const config = useConfig();
  const user = useUser();
  if (!config || !user || !item.takenAt) return false;
  if (!isDesk(user.role) && item.takenBy?.userId !== user.id) return false;
  const { reminderTime, campusTimezone: timezone } = config;
  return isOverdue(new Date(item.takenAt), new Date(serverNow()), { reminderTime, timezone });
}

/** Who has a key, their email if the reader may see it, and since when. */
export function KeyHolder({ item, mine }: { item: Key; mine: boolean }) {
  if (!item.takenBy) return null;
  const since = item.takenAt ? shortDateTimeText(new Date(item.takenAt), serverNow()) : '';
  if (mine) return since && `Since ${since}`;
  return (
    <>
      <span className="font-medium text-ink">{item.takenBy.name}</span>{' '}
      {since && <span className="whitespace-nowrap">since {since}</span>}
      {item.takenBy.email && <span className="block truncate">{item.takenBy.email}</span>}
    </>
  );
}

/** When a key is, or was, due. */
export function KeyDue({ item }: { item: Key }) {
  const config = useConfig();
  if (!config || !item.takenAt) return null;
  const { reminderTime, campusTimezone: timezone } = config;
  const due = dueAt(new Date(item.takenAt), { reminderTime, timezone });
  const now = serverNow();
  return (
    <span className={due.getTime() <= now ? 'font-medium text-overdue' : undefined}>
      {due.getTime() <= now ? 'was due' : 'due'} {shortDateTimeText(due, now)}
    </span>
  );
}
