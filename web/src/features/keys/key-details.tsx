import { recallText } from '@keydesk/shared/access/refusal-cause';
import { type Campus, labelIn } from '@keydesk/shared/campus/campus';
import { isDesk } from '@keydesk/shared/http/roles';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import {
  type KeyField,
  type KeyFieldName,
  keyField,
  keyFieldsWhere,
} from '@keydesk/shared/keys/key-fields';
import { waitingText } from '@keydesk/shared/loans/waits';
import { t } from '@keydesk/shared/texts/en/key-details';
import { t as fieldText } from '@keydesk/shared/texts/en/key-fields';
import { t as kindText } from '@keydesk/shared/texts/en/key-kinds';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, call } from '../../lib/api.ts';
import {
  awayFrom,
  type Desks,
  homeOf,
  hookText,
  storageLocationText,
  useCampus,
  useDesks,
} from '../../lib/campus.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Email } from '../../ui/email.tsx';
import { PersonLink } from '../../ui/record-link.tsx';

type ShownField = readonly [label: string, value: ReactNode];

export function KeyFieldList({ item }: { item: Key }) {
  const [campus, desks, owner] = [useCampus(), useDesks(), useOwner(item)];
  const [reader, due, waiting] = [useUser(), useDue(item), useWaiting(item)];
  const lastSeen = useLastSeen(item);
  const atDesk = reader !== null && isDesk(reader.role);
  const mine = !atDesk && isHeldBy(item, reader?.id);
  const fieldsOf = (part: DetailsPart): ShownField[] =>
    fieldsIn[part].map((name) => [
      fieldText(keyField(name).label),
      name === 'ownerId' ? owner : shownValue(item, name, { campus, desks }),
    ]);
  const fields: ShownField[] = [
    ...fieldsOf('storage'),
    [t('now'), desks && awayFrom(item, desks) && storageLocationText(item, desks)],
    [keyText('taken-by'), mine ? t('you') : holderOf(item)],
    [t('taken-at'), formatDateTime(item.takenAt)],
    [t('due'), due],
    [t('waiting'), waiting],
    [keyText('recalled'), recallOf(item)],
    [t('last-returned'), formatDateTime(item.returnedAt)],
    [t('last-seen'), lastSeen && formatDateTime(lastSeen)],
    ...fieldsOf('room'),
    ...(atDesk ? fieldsOf('record') : []),
    [t('added'), atDesk && formatDateTime(item.createdAt)],
    [t('changed'), atDesk && formatDateTime(item.updatedAt)],
  ];
  return (
    <dl className="divide-y divide-line">
      {fields.map(
        ([label, value]) =>
          value && (
            <div key={label} className="flex flex-wrap gap-x-4 py-2.5">
              <dt className="min-w-28 text-sm leading-6 text-muted sm:min-w-34">{label}</dt>
              <dd className="flex-1 basis-[7rem] font-semibold wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

type DetailsPart = NonNullable<KeyField['details']>['part'];

const fieldsIn: Record<DetailsPart, readonly KeyFieldName[]> = {
  storage: fieldsOfPart('storage'),
  room: fieldsOfPart('room'),
  record: fieldsOfPart('record'),
};

function fieldsOfPart(part: DetailsPart): readonly KeyFieldName[] {
  const placeOf = (name: KeyFieldName) => keyField(name).details?.place ?? 0;
  return keyFieldsWhere(({ details }) => details?.part === part).toSorted(
    (one, other) => placeOf(one) - placeOf(other),
  );
}

type Lists = { campus: Campus | null; desks: Desks | null };

/** Null for a field that is empty or hidden from the reader. */
function shownValue(item: Key, name: KeyFieldName, { campus, desks }: Lists): ReactNode {
  const field = keyField(name);
  const text = valueText(field, item[name]);
  if (field.kind === 'desk') return desks && homeOf(item, desks)?.name;
  if (field.kind === 'entry') return labelIn(campus?.[field.list] ?? [], text);
  return name === 'hook' ? hookText(text) : text;
}

/** A value for display: the name of a choice, Yes or No; '' for none. */
function valueText(field: KeyField, value: Key[KeyFieldName]): string {
  if (typeof value === 'boolean') return fieldText(value ? 'yes' : 'no');
  const choice = field.kind === 'choice' ? field.choices[value ?? '']?.label : undefined;
  return choice ? kindText(choice) : (value ?? '');
}

/** When a key that is out is due; only the desk and the holder may know. */
function useDue(item: Key): string | null {
  const reader = useUser();
  const { dueAt, takenBy } = item;
  if (!reader || !takenBy) return null;
  if (!isDesk(reader.role) && !isHeldBy(item, reader.id)) return null;
  return dueAt === null ? t('no-due-time') : formatDateTime(dueAt);
}

/** The approver of requests; only for the desk. */
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

/** When a handover or a count last saw the key; only for the desk. */
function useLastSeen({ _id: id, version }: Key): string | null | undefined {
  const reader = useUser();
  const { data } = useQuery({
    queryKey: ['last-seen', id, version],
    queryFn: async ({ signal }) =>
      (await call(api.getKey, { params: { id }, signal })).data.lastSeenAt ?? null,
    enabled: reader !== null && isDesk(reader.role),
    staleTime: 30_000,
  });
  return data;
}

/** Who waits for the key; only for the desk. */
function useWaiting({ _id: id, takenBy }: Key): string | undefined {
  const reader = useUser();
  const { data } = useQuery({
    queryKey: ['key-waits', id],
    queryFn: async ({ signal }) => (await call(api.waitsOfKey, { params: { id }, signal })).data,
    enabled: takenBy !== null && reader !== null && isDesk(reader.role),
  });
  return takenBy && data ? waitingText(data) : undefined;
}

function recallOf(key: Key): ReactNode {
  return (
    key.recalledAt && (
      <>
        {formatDateTime(key.recalledAt)}
        <span className="block text-sm font-normal">{recallText(key)}</span>
      </>
    )
  );
}

function holderOf({ takenBy }: Key): ReactNode {
  return (
    takenBy && (
      <>
        <PersonLink id={takenBy.userId}>{takenBy.name}</PersonLink>
        {takenBy.email && (
          <span className="block text-sm font-normal text-muted">
            <Email>{takenBy.email}</Email>
          </span>
        )}
      </>
    )
  );
}
