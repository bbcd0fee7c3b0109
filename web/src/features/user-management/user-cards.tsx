import type { ManagedUser } from '@keydesk/shared/dashboard/dashboard';
import { RolePill } from './role-pill.tsx';
import { UserActions, type UserActionsProps } from './user-actions.tsx';
import { counted, lastLoginText } from './user-facts.ts';
import { UserHeading } from './user-heading.tsx';

type UserCardsProps = Omit<UserActionsProps, 'user'> & { users: readonly ManagedUser[] };

/** People one below the other, for phones. */
export const UserCards = ({ users, ...actions }: UserCardsProps) => (
  <ul aria-label="Users" className="card divide-y divide-line overflow-hidden">
    {users.map((user) => (
      <li key={user.id} className="py-3 pr-2 pl-4">
        <div className="flex items-center justify-between gap-2">
          <UserHeading user={user} />
          <UserActions user={user} {...actions} />
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 pl-13 text-sm text-muted tabular-nums">
          <RolePill role={user.role} />
          {user.department && <span>{user.department}</span>}
          <span>{counted(user.openLoans, 'key')} out</span>
          <span>{counted(user.sessions, 'session')}</span>
          <span className="basis-full">Last login: {lastLoginText(user)}</span>
        </div>
      </li>
    ))}
  </ul>
);
