import type { NotFree } from '@keydesk/shared/access/who-may-take';
import { type CampusEntry, labelIn } from '@keydesk/shared/campus/campus';
import { dayText } from '@keydesk/shared/core/formats';
import { isOverdue } from '@keydesk/shared/due/calendar';
import { isDesk } from '@keydesk/shared/http/roles';
import { type IncidentKind, incidentKinds } from '@keydesk/shared/keys/incident-kinds';
import { isHeldBy, isUnseen, type Key } from '@keydesk/shared/keys/key';
import { t as kindText } from '@keydesk/shared/texts/en/key-kinds';
import { t } from '@keydesk/shared/texts/en/keys';
import {
  CircleCheck,
  ClockAlert,
  EyeOff,
  KeyRound,
  Lock,
  MessageCircleWarning,
  SearchX,
  Undo2,
  UserRound,
} from 'lucide-react';
import { type MouseEvent, type ReactNode, use } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { serverNow } from '../../lib/clock.ts';
import { dueInWords, overdueText, untilText } from '../../lib/due.ts';
import { campusTimezone } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Email } from '../../ui/email.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { KeyNumber, OpenKeyContext } from '../../ui/record-link.tsx';
import { useNotFree } from './keys-access.tsx';

/** For lists, which tell their items apart by it. */
export function keyIdOf({ _id }: Pick<Key, '_id'>): string {
  return _id;
}

/** Instead of a list, if a search or filter matches no key. */
export function NoKeyFound({ action }: { action?: ReactNode }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('none-found')}
      text={t('try-other-terms')}
      action={action}
    />
  );
}

type KeyDetailsLinkProps = {
  item: Pick<Key, '_id' | 'keyNumber'>;
  /** A click anywhere in the nearest positioned ancestor opens the details. */
  stretched?: boolean;
};

/** A key's number. Where the page can show details, a click opens them. */
export function KeyDetailsLink({ item, stretched = false }: KeyDetailsLinkProps) {
  const openKey = use(OpenKeyContext);
  const number = <KeyNumber number={item.keyNumber} />;
  if (!openKey) return number;
  return (
    <a
      href={`?key=${item._id}`}
      title={t('details-of', item)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        openKey(item._id);
      }}
      className={classNames(
        'decoration-accent decoration-2 underline-offset-4 after:absolute hover:text-accent hover:underline',
        stretched
          ? 'outline-none after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
          : 'relative after:-inset-2',
      )}
    >
      {number}
    </a>
  );
}

/** A click that opens another tab or window is left to the browser. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

export function KeyStatusPill({ item, mine }: { item: Key; mine: boolean }) {
  const overdue = useOverdue(item);
  const exception = useKeyException(item);
  if (exception) return exception;
  if (item.status === 'available')
    return (
      <StatusPill tone="available" icon={<CircleCheck aria-hidden />}>
        {t('available')}
      </StatusPill>
    );
  if (overdue)
    return (
      <StatusPill tone="overdue" icon={<ClockAlert aria-hidden />}>
        {t('overdue')}
      </StatusPill>
    );
  return mine ? (
    <StatusPill tone="accent" icon={<KeyRound aria-hidden />}>
      {t('taken-by-you')}
    </StatusPill>
  ) : (
    <StatusPill tone="out" icon={<UserRound aria-hidden />}>
      {t('unavailable')}
    </StatusPill>
  );
}

/** What is unusual about a key, as a pill; null for most. */
export function useKeyException(item: Key): ReactNode {
  const notFree = useNotFree(item._id);
  if (isUnseen(item)) return <NotSeenPill since={item.notSeenSince} />;
  if (item.status === 'available') return notFree ? <NotFreePill notFree={notFree} /> : null;
  if (item.condition) return <ConditionPill condition={item.condition} />;
  // Only a dispute of this loan counts; earlier loans may be disputed, too.
  if (item.takenBy?.disputed) return <DisputedPill />;
  if (item.recalledAt)
    return (
      <StatusPill tone="overdue" icon={<Undo2 aria-hidden />}>
        {t('recalled')}
      </StatusPill>
    );
  return null;
}

