import { keyLevelNames } from '@keydesk/shared/access/access-rule';
import type { Campus } from '@keydesk/shared/campus/campus';
import { labelIn } from '@keydesk/shared/campus/offers';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { waitingText } from '@keydesk/shared/keys/waiting-text';
import { isDesk } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, call } from '../../lib/api.ts';
import { useCampus } from '../../lib/campus.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { awayFrom, type Desks, homeOf, spotText, useDesks } from '../../lib/desks.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { PersonLink } from '../../ui/record-link.tsx';

/** The details of a key other than number, name and status. */
export function KeyFacts({ item }: { item: Key }) {
  const [campus, desks, due] = [useCampus(), useDesks(), useDue(item)];
  const reader = useUser();
  const [level, owner, waiting] = [levelOf(item, reader), useOwner(item), useWaiting(item)];
  return (
    <dl className="divide-y divide-line">
      {[
        ...spotFactsOf(item, desks),
        ...factsOf(item, { reader, campus, due, level, owner, waiting }),
      ].map(
        ([label, value]) =>
          value && (
            <div key={label} className="flex flex-wrap gap-x-4 py-2.5">
              <dt className="min-w-28 text-sm leading-6 text-muted sm:min-w-34">{label}</dt>
              <dd className="flex-1 basis-32 font-medium wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What is looked up, or told only to some. */
type ReaderFacts = {
  reader: User | null;
  campus: Campus | null;
  due: string | null;
  level: string | null;
  owner: ReactNode;
  waiting: string | undefined;
};

/** When a key that is out is due; only the desk and the holder are told. */
function useDue(item: Key): string | null {
  const [reader, timezone] = [useUser(), useCampusTimezone()];
  const { dueAt, takenBy } = item;
  if (!reader || !takenBy) return null;
  if (!isDesk(reader.role) && !isHeldBy(item, reader.id)) return null;
  return dueAt === null ? 'At no particular time' : formatDateTime(dueAt, timezone);
}

/** Who decides about requests for it; only the desk is told. */
function useOwner({ ownerId }: Key): ReactNode {
  const { data } = useQuery({
    queryKey: ['owners', 'shown', ownerId],
    queryFn: async ({ signal }) =>
      (await call(api.getUser, { params: { userId: ownerId ?? '' }, signal })).user.name,
    enabled: ownerId !== undefined,
    staleTime: 30_000,
  });
  return ownerId !== undefined && data && <PersonLink id={ownerId}>{data}</PersonLink>;
}

/** Who wants to hear that it is back; only the desk is told. */
function useWaiting({ _id: id, takenBy }: Key): string | undefined {
  const reader = useUser();
  const { data } = useQuery({
    queryKey: ['key-waits', id],
    queryFn: async ({ signal }) => (await call(api.waitsOfKey, { params: { id }, signal })).data,
    enabled: takenBy !== null && reader !== null && isDesk(reader.role),
  });
  return takenBy && data ? waitingText(data) : undefined;
}

/** How strictly a key is kept, where that is more than usual; for the desk. */
function levelOf({ level }: Key, reader: User | null): string | null {
  if (!level || !reader || !isDesk(reader.role)) return null;
  return keyLevelNames[level];
}

function factsOf(
  key: Key,
  { reader, campus, due, level, owner, waiting }: ReaderFacts,
): [label: string, value: ReactNode][] {
  const atDesk = reader !== null && isDesk(reader.role);
  const mine = !atDesk && isHeldBy(key, reader?.id);
  return [
    ['Taken by', mine ? 'You' : holderOf(key)],
    ['Taken at', formatDateTime(key.takenAt)],
    ['Due', due],
    ['Waiting', waiting],
    ['Recalled', recallOf(key)],
    ['Last returned', formatDateTime(key.returnedAt)],
    ['Location', key.location],
    ['Block', key.block],
    ['Department', key.department],
    ['Category', labelIn(campus?.categories ?? [], key.category)],
    ['Description', key.description],
    ['Level', level],
    ['Owner', owner],
    ...(atDesk ? recordFactsOf(key) : []),
  ];
}

/** How the key is kept in the records; for the desk, which keeps them. */
function recordFactsOf(key: Key): [label: string, value: ReactNode][] {
  return [
    ['Frequently used', key.frequentlyUsed ? 'Yes' : 'No'],
    ['Added', formatDateTime(key.createdAt)],
    ['Changed', formatDateTime(key.updatedAt)],
  ];
}

/** That its holder may not have it any more, and why. */
function recallOf({ recalledAt, recallReason }: Key): ReactNode {
  return (
    recalledAt && (
      <>
        {formatDateTime(recalledAt)}
        <span className="block text-sm font-normal">{recallReason}</span>
      </>
    )
  );
}

/** Where it hangs, as far as the reader is told. */
function spotFactsOf(key: Key, desks: Desks | null): [label: string, value: ReactNode][] {
  return [
    ['Hook', key.hook && <Facts>{key.hook}</Facts>],
    ['Desk', desks && homeOf(key, desks)?.name],
    ['Now', desks && awayFrom(key, desks) && spotText(key, desks)],
  ];
}

function holderOf({ takenBy }: Key): ReactNode {
  return (
    takenBy && (
      <>
        <PersonLink id={takenBy.userId}>{takenBy.name}</PersonLink>
        {takenBy.email && (
          <span className="block text-sm font-normal text-muted">{takenBy.email}</span>
        )}
      </>
    )
  );
}
