import {
  type ManagedUser,
  needsConfirmedDepartment,
  type UserOverview,
} from '@keydesk/shared/administration/people';
import { listText } from '@keydesk/shared/core/formats';
import { isId } from '@keydesk/shared/core/is-id';
import { plural } from '@keydesk/shared/core/text';
import { isOverdue } from '@keydesk/shared/due/calendar';
import { may, type Permission, permissions } from '@keydesk/shared/http/roles';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Check, IdCard, LogOut, Minus, ScrollText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError, api, call, getErrorMessage } from '../../../lib/api.ts';
import { useNow } from '../../../lib/clock.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useHasOpened } from '../../../lib/hooks.ts';
import { isAboutPerson, useRefetchOnKeyEvents } from '../../../lib/live/events.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
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

/** One person for admins: keys out, history, sessions and rights, and what can be done. */
export function PersonPage() {
  const { id = '' } = useParams({ strict: false });
  useRefetchOnKeyEvents(userOverviewQuery(id).queryKey, (event) => isAboutPerson(event, id));
  const query = useQuery({ ...userOverviewQuery(id), enabled: isId(id) });
  const { data, error, refetch } = query;
  if (!isId(id) || (error instanceof ApiError && error.status === 404)) return <UnknownPerson />;
  if (!data) return <QueryState query={query} loading="Loading person..." frame="card" />;
  const { user } = data;
  return (
    <>
      <RecordHeader
        list={<Link to="/dashboard/admin/users">Manage Users</Link>}
        picture={<Avatar name={user.name} />}
        title={
          <>
            {user.name}
            {user.state !== 'waiting' && <RolePill role={user.role} />}
            <StatePill state={user.state} />
            <UserMarks user={user} />
          </>
        }
        text={user.email}
        actions={<PersonActions key={id} user={user} />}
      />
      <RecordColumns>
        <div className="grid min-w-0 gap-4">
          {data.refusedBy.length > 0 && <Refused id={id} by={data.refusedBy} />}
          <PersonKeys holder={user} loans={data.openLoans} onRefused={() => void refetch()} />
          <PersonIncidents userId={id} heading="h2" className="card p-5" />
          <PersonFacts user={user} />
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
            In the audit log
          </Link>
        </Card>
      </RecordColumns>
    </>
  );
}

function UnknownPerson() {
  return (
    <RecordNotFound
      title="Person not found"
      text="Their data was erased, or there never was anybody at this address."
      action={
        <Link to="/dashboard/admin/users" className={recordActionClassName}>
          Show all users
        </Link>
      }
    />
  );
}

/** Who does not vouch for a visitor; an admin may let them have keys again. */
function Refused({ id, by }: { id: string; by: UserOverview['refusedBy'] }) {
  const allowing = useAllowVisitor();
  const names = listText(by.map(({ name }) => name));
  return (
    <TitledCard title="Refused" className="min-w-0">
      <p className="mt-2">
        {names} {by.length === 1 ? 'does' : 'do'} not vouch for them, so they get no keys.
      </p>
      <ActionButton
        variant="secondary"
        size="small"
        busy={allowing.isPending}
        onClick={() => allowing.mutate(id)}
        className="mt-3"
      >
        Let them have keys again
      </ActionButton>
    </TitledCard>
  );
}

type PersonKeysProps = {
  holder: ManagedUser;
  loans: UserOverview['openLoans'];
  /** A key may have come back. */
  onRefused: () => void;
};

