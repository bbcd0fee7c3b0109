import type { ManagedUser } from '@keydesk/shared/administration/people';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/users';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { initialsOf } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { PersonLink } from '../../../ui/record-link.tsx';
import { boxOfAll, SelectBox } from '../selection.tsx';
import {
  lastLoginText,
  RolePill,
  StatePill,
  UserActions,
  type UserActionsProps,
  UserMarks,
} from './managed-user-parts.tsx';
import { pageSize } from './queries.ts';

type UsersTableProps = Omit<UserActionsProps, 'user'> & {
  users: readonly ManagedUser[];
  selectedIds: ReadonlySet<string>;
  onSelect: (users: readonly ManagedUser[], selected: boolean) => void;
};

const headClassName =
  'px-3 py-3 text-left text-sm font-medium whitespace-nowrap text-muted first:pl-5';
const cellClassName = 'px-3 py-3 align-middle first:pl-5 last:pr-3';

export function UsersTable({ users, selectedIds, onSelect, ...actions }: UsersTableProps) {
  const selectable = users.filter(isSelectable);
  const ids = selectable.map(({ id }) => id);
  return (
    <div className="card overflow-hidden">
      <table className="w-full table-fixed">
        <caption className="sr-only">{t('users')}</caption>
        <thead className="border-b border-line">
          <tr>
            <th className="w-12 pl-2">
              <SelectBox
                {...boxOfAll(ids, selectedIds)}
                label={t('select-all-on-page')}
                onChange={(on) => onSelect(selectable, on)}
              />
            </th>
            <th className={headClassName}>{t('user')}</th>
            <th className={`${headClassName} w-34`}>{fieldText('role')}</th>
            <th className={`${headClassName} w-30 max-lg:hidden`}>{fieldText('department')}</th>
            <th className={`${headClassName} w-52 max-lg:hidden`}>{fieldText('last-login')}</th>
            <th className={`${headClassName} w-22 text-right!`}>{t('keys-out-heading')}</th>
            <th className={`${headClassName} w-22 text-right!`}>{t('sessions-heading')}</th>
            <th className={`${headClassName} w-36`}>
              <span className="sr-only">{fieldText('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {users.map((user) => (
            <tr
              key={user.id}
              className={`transition-colors duration-150 ${selectedIds.has(user.id) ? 'bg-accent-soft' : 'hover:bg-canvas'}`}
            >
              <td className="pl-2">
                <SelectUser user={user} selectedIds={selectedIds} onSelect={onSelect} />
              </td>
              <td className={cellClassName}>
                <UserHeading user={user} />
              </td>
              <td className={cellClassName}>
                <div className="flex flex-col items-start gap-1">
                  {user.state !== 'waiting' && <RolePill role={user.role} />}
                  <StatePill state={user.state} />
                </div>
              </td>
              <td className={`${cellClassName} wrap-anywhere max-lg:hidden`}>
                {user.department ?? '–'}
              </td>
              <td className={`${cellClassName} text-sm text-muted tabular-nums max-lg:hidden`}>
                {lastLoginText(user)}
              </td>
              <td className={`${cellClassName} text-right tabular-nums`}>{user.openLoans}</td>
              <td className={`${cellClassName} text-right tabular-nums`}>{user.sessions}</td>
              <td className={cellClassName}>
                <UserActions user={user} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type SelectUserProps = Omit<UsersTableProps, 'users' | keyof UserActionsProps> & {
  user: ManagedUser;
};

function SelectUser({ user, selectedIds, onSelect }: SelectUserProps) {
  if (!isSelectable(user)) return null;
  return (
    <SelectBox
      label={t('select-person', { name: user.name })}
      checked={selectedIds.has(user.id)}
      onChange={(on) => onSelect([user], on)}
    />
  );
}

/** A removed person must be restored first. */
export function isSelectable({ state }: ManagedUser): boolean {
  return state !== 'removed';
}

function UserHeading({ user, picture = true }: { user: ManagedUser; picture?: boolean }) {
  const self = useUser()?.id === user.id;
  return (
    <div className="flex min-w-0 items-center gap-3">
      {picture && (
        <PersonLink id={user.id} decorative className="shrink-0 rounded-full">
          <span
            aria-hidden
            className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-[min(0.875rem,max(14px,3.8vw))] font-semibold text-accent"
          >
            {initialsOf(user.name)}
          </span>
        </PersonLink>
      )}
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <PersonLink id={user.id}>{user.name}</PersonLink>
          {self && <span className="ml-1.5 text-sm font-normal text-muted">{t('you')}</span>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">{user.email || user.phone}</p>
        <p className="flex flex-wrap gap-1 not-empty:mt-1">
          <UserMarks user={user} />
        </p>
      </div>
    </div>
  );
}

export function UserCards({ users, selectedIds, onSelect, ...actions }: UsersTableProps) {
  return (
    <ul aria-label={t('users')} className="card divide-y divide-line overflow-hidden">
      {users.map((user) => (
        <li key={user.id} className="py-3 pr-2 pl-4">
          <div className="flex flex-wrap items-center justify-end gap-x-2">
            <div className="-ml-3 min-w-11">
              <SelectUser user={user} selectedIds={selectedIds} onSelect={onSelect} />
            </div>
            <div className="min-w-0 flex-1 basis-44">
              <UserHeading user={user} picture={false} />
            </div>
            <UserActions user={user} {...actions} />
          </div>
          <div className="mt-1.5 min-[20rem]:pl-10 text-sm text-muted tabular-nums">
            <p className="mb-1.5 flex flex-wrap items-center gap-2">
              {user.state !== 'waiting' && <RolePill role={user.role} />}
              <StatePill state={user.state} />
              {user.department}
            </p>
            <p>
              <Dotted>
                {t('keys-out', { count: user.openLoans })}
                {t('sessions', { count: user.sessions })}
              </Dotted>
            </p>
            <p>{t('last-login-at', { when: lastLoginText(user) })}</p>
          </div>
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
        <p aria-live="polite" className="px-1 text-sm font-medium whitespace-nowrap">
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
