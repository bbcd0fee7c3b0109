import type { ManagedUser } from '@keydesk/shared/administration/people';
import { plural } from '@keydesk/shared/core/text';
import { roleLabels, roles } from '@keydesk/shared/http/roles';
import { userStates } from '@keydesk/shared/people/user';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Hourglass, UserPlus, UserSearch } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useHasOpened, useMediaQuery } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField, type SelectOption } from '../../../ui/fields.tsx';
import { SearchField } from '../../../ui/filters.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, PageHeader } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { ImportButton, ImportExportButtons } from '../imports/import-export-buttons.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { stateLabels } from './managed-user-parts.tsx';
import { useConfirmedDeletion, useInvalidateUsers } from './mutations.ts';
import { type UserFilter, useUsers } from './queries.ts';
import { Pager, UserCards, UsersTable } from './users-table.tsx';

/** Manage Users: people, who is added, import and export. */
export function ManageUsersPage() {
  const invalidateUsers = useInvalidateUsers();
  return (
    <>
      <PageHeader
        title="Manage Users"
        text="Everyone who can sign in, and what they have out."
        action={
          <>
            <ImportExportButtons kind="users" onApplied={invalidateUsers} />
            <ImportButton kind="cards" onApplied={() => undefined} />
            <AddPersonButton onAdded={invalidateUsers} />
          </>
        }
      />
      <ManageUsers {...useKeptUserFilter()} />
    </>
  );
}

type ManageUsersProps = {
  /** The filter to begin with. */
  kept?: Partial<UserFilter>;
  /** Keeps the filter for when the page is shown again. */
  keep?: (filter: UserFilter) => void;
};

/** Manage Users: filter, list, edit dialog, and pages. */
export function ManageUsers({ kept = {}, keep }: ManageUsersProps) {
  const users = useUsers(kept, keep);
  const [edited, setEdited] = useState<ManagedUser | null>(null);
  const formOpened = useHasOpened(edited !== null);
  const confirmDelete = useConfirmedDeletion(() => setEdited(null));
  const wide = useMediaQuery('(min-width: 48rem)');
  const List = wide ? UsersTable : UserCards;
  return (
    <>
      <UserFilterBar users={users} />
      {users.state !== 'waiting' && (
        <WaitingUsersNotice
          count={users.data?.waiting ?? 0}
          onShow={() => users.showState('waiting')}
        />
      )}
      <QueryState
        query={{ data: users.data, error: users.failure, refetch: users.retry }}
        loading="Loading users..."
        frame="card"
      />
      {users.data && (
        <div
          aria-busy={users.stale}
          className={classNames('transition-opacity duration-150', users.stale && 'opacity-60')}
        >
          {users.data.users.length === 0 ? (
            <div className="card">
              <EmptyState
                icon={<UserSearch aria-hidden />}
                title="No users found"
                text="Try adjusting your search terms"
                action={
                  <Button variant="secondary" onClick={() => users.showState('all')}>
                    Show all users
                  </Button>
                }
              />
            </div>
          ) : (
            <>
              <List users={users.data.users} onEdit={setEdited} onDelete={confirmDelete} />
              <Pager
                page={users.data.pagination.currentPage}
                totalPages={users.data.pagination.totalPages}
                totalUsers={users.data.pagination.totalUsers}
                onPage={users.setPage}
              />
            </>
          )}
        </div>
      )}
      {formOpened && <EditUserDialog user={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** Search field, role filter and state filter. */
function UserFilterBar({ users }: { users: ReturnType<typeof useUsers> }) {
  return (
    <search className="mb-4 flex flex-col gap-3 sm:flex-row">
      <SearchField
        value={users.term}
        onChange={users.setTerm}
        placeholder="Search users..."
        className="flex-1 sm:max-w-md"
      />
      <SelectField
        label="Role"
        hideLabel
        value={users.role}
        options={roleOptions}
        onChange={users.setRole}
        className="sm:w-44 [&_select]:min-h-12"
      />
      <SelectField
        label="State"
        hideLabel
        value={users.state}
        options={stateOptions}
        onChange={users.setState}
        className="sm:w-40 [&_select]:min-h-12"
      />
    </search>
  );
}

/** How many people wait to be accepted, with a button to show them. */
function WaitingUsersNotice({ count, onShow }: WaitingUsersNoticeProps) {
  if (count === 0) return null;
  return (
    <Notice tone="warning" icon={<Hourglass aria-hidden />} className="mb-4 sm:items-center">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>{plural(count, 'person waits', 'people wait')} for you to accept them.</p>
        <Button variant="secondary" size="small" onClick={onShow}>
          Show who is waiting
        </Button>
      </div>
    </Notice>
  );
}

const roleOptions: readonly SelectOption<UserFilter['role']>[] = [
  { value: 'all', label: 'All roles' },
  ...roles.map((role) => ({ value: role, label: roleLabels[role] })),
];

const stateOptions: readonly SelectOption<UserFilter['state']>[] = [
  ...userStates.map((state) => ({ value: state, label: stateLabels[state] })),
  { value: 'all', label: 'All states' },
];

type WaitingUsersNoticeProps = { count: number; onShow: () => void };

type SearchParams = Readonly<Record<string, unknown>>;

/** The filter of Manage Users as the address has it, and a function that writes it there for Back. */
function useKeptUserFilter() {
  const params = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const keep = useCallback(
    (filter: UserFilter) =>
      void navigate({ to: '.', search: toParams(filter), replace: true, resetScroll: false }),
    [navigate],
  );
  return { kept: parseParams(params), keep };
}

/** Missing and invalid parts are left out. The router reads a search for 101 as a number. */
function parseParams({ search, role, state, page }: SearchParams): Partial<UserFilter> {
  const known = {
    role: roles.find((one) => one === role),
    state: [...userStates, 'all' as const].find((one) => one === state),
  };
  return {
    ...((typeof search === 'string' || typeof search === 'number') && { search: String(search) }),
    ...(known.role && { role: known.role }),
    ...(known.state && { state: known.state }),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 0 && { page }),
  };
}

/** The parts that differ from how the page begins. */
function toParams({ search, role, state, page }: UserFilter) {
  return {
    ...(search && { search }),
    ...(role !== 'all' && { role }),
    ...(state !== (search ? 'all' : 'active') && { state }),
    ...(page > 1 && { page }),
  };
}

const AddPersonDialog = lazyComponent(() => import('./add-person-dialog.tsx'), 'AddPersonDialog');

/** Opens the form for one new person. */
function AddPersonButton({ onAdded }: { onAdded: () => void }) {
  const [open, setOpen] = useState(false);
  const dialogOpened = useHasOpened(open);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden className="size-4" />
        Add Person
      </Button>
      {dialogOpened && (
        <AddPersonDialog open={open} onClose={() => setOpen(false)} onAdded={onAdded} />
      )}
    </>
  );
}