/** The keys that a person has; they can be reminded of those that are overdue. */
function PersonKeys({ holder, loans, onRefused }: PersonKeysProps) {
  const now = useNow();
  return (
    <TitledCard title={`${plural(loans.length, 'key')} out`} className="min-w-0">
      {loans.length === 0 && <p className="mt-2 text-muted">They have no key at the moment.</p>}
      <ul className="mt-2 divide-y divide-line">
        {loans.map((loan) => (
          <li key={loan.loanId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-medium wrap-anywhere">
                <KeyNumber number={loan.keyNumber} linkTo={loan.keyId} className="text-lg" />{' '}
                {loan.keyName}
              </p>
              <p className="text-sm text-muted tabular-nums">
                <Facts>
                  {`Since ${formatDateTime(loan.takenAt)}`}
                  <KeyDue item={loan} />
                </Facts>
              </p>
            </div>
            {isOverdue(loan, now) && <Reminder loan={{ ...loan, holder }} onRefused={onRefused} />}
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** What is known about a person. */
function PersonFacts({ user }: { user: ManagedUser }) {
  const facts: (readonly [label: string, value: ReactNode])[] = [
    [
      'Department',
      needsConfirmedDepartment(user) ? `${user.department}, not confirmed` : user.department,
    ],
    ['Faculty ID', user.facultyId],
    ['Phone', user.phone && <PhoneLink number={user.phone} />],
    ...(user.leftRecordsAt
      ? [['Left?', `Not in your records since ${formatDateTime(user.leftRecordsAt)}`] as const]
      : []),
    ['Last login', lastLoginText(user)],
    ['Added', formatDateTime(user.createdAt)],
  ];
  return (
    <TitledCard title="Details" className="min-w-0">
      <dl className="mt-2 divide-y divide-line">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap gap-x-4 py-2.5">
            <dt className="min-w-28 text-sm leading-6 text-muted">{label}</dt>
            <dd className="flex-1 basis-32 font-medium wrap-anywhere">{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  );
}

type PersonSessionsProps = { user: ManagedUser; lastActiveAt: string | null };

/** How many sessions a person has and when they used one; ends them all. */
function PersonSessions({ user, lastActiveAt }: PersonSessionsProps) {
  const signOut = useSignOutEverywhere();
  return (
    <TitledCard title={plural(user.sessions, 'session')} className="min-w-0">
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-muted">
          {lastActiveAt ? `Last active ${formatDateTime(lastActiveAt)}` : 'Not active lately'}
        </p>
        {user.sessions > 0 && (
          <ActionButton
            variant="secondary"
            size="small"
            busy={signOut.isPending}
            onClick={() => signOut.mutate(user.id)}
          >
            <LogOut aria-hidden className="size-4" />
            Sign out everywhere
          </ActionButton>
        )}
      </div>
    </TitledCard>
  );
}

/** Mails that did not reach a person, and why. */
function FailedMails({ mails }: { mails: UserOverview['failedMails'] }) {
  return (
    <TitledCard title="Mails that did not arrive" className="min-w-0">
      <ul className="mt-2 divide-y divide-line">
        {mails.map(({ subject, failedAt, reason }) => (
          <li key={failedAt + subject} className="py-2.5">
            <p className="font-medium wrap-anywhere">{subject}</p>
            <p className="text-sm wrap-anywhere text-muted">
              <Facts>
                {formatDateTime(failedAt)}
                {reason}
              </Facts>
            </p>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** What a person may do now, by their role and state. */
function PersonRights({ user }: { user: ManagedUser }) {
  const active = user.state === 'active';
  return (
    <TitledCard title="Rights" className="min-w-0">
      {!active && <p className="mt-2 text-muted">None, until an admin lets them in.</p>}
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
              {allowed ? 'May' : 'May not'} {rightLabels[permission]}
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}

/** Rights that say something about a person; the others only open pages. */
const rightLabels: Partial<Record<Permission, string>> = {
  seeKeys: 'see the keys and who has them',
  borrowKeys: 'have keys',
  returnForOthers: 'bring back keys of others',
  performHandovers: 'hand out and take back keys at the desk',
  administer: 'manage people, keys and settings',
};

const shownRights = (Object.keys(permissions) as Permission[]).filter((name) => rightLabels[name]);

const EditUserDialog = lazyComponent(() => import('./edit-user-dialog.tsx'), 'EditUserDialog');

/** Edit, suspend, delete, restore or erase one person. */
function PersonActions({ user }: { user: ManagedUser }) {
  const [editing, setEditing] = useState(false);
  const formOpened = useHasOpened(editing);
  const close = () => setEditing(false);
  const confirmDelete = useConfirmedDeletion(close);
  return (
    <>
      <UserActions user={user} onEdit={() => setEditing(true)} onDelete={confirmDelete} labelled />
      {formOpened && <EditUserDialog user={editing ? user : null} onClose={close} />}
    </>
  );
}

/** Forgets the ID cards of a person, for instance because one was lost. */
function ForgetCards({ personId }: { personId: string }) {
  const forgetting = useChange(() => call(api.endPersonCards, { params: { id: personId } }), {
    failure: getErrorMessage,
  });
  return (
    <TitledCard
      title="ID Cards"
      text="A card that was lost must not name this person at the desk any more."
      className="min-w-0"
    >
      <ActionButton
        variant="secondary"
        size="small"
        busy={forgetting.isPending}
        onClick={() => forgetting.mutate()}
        className="mt-3"
      >
        <IdCard aria-hidden className="size-4.5" />
        Forget all cards
      </ActionButton>
    </TitledCard>
  );
}