/** A count did not find the key, and no one has seen it since. */
function NotSeenPill({ since }: { since: string }) {
  return (
    <StatusPill tone="overdue" icon={<EyeOff aria-hidden />}>
      <span className="whitespace-normal">{notSeenText(since)}</span>
    </StatusPill>
  );
}

export function notSeenText(since: string): string {
  return t('not-seen-since', { day: dayText(since, serverNow(), campusTimezone.get()) });
}

export function ConditionPill({ condition }: { condition: IncidentKind }) {
  return (
    <StatusPill tone="overdue" icon={<SearchX aria-hidden />}>
      {kindText(incidentKinds[condition].label)}
    </StatusPill>
  );
}

export function DisputedPill() {
  return (
    <StatusPill tone="overdue" icon={<MessageCircleWarning aria-hidden />}>
      {t('disputed')}
    </StatusPill>
  );
}

const notFreeTexts = { 'needs-approval': 'needs-approval', refused: 'not-allowed' } as const;

/** The key is at the desk, but the reader may not take it. */
function NotFreePill({ notFree }: { notFree: NotFree[string] }) {
  return (
    <StatusPill tone="out" icon={<Lock aria-hidden />}>
      {t(notFreeTexts[notFree.outcome])}
    </StatusPill>
  );
}

type DueItem = Pick<Key, 'dueAt' | 'graceUntil'> & Partial<Pick<Key, 'takenBy'>>;

/** Whether a key is overdue. For other people's keys, only the desk sees this. */
export function useOverdue(item: DueItem): boolean {
  const user = useUser();
  if (!user) return false;
  if (!isDesk(user.role) && !isHeldBy({ takenBy: item.takenBy ?? null }, user.id)) return false;
  return isOverdue(item, serverNow());
}

/** Who has a key and since when, with their email if the reader may see it. */
export function KeyHolder({ item }: { item: Key }) {
  if (!item.takenBy) return null;
  const since = item.takenAt ? untilText(item.takenAt) : '';
  return (
    <>
      <span className="font-semibold text-ink">{item.takenBy.name}</span>{' '}
      {since && <span className="inline-block">{t('since', { when: since })}</span>}
      {item.takenBy.email && (
        <span className="block wrap-anywhere">
          <Email>{item.takenBy.email}</Email>
        </span>
      )}
    </>
  );
}

export function KeyDue({ item }: { item: DueItem }) {
  const overdue = useOverdue(item);
  if (overdue && item.dueAt !== null)
    return <span className="text-overdue">{overdueText(item.dueAt)}</span>;
  return <span className="text-muted">{dueInWords(item.dueAt)}</span>;
}

export function KeySince({ item }: { item: Pick<Key, 'takenAt'> }) {
  if (!item.takenAt) return null;
  return <span className="text-muted">{t('since', { when: untilText(item.takenAt) })}</span>;
}

/** Names the block as the campus's list does. */
export function usePlaceOf(): (key: Pick<Key, 'block' | 'location'>) => string {
  const blocks = useCampus()?.blocks ?? [];
  return (key) => placeOf(key, blocks);
}

/** Prefixes the block unless the location names it or the block is 'Other'. */
export function placeOf(
  { block, location }: Pick<Key, 'block' | 'location'>,
  blocks: readonly CampusEntry[],
): string {
  const label = labelIn(blocks, block);
  const isLetter = label.length <= 2;
  const names = isLetter ? [`block ${label}`, `${label} block`] : [label];
  const isNamed = names.some((name) => location.toLowerCase().includes(name.toLowerCase()));
  const withBlock = t(isLetter ? 'in-block' : 'in-building', { block: label, location });
  const place = isNamed || label.toLowerCase() === 'other' ? location : withBlock;
  // No line break between 'Room' and its number.
  return place.replace(/ (?=\d)/g, '\u00a0');
}

/** 'Room 101' of 'Floor 1, Room 101': the department and the key's name say where that is. */
export function lastPartOf(location: string): string {
  return location.split(', ').at(-1) ?? location;
}

/** Parameters of a text that says since when, if known. */
export function sinceIfKnown(instant: string | null | undefined) {
  return { dated: instant ? 'yes' : 'no', since: instant ? untilText(instant) : '' } as const;
}
