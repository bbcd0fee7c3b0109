import {
  type ManagedUser,
  needsConfirmedDepartment,
  type UserOverview,
} from '@keydesk/shared/administration/people';
import { listText } from '@keydesk/shared/core/formats';
import { isId } from '@keydesk/shared/core/is-id';
import { isOverdue } from '@keydesk/shared/due/calendar';
import { may, type Permission } from '@keydesk/shared/http/roles';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as recordText } from '@keydesk/shared/texts/en/records';
import { t } from '@keydesk/shared/texts/en/users';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Check, IdCard, LogOut, Minus, ScrollText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError, api, call, getErrorMessage } from '../../../lib/api.ts';
import { useEntryLabel } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Email } from '../../../ui/email.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { Card, TitledCard } from '../../../ui/page.tsx';
import { PhoneLink } from '../../../ui/phone-link.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { KeyDue } from '../../keys/key-parts.tsx';
import { PersonHistory } from '../../keys/loan-history.tsx';
import { PersonIncidents } from '../../loans/incidents/key-incidents.tsx';
import { Reminder } from '../../loans/remind.tsx';
import {
  RecordColumns,
  RecordHeader,
  RecordNotFound,
  recordActionClassName,
} from '../record-page.tsx';
import {
  lastLoginText,
  RolePill,
  StatePill,
  UserActions,
  UserMarks,
} from './managed-user-parts.tsx';
import { useAllowVisitor, useConfirmedDeletion, useSignOutEverywhere } from './mutations.ts';
import { userOverviewQuery } from './queries.ts';

export function PersonPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...userOverviewQuery(id), enabled: isId(id) });
  const { data, error, refetch } = query;
  if (!isId(id) || (error instanceof ApiError && error.status === 404)) return <UnknownPerson />;
  if (!data) return <QueryState query={query} loading={t('loading-person')} frame="card" />;
  const { user } = data;
  return (
    <>
      <RecordHeader
        list={<Link to="/dashboard/admin/users">{t('manage-users')}</Link>}
        picture={<Avatar name={user.name} />}
        title={
          <>
            {user.name}
            {user.state !== 'waiting' && <RolePill role={user.role} />}
            <StatePill state={user.state} />
            <UserMarks user={user} />
          </>
        }
        text={<Email>{user.email || user.phone}</Email>}
        actions={<PersonActions key={id} user={user} />}
      />
      <RecordColumns>
        <div className="grid min-w-0 gap-4">
          {data.refusedBy.length > 0 && <Refused id={id} by={data.refusedBy} />}
          <PersonKeys holder={user} loans={data.openLoans} onRefused={() => void refetch()} />
          <PersonIncidents userId={id} heading="h2" className="card p-5" />
          <PersonFieldList user={user} />
          <PersonSessions user={user} lastActiveAt={data.lastActiveAt} />
          {data.failedMails.length > 0 && <FailedMails mails={data.failedMails} />}
          {user.role !== 'visitor' && <PersonRights user={user} />}
          <ForgetCards personId={id} />
        </div>
        <Card className="min-w-0">
          <PersonHistory key={id} userId={id} />
          <Link
            to="/dashboard/admin/audit"
            search={{ personId: id }}
            className={`${recordActionClassName} mt-4 w-full`}
          >
            <ScrollText aria-hidden className="size-4.5" />
            {recordText('in-audit-log')}
          </Link>
        </Card>
      </RecordColumns>
    </>
  );
}

function UnknownPerson() {
  return (
    <RecordNotFound
      title={t('person-not-found')}
      text={t('not-found-text')}
      action={
        <Link to="/dashboard/admin/users" className={recordActionClassName}>
          {t('show-all-users')}
        </Link>
      }
    />
  );
}

/** Sponsors who do not vouch for a visitor; an admin may still allow keys. */
function Refused({ id, by }: { id: string; by: UserOverview['refusedBy'] }) {
  const allowing = useAllowVisitor();
  const names = listText(by.map(({ name }) => name));
  return (
    <TitledCard title={t('refused')} className="min-w-0">
      <p className="mt-2">{t('no-vouching', { names, count: by.length })}</p>
      <ActionButton
        variant="secondary"
        size="small"
        busy={allowing.isPending}
        onClick={() => allowing.mutate(id)}
        className="mt-3"
      >
        {t('allow-again')}
      </ActionButton>
    </TitledCard>
  );
}

type PersonKeysProps = {
  holder: ManagedUser;
  loans: UserOverview['openLoans'];
  /** Called on a refusal: a key may be back. */
  onRefused: () => void;
};

