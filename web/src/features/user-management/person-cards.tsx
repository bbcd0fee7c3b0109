import { plural } from '@keydesk/shared/plural';
import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { type Permission, permissions } from '@keydesk/shared/users/permissions';
import { may } from '@keydesk/shared/users/role';
import type { UserOverview } from '@keydesk/shared/users/routes';
import { Check, LogOut, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import { Card } from '../../ui/page.tsx';
import { useSignOutEverywhere } from './mutations.ts';
import { lastLoginText } from './user-labels.tsx';

type PersonKeysProps = {
  loans: UserOverview['openLoans'];
  /** When a key is due. */
  renderDue: (loan: UserOverview['openLoans'][number]) => ReactNode;
  /** What can be done about a key. */
  renderAction: (loan: UserOverview['openLoans'][number]) => ReactNode;
};

/** The keys that a person has. */
export function PersonKeys({ loans, renderDue, renderAction }: PersonKeysProps) {
  return (
    <TitledCard title={`${plural(loans.length, 'key')} out`}>
      {loans.length === 0 && <p className="text-muted">They have no key at the moment.</p>}
      <ul className="divide-y divide-line">
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
                  {renderDue(loan)}
                </Facts>
              </p>
            </div>
            {renderAction(loan)}
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** What is known about a person. */
export function PersonFacts({ user }: { user: ManagedUser }) {
  const facts = [
    ['Department', user.department],
    ['Faculty ID', user.facultyId],
    ['Last login', lastLoginText(user)],
    ['Added', formatDateTime(user.createdAt)],
  ] as const;
  return (
    <TitledCard title="Details">
      <dl className="divide-y divide-line">
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
export function PersonSessions({ user, lastActiveAt }: PersonSessionsProps) {
  const signOut = useSignOutEverywhere();
  return (
    <TitledCard title={plural(user.sessions, 'session')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
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
export function FailedMails({ mails }: { mails: UserOverview['failedMails'] }) {
  return (
    <TitledCard title="Mails that did not arrive">
      <ul className="divide-y divide-line">
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
export function PersonRights({ user }: { user: ManagedUser }) {
  const active = user.state === 'active';
  return (
    <TitledCard title="Rights">
      {!active && <p className="mb-2 text-muted">None, until an admin lets them in.</p>}
      <ul className="flex flex-col gap-1.5">
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

function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-2 text-base font-semibold">
        {title}
      </h2>
      {children}
    </Card>
  );
}
