import type { ManagedUser } from '@keydesk/shared/administration/people';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { t } from '@keydesk/shared/texts/en/users';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEntryLabel } from '../../../lib/campus.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Email } from '../../../ui/email.tsx';
import { PersonLink } from '../../../ui/record-link.tsx';
import { boxOfAll, SelectBox, type useSelection } from '../selection.tsx';
import {
  lastLoginText,
  StatePill,
  UserActions,
  type UserActionsProps,
  UserMarks,
} from './managed-user-parts.tsx';
import { pageSize } from './queries.ts';

type UsersTableProps = Omit<UserActionsProps, 'user'> & {
  users: readonly ManagedUser[];
  selection: Pick<ReturnType<typeof useSelection<ManagedUser>>, 'ids' | 'select' | 'selecting'>;
};

const headClassName = 'px-3 py-3 text-start text-sm font-semibold text-muted first:ps-6';
const cellClassName = 'px-3 py-2 first:ps-6';

export function UsersTable({ users, selection, ...actions }: UsersTableProps) {
  const selectable = users.filter(isSelectable);
  const departmentLabel = useEntryLabel('departments');
  const departmentOf = ({ department }: ManagedUser) => department && departmentLabel(department);
  return (
    <div className="card overflow-hidden">
      <table className="w-full table-fixed">
        <caption className="sr-only">{t('users')}</caption>
        <thead className="border-b border-line">
          <tr>
            {selection.selecting && (
              <th className="w-12 ps-2">
                <SelectBox
                  {...boxOfAll(
                    selectable.map(({ id }) => id),
                    selection.ids,
                  )}
                  label={t('select-all-on-page')}
                  onChange={(on) => selection.select(selectable, on)}
                />
              </th>
            )}
            <th className={headClassName}>{t('user')}</th>
            <th className={`${headClassName} w-32`}>{fieldText('role')}</th>
            <th className={`${headClassName} max-lg:hidden`}>{fieldText('department')}</th>
            <th className={`${headClassName} w-36 max-lg:hidden`}>{fieldText('last-login')}</th>
            <th className={`${headClassName} w-24 text-end!`}>{t('keys-out-heading')}</th>
            <th className={`${headClassName} w-52`}>
              <span className="sr-only">{fieldText('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {users.map((user) => (
            <tr
              key={user.id}
              className={`h-18 transition-colors duration-150 ${selection.ids.has(user.id) ? 'bg-accent-soft' : 'hover:bg-canvas'}`}
            >
              {selection.selecting && (
                <td className="ps-2">
                  <SelectUser user={user} selection={selection} />
                </td>
              )}
              <td className={cellClassName}>
                <UserHeading user={user} />
              </td>
              <td className={cellClassName}>
                {shownRole(user)} <StatePill state={user.state} />
              </td>
              <td className={`${cellClassName} max-lg:hidden`}>
                <p className="truncate" title={departmentOf(user) ?? undefined}>
                  {departmentOf(user) ?? '–'}
                </p>
                <p className="truncate text-sm text-muted">{user.facultyId}</p>
              </td>
              <td className={`${cellClassName} text-sm text-muted tabular-nums max-lg:hidden`}>
                {lastLoginText(user)}
              </td>
              <td className={`${cellClassName} text-end tabular-nums`}>{user.openLoans}</td>
              <td className="px-3">
                <UserActions user={user} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type SelectUserProps = Pick<UsersTableProps, 'selection'> & { user: ManagedUser };

function SelectUser({ user, selection: { ids, select } }: SelectUserProps) {
  if (!isSelectable(user)) return null;
  return (
    <SelectBox
      label={t('select-person', { name: user.name })}
      checked={ids.has(user.id)}
      onChange={(on) => select([user], on)}
    />
  );
}

/** A removed person must be restored first. */
export function isSelectable({ state }: ManagedUser): boolean {
  return state !== 'removed';
}

/** Those who wait have none yet. */
function shownRole({ state, role }: ManagedUser): string | null {
  return state === 'waiting' ? null : roleText(role);
}

/** On phones with the role, which the table has in a column of its own. */
function UserHeading({ user, withRole = false }: { user: ManagedUser; withRole?: boolean }) {
  const self = useUser()?.id === user.id;
  const role = withRole && shownRole(user);
  return (
    <>
      <p className="wrap-anywhere">
        <Dotted>
          <span>
            <PersonLink id={user.id}>{user.name}</PersonLink>
            {self && <span className="ms-1.5 text-sm text-muted">{t('you')}</span>}
          </span>
          {role && <span className="text-sm text-muted">{role}</span>}
        </Dotted>{' '}
        {withRole && <StatePill state={user.state} />}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        <Email>{user.email || user.phone}</Email>
      </p>
      <p className="flex flex-wrap gap-1 not-empty:mt-1">
        <UserMarks user={user} />
      </p>
    </>
  );
}

/** For phones. */
export function UserRows({ users, selection, ...actions }: UsersTableProps) {
  return (
    <ul aria-label={t('users')} className="card divide-y divide-line overflow-hidden">
      {users.map((user) => (
        <li
          key={user.id}
          className="flex min-h-18 flex-wrap items-center justify-end gap-x-2 py-2 pe-2 ps-4"
        >
          <div className="min-w-0 flex-1 basis-44">
            <UserHeading user={user} withRole />
          </div>
          {selection.selecting ? (
            <SelectUser user={user} selection={selection} />
          ) : (
            <UserActions user={user} {...actions} />
          )}
        </li>
      ))}
    </ul>
  );
}

type PagerProps = {
  page: number;
  totalPages: number;
  totalUsers: number;
  onPage: (page: number) => void;
};

export function Pager({ page, totalPages, totalUsers, onPage }: PagerProps) {
  const first = (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label={t('pages')}
      className="mt-4 flex flex-wrap items-center justify-between gap-3 tabular-nums"
    >
      <p className="text-sm text-muted">
        {t('people-of', { first, last: Math.min(page * pageSize, totalUsers), count: totalUsers })}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          size="small"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft aria-hidden className="size-4" />
          {t('previous')}
        </Button>
        <p aria-live="polite" className="px-1 text-sm font-semibold whitespace-nowrap">
          {t('page-of', { page, count: totalPages })}
        </p>
        <Button
          variant="secondary"
          size="small"
          disabled={page >= totalPages}
          onClick={() => onPage(page + 1)}
        >
          {t('next')}
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  );
}