function PersonKeys({ holder, loans, onRefused }: PersonKeysProps) {
  const now = useNow();
  return (
    <TitledCard title={t('keys-out', { count: loans.length })} className="min-w-0">
      {loans.length === 0 && <p className="mt-2 text-muted">{t('no-key-out')}</p>}
      <ul className="mt-2 divide-y divide-line">
        {loans.map((loan) => (
          <li key={loan.loanId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-semibold wrap-anywhere">
                <KeyNumber number={loan.keyNumber} linkTo={loan.keyId} className="me-1 text-xl" />{' '}
                {loan.keyName}
              </p>
              <p className="text-sm text-muted tabular-nums">
                <Dotted>
                  {recordText('since', { when: formatDateTime(loan.takenAt) })}
                  <KeyDue item={loan} />
                </Dotted>
              </p>
            </div>
            {isOverdue(loan, now) && <Reminder loan={{ ...loan, holder }} onRefused={onRefused} />}
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function PersonFieldList({ user }: { user: ManagedUser }) {
  const departmentLabel = useEntryLabel('departments');
  const department = user.department && departmentLabel(user.department);
  const fields: (readonly [label: string, value: ReactNode])[] = [
    [
      fieldText('department'),
      needsConfirmedDepartment(user)
        ? t('department-stated', { department: department ?? '' })
        : department,
    ],
    [fieldText('faculty-id'), user.facultyId],
    [fieldText('phone'), user.phone && <PhoneLink number={user.phone} />],
    ...(user.leftRecordsAt
      ? [[t('left'), t('not-in-records', { when: formatDateTime(user.leftRecordsAt) })] as const]
      : []),
    [fieldText('last-login'), lastLoginText(user)],
    [t('added'), formatDateTime(user.createdAt)],
  ];
  return (
    <TitledCard title={recordText('details')} className="min-w-0">
      <dl className="mt-2 divide-y divide-line">
        {fields.map(([label, value]) => (
          <div key={label} className="flex flex-wrap gap-x-4 py-2.5">
            <dt className="min-w-28 text-sm leading-6 text-muted">{label}</dt>
            <dd className="flex-1 basis-[7rem] font-semibold wrap-anywhere">
              <bdi>{value ?? '–'}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  );
}

type PersonSessionsProps = { user: ManagedUser; lastActiveAt: string | null };

function PersonSessions({ user, lastActiveAt }: PersonSessionsProps) {
  const signOut = useSignOutEverywhere();
  return (
    <TitledCard title={t('sessions', { count: user.sessions })} className="min-w-0">
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-muted">
          {lastActiveAt
            ? t('last-active', { when: formatDateTime(lastActiveAt) })
            : t('not-active-lately')}
        </p>
        {user.sessions > 0 && (
          <ActionButton
            variant="secondary"
            size="small"
            busy={signOut.isPending}
            onClick={() => signOut.mutate(user.id)}
          >
            <LogOut aria-hidden className="size-4" />
            {t('sign-out-everywhere')}
          </ActionButton>
        )}
      </div>
    </TitledCard>
  );
}

function FailedMails({ mails }: { mails: UserOverview['failedMails'] }) {
  return (
    <TitledCard title={t('mails-that-did-not-arrive')} className="min-w-0">
      <ul className="mt-2 divide-y divide-line">
        {mails.map(({ subject, failedAt, reason }) => (
          <li key={failedAt + subject} className="py-2.5">
            <p className="font-semibold wrap-anywhere">{subject}</p>
            <p className="text-sm wrap-anywhere text-muted">
              <Dotted>
                {formatDateTime(failedAt)}
                {reason}
              </Dotted>
            </p>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function PersonRights({ user }: { user: ManagedUser }) {
  const active = user.state === 'active';
  return (
    <TitledCard title={t('rights')} className="min-w-0">
      {!active && <p className="mt-2 text-muted">{t('no-rights')}</p>}
      <ul className="mt-2 flex flex-col gap-1.5">
        {shownRights.map((permission) => {
          const allowed = active && may(user.role, permission);
          const Icon = allowed ? Check : Minus;
          return (
            <li
              key={permission}
              className={`flex items-start gap-2 ${allowed ? '' : 'text-muted'}`}
            >
              <Icon
                aria-hidden
                className={`mt-1 size-4 shrink-0 ${allowed ? 'text-available' : ''}`}
              />
              {t(rights[permission], { may: allowed ? 'yes' : 'no' })}
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}

/** Omits rights that only open pages. */
const rights = {
  seeKeys: 'right-to-see-keys',
  borrowKeys: 'right-to-have-keys',
  returnForOthers: 'right-to-return-for-others',
  performHandovers: 'right-to-perform-handovers',
  administer: 'right-to-administer',
} as const satisfies Partial<Record<Permission, string>>;

const shownRights = Object.keys(rights) as (keyof typeof rights)[];

const EditUserDialog = lazyDialog(() => import('./edit-user-dialog.tsx'), 'EditUserDialog');

function PersonActions({ user }: { user: ManagedUser }) {
  const [editing, setEditing] = useState(false);
  const close = () => setEditing(false);
  const confirmDelete = useConfirmedDeletion(close);
  return (
    <>
      <UserActions user={user} onEdit={() => setEditing(true)} onDelete={confirmDelete} labelled />
      <EditUserDialog subject={editing ? user : null} onClose={close} />
    </>
  );
}

function ForgetCards({ personId }: { personId: string }) {
  const forgetting = useChange(() => call(api.endPersonCards, { params: { id: personId } }), {
    failure: getErrorMessage,
  });
  return (
    <TitledCard title={t('id-cards')} text={t('lost-card-text')} className="min-w-0">
      <ActionButton
        variant="secondary"
        size="small"
        busy={forgetting.isPending}
        onClick={() => forgetting.mutate()}
        className="mt-3"
      >
        <IdCard aria-hidden className="size-4.5" />
        {t('forget-all-cards')}
      </ActionButton>
    </TitledCard>
  );
}
