import { isId } from '@keydesk/shared/core/is-id';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { t as recordText } from '@keydesk/shared/texts/en/records';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { useNow } from '../../../lib/clock.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Email } from '../../../ui/email.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { Card } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { KeyNumber, PersonLink } from '../../../ui/record-link.tsx';
import { KeyAccess } from '../../access/key-access.tsx';
import { KeyFieldList } from '../../keys/key-details.tsx';
import { KeyDue, KeyStatusPill, usePlaceOf } from '../../keys/key-parts.tsx';
import { KeyHistory } from '../../keys/loan-history.tsx';
import { keyQuery, useRefetchKeys } from '../../keys/queries.ts';
import { FoundNotes } from '../../loans/incidents/found-notes.tsx';
import { KeyIncidents } from '../../loans/incidents/key-incidents.tsx';
import { ReportKey } from '../../loans/incidents/report-key.tsx';
import { KeyDisputes } from '../../loans/lending/key-disputes.tsx';
import { RemindHolder } from '../../loans/remind.tsx';
import {
  RecordColumns,
  RecordHeader,
  RecordNotFound,
  recordActionClassName,
} from '../record-page.tsx';
import type { KeyFormSubject } from './key-form-dialog.tsx';
import { KeyActions } from './managed-key-parts.tsx';
import { useToggleFrequent } from './mutations.ts';
import { RemovedKeyPage, removedKeyQuery } from './removed-keys.tsx';

export function KeyPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...keyQuery(id), enabled: isId(id) });
  const { data: item, error } = query;
  const isGone = item ? !item.isActive : error instanceof ApiError && error.status === 404;
  const removed = useQuery({ ...removedKeyQuery(id), enabled: isId(id) && isGone });
  if (!isId(id)) return <UnknownKey id={null} />;
  if (!isGone)
    return item ? (
      <KnownKey key={id} item={item} />
    ) : (
      <QueryState query={query} loading={recordText('loading-key')} frame="card" />
    );
  if (removed.data) return <RemovedKeyPage removed={removed.data} />;
  return removed.isPending ? (
    <QueryState query={removed} loading={recordText('loading-key')} frame="card" />
  ) : (
    <UnknownKey id={id} />
  );
}

function KnownKey({ item }: { item: Key }) {
  const placeOf = usePlaceOf();
  const refetchKeys = useRefetchKeys();
  const mine = isHeldBy(item, useUser()?.id);
  return (
    <>
      <RecordHeader
        list={<Link to="/dashboard/admin/keys">{t('manage-keys')}</Link>}
        title={
          <>
            <KeyNumber number={item.keyNumber} className="text-2xl leading-10" />
            <KeyStatusPill item={item} mine={mine} />
          </>
        }
        text={
          <Dotted>
            <span className="font-semibold text-ink">{item.keyName}</span>
            {placeOf(item)}
          </Dotted>
        }
        actions={<OneKeyActions item={item} />}
      />
      <RecordColumns>
        <div className="grid min-w-0 gap-4">
          <KeyDisputes keyId={item._id} heading="h2" className="card p-5" />
          {!item.condition && <FoundNotes keyId={item._id} />}
          <KeyIncidents keyId={item._id} heading="h2" className="card p-5" />
          <ReportKey item={item} />
          {item.takenBy && <HolderCard item={item} onRefused={refetchKeys} />}
          <Card aria-labelledby="key-details" className="min-w-0">
            <h2 id="key-details" className="mb-1 text-base font-semibold">
              {recordText('details')}
            </h2>
            <KeyFieldList item={item} />
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
  /** Called on a refusal: the key may be back. */
  onRefused: () => void;
};

function HolderCard({ item, onRefused }: HolderCardProps) {
  // A key may become overdue without any event.
  useNow();
  if (!item.takenBy) return null;
  const { userId, name, email } = item.takenBy;
  return (
    <Card aria-labelledby="key-holder" className="min-w-0">
      <h2 id="key-holder" className="mb-3 text-base font-semibold">
        {t('with')}
      </h2>
      <div className="flex flex-wrap items-center gap-4">
        <PersonLink id={userId} decorative className="rounded-full">
          <Avatar name={name} />
        </PersonLink>
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-xl font-semibold wrap-anywhere">
            <PersonLink id={userId}>{name}</PersonLink>
          </p>
          {email && (
            <p className="text-sm text-muted wrap-anywhere">
              <Email>{email}</Email>
            </p>
          )}
          <p className="mt-1 text-sm text-muted">
            <Dotted>
              {recordText('since', { when: formatDateTime(item.takenAt) })}
              <KeyDue item={item} />
            </Dotted>
          </p>
        </div>
        <div className="ms-auto">
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
      {recordText('in-audit-log')}
    </Link>
  );
}

function UnknownKey({ id }: { id: string | null }) {
  return (
    <RecordNotFound
      title={t('key-not-found')}
      text={t('not-found-text')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/dashboard/admin/keys" className={recordActionClassName}>
            {t('show-all-keys')}
          </Link>
          {id && <AuditLink id={id} />}
        </div>
      }
    />
  );
}

const KeyFormDialog = lazyDialog(() => import('./key-form-dialog.tsx'), 'KeyFormDialog');
const DeleteKeyDialog = lazyDialog(() => import('./delete-key-dialog.tsx'), 'DeleteKeyDialog');

function OneKeyActions({ item }: { item: Key }) {
  const navigate = useNavigate();
  const onChanged = useRefetchKeys();
  const [form, setForm] = useState<KeyFormSubject | null>(null);
  const [deleting, setDeleting] = useState(false);
  const { mutate: toggleFrequent } = useToggleFrequent(onChanged);
  return (
    <>
      <KeyActions
        item={item}
        labelled
        onEdit={() => setForm({ item })}
        onDelete={() => setDeleting(true)}
        onToggleFrequent={toggleFrequent}
      />
      <KeyFormDialog subject={form} onClose={() => setForm(null)} onSaved={onChanged} />
      <DeleteKeyDialog
        subject={deleting ? item : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          onChanged();
          void navigate({ to: '/dashboard/admin/keys', replace: true });
        }}
      />
    </>
  );
}
