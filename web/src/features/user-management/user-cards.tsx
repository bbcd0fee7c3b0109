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
        <div className="mt-1.5 pl-13 text-sm text-muted tabular-nums">
          <p className="mb-1.5 flex items-center gap-2">
            <RolePill role={user.role} />
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
