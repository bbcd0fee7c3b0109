import type { ManagedUser } from '@keydesk/shared/dashboard/dashboard';
import { RolePill } from './role-pill.tsx';
import { StatePill } from './state-pill.tsx';
import { UserActions, type UserActionsProps } from './user-actions.tsx';
import { counted, lastLoginText } from './user-facts.ts';
import { UserHeading } from './user-heading.tsx';

type UserCardsProps = Omit<UserActionsProps, 'user'> & { users: readonly ManagedUser[] };

/** People one below the other, for phones. */
export const UserCards = ({ users, ...actions }: UserCardsProps) => (
  <ul aria-label="Users" className="card divide-y divide-line overflow-hidden">
    {users.map((user) => (
      <li key={user.id} className="py-3 pr-2 pl-4">
        <div className="flex flex-wrap items-center justify-end gap-x-2">
          <div className="min-w-0 flex-1 basis-44">
            <UserHeading user={user} />
          </div>
          <UserActions user={user} {...actions} />
        </div>
        <div className="mt-1.5 min-[20rem]:pl-13 text-sm text-muted tabular-nums">
          <p className="mb-1.5 flex flex-wrap items-center gap-2">
            {user.state !== 'waiting' && <RolePill role={user.role} />}
            <StatePill state={user.state} />
            {user.department}
          </p>
          <p>
            {counted(user.openLoans, 'key')} out · {counted(user.sessions, 'session')}
          </p>
          <p>Last login: {lastLoginText(user)}</p>
        </div>
      </li>
    ))}
  </ul>
);
