import { isId } from '@keydesk/shared/is-id';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { KeyFacts } from '../../features/key-details/key-facts.tsx';
import { KeyHistory } from '../../features/key-details/loan-history.tsx';
import { OneKeyActions } from '../../features/key-management/one-key-actions.tsx';
import { KeyDue, KeyStatusPill } from '../../features/keys/key-parts.tsx';
import { placeOf } from '../../features/keys/key-text.ts';
import { keyQuery, useRefetchKeys } from '../../features/keys/queries.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { KeyDisputes } from '../../features/lending/key-disputes.tsx';
import { ApiError } from '../../lib/api.ts';
import { useNow } from '../../lib/clock.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Facts } from '../../ui/facts.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { PersonLink } from '../../ui/record-link.tsx';
import {
  RecordColumns,
  RecordHeader,
  RecordNotFound,
  recordActionClassName,
} from '../../ui/record-page.tsx';
import { KeyAccess } from './key-access.tsx';
import { RemindHolder } from './remind-holder.tsx';

/** One key for admins: its state, holder, details and history, and what can be done with it. */
export function KeyPage() {
  useLiveKeys();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...keyQuery(id), enabled: isId(id) });
  const { data: item, error } = query;
  if (!isId(id) || (error instanceof ApiError && error.status === 404))
    return <UnknownKey id={isId(id) ? id : null} />;
  if (!item) return <QueryState query={query} loading="Loading key..." frame="card" />;
  return item.isActive ? <KnownKey key={id} item={item} /> : <UnknownKey id={id} />;
}

function KnownKey({ item }: { item: Key }) {
  const navigate = useNavigate();
  const refetchKeys = useRefetchKeys();
  const mine = isHeldBy(item, useUser()?.id);
  return (
    <>
      <RecordHeader
        list={<Link to="/dashboard/admin/keys">Manage Keys</Link>}
        title={
          <>
            <KeyNumber number={item.keyNumber} className="text-4xl leading-10" />
            <KeyStatusPill item={item} mine={mine} />
          </>
        }
        text={
          <Facts>
            <span className="font-medium text-ink">{item.keyName}</span>
            {placeOf(item)}
          </Facts>
        }
        actions={
          <OneKeyActions
            item={item}
            onChanged={refetchKeys}
            onDeleted={() => void navigate({ to: '/dashboard/admin/keys', replace: true })}
          />
        }
      />
      <RecordColumns>
        <div className="grid min-w-0 gap-4">
          <KeyDisputes keyId={item._id} heading="h2" className="card p-5" />
          {item.takenBy && <HolderCard item={item} onRefused={refetchKeys} />}
          <Card aria-labelledby="key-details" className="min-w-0">
            <h2 id="key-details" className="mb-1 text-base font-semibold">
              Details
            </h2>
            <KeyFacts item={item} />
          </Card>
          <KeyAccess item={item} heading="h2" className="card p-5" />
        </div>
        <Card className="min-w-0">
          <KeyHistory keyId={item._id} heading="h2" />
          <AuditLink id={item._id} className="mt-4 w-full" />
        </Card>
      </RecordColumns>
    </>
  );
}

type HolderCardProps = {
  item: Key;
  /** The key may have come back. */
  onRefused: () => void;
};

/** Who has the key, since when, and when it is due; they can be reminded. */
function HolderCard({ item, onRefused }: HolderCardProps) {
  // A key may become overdue while nothing else happens.
  useNow();
  if (!item.takenBy) return null;
  const { userId, name, email } = item.takenBy;
  return (
    <Card aria-labelledby="key-holder" className="min-w-0">
      <h2 id="key-holder" className="mb-3 text-base font-semibold">
        With
      </h2>
      <div className="flex flex-wrap items-center gap-4">
        <PersonLink id={userId} decorative className="rounded-full">
          <Avatar name={name} />
        </PersonLink>
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-lg font-semibold wrap-anywhere">
            <PersonLink id={userId}>{name}</PersonLink>
          </p>
          {email && <p className="text-sm text-muted wrap-anywhere">{email}</p>}
          <p className="mt-1 text-sm text-muted">
            <Facts>
              {`Since ${formatDateTime(item.takenAt)}`}
              <KeyDue item={item} />
            </Facts>
          </p>
        </div>
        <div className="ml-auto">
          <RemindHolder item={item} onRefused={onRefused} />
        </div>
      </div>
    </Card>
  );
}

function AuditLink({ id, className = '' }: { id: string; className?: string }) {
  return (
    <Link
      to="/dashboard/admin/audit"
      search={{ keyId: id }}
      className={`${recordActionClassName} ${className}`}
    >
      <ScrollText aria-hidden className="size-4.5" />
      In the audit log
    </Link>
  );
}

function UnknownKey({ id }: { id: string | null }) {
  return (
    <RecordNotFound
      title="Key not found"
      text="It was deleted, or there never was one at this address. What happened to a deleted key is in the audit log."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/dashboard/admin/keys" className={recordActionClassName}>
            Show all keys
          </Link>
          {id && <AuditLink id={id} />}
        </div>
      }
    />
  );
}
