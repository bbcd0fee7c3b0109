import type { ManagedUser } from '@keydesk/shared/dashboard/dashboard';
import { RolePill } from './role-pill.tsx';
import { StatePill } from './state-pill.tsx';
import { UserActions, type UserActionsProps } from './user-actions.tsx';
import { lastLoginText } from './user-facts.ts';
import { UserHeading } from './user-heading.tsx';

type UsersTableProps = Omit<UserActionsProps, 'user'> & { users: readonly ManagedUser[] };

const headLook = 'px-3 py-3 text-left text-sm font-medium whitespace-nowrap text-muted first:pl-5';
const cellLook = 'px-3 py-3 align-middle first:pl-5 last:pr-3';

/** People in columns, for wide screens. */
export const UsersTable = ({ users, ...actions }: UsersTableProps) => (
  <div className="card overflow-hidden">
    <table className="w-full table-fixed">
      <caption className="sr-only">Users</caption>
      <thead className="border-b border-line">
        <tr>
          <th className={headLook}>User</th>
          <th className={`${headLook} w-34`}>Role</th>
          <th className={`${headLook} w-30 max-lg:hidden`}>Department</th>
          <th className={`${headLook} w-52 max-lg:hidden`}>Last login</th>
          <th className={`${headLook} w-22 text-right!`}>Keys out</th>
          <th className={`${headLook} w-22 text-right!`}>Sessions</th>
          <th className={`${headLook} w-28`}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {users.map((user) => (
          <tr key={user.id} className="transition-colors duration-150 hover:bg-canvas">
            <td className={cellLook}>
              <UserHeading user={user} />
            </td>
            <td className={cellLook}>
              <div className="flex flex-col items-start gap-1">
                {user.state !== 'waiting' && <RolePill role={user.role} />}
                <StatePill state={user.state} />
              </div>
            </td>
            <td className={`${cellLook} max-lg:hidden`}>{user.department ?? '–'}</td>
            <td className={`${cellLook} text-sm text-muted tabular-nums max-lg:hidden`}>
              {lastLoginText(user)}
            </td>
            <td className={`${cellLook} text-right tabular-nums`}>{user.openLoans}</td>
            <td className={`${cellLook} text-right tabular-nums`}>{user.sessions}</td>
            <td className={cellLook}>
              <UserActions user={user} {...actions} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
