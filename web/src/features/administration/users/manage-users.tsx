import {
  type ListedState,
  listedStates,
  type ManagedUser,
} from '@keydesk/shared/administration/people';
import { roles } from '@keydesk/shared/http/roles';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t as selectionText } from '@keydesk/shared/texts/en/selection';
import { t } from '@keydesk/shared/texts/en/users';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleHelp, Hourglass, Pencil, UserPlus, UserSearch, UserX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useMediaQuery } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { FilterBar } from '../../../ui/filters.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, PageHeader } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { AddButton, ListMenu } from '../list-actions.tsx';
import { SelectionBar, useSelection } from '../selection.tsx';
import { roleOption, stateLabels } from './managed-user-parts.tsx';
import { invalidateLists, useConfirmedDeletion, useInvalidateUsers } from './mutations.ts';
import { type UserFilter, useUsers } from './queries.ts';
import { isSelectable, Pager, UserRows, UsersTable } from './users-table.tsx';

export function ManageUsersPage() {
  return <ManageUsers {...useKeptUserFilter()} />;
}

type ManageUsersProps = {
  kept?: Partial<UserFilter>;
  keep?: (filter: UserFilter) => void;
};

export function ManageUsers({ kept = {}, keep }: ManageUsersProps) {
  const users = useUsers(kept, keep);
  const invalidateUsers = useInvalidateUsers();
  const [edited, setEdited] = useState<ManagedUser | null>(null);
  const confirmDelete = useConfirmedDeletion(() => setEdited(null));
  const selection = useSelection<ManagedUser>(idOf);
  const [bulkEdited, setBulkEdited] = useState<readonly ManagedUser[] | null>(null);
  const selectable = users.data?.users.filter(isSelectable) ?? [];
  const wide = useMediaQuery('(min-width: 48rem)');
  const List = wide ? UsersTable : UserRows;
  return (
    <>
      <PageHeader
        title={t('manage-users')}
        action={
          <>
            <ListMenu
              title={t('manage-users')}
              kind="users"
              others={['cards']}
              entries={[selection.begin]}
              onApplied={invalidateUsers}
            />
            <AddPersonButton />
          </>
        }
      />
      <UserFilterBar users={users} />
      {users.data && <ToDoNotices data={users.data} state={users.state} onShow={users.showState} />}
      <QueryState
        query={{ data: users.data, error: users.failure, refetch: users.retry }}
        loading={t('loading-users')}
        frame="card"
      />
      {users.data && (
        <div
          aria-busy={users.stale}
          className={classNames('transition-opacity duration-150', users.stale && 'opacity-60')}
        >
          {users.data.users.length === 0 ? (
            <EmptyState
              card
              icon={<UserSearch aria-hidden />}
              title={t('no-users-found')}
              text={keyText('try-other-terms')}
              action={
                <Button variant="secondary" onClick={() => users.showState('all')}>
                  {t('show-all-users')}
                </Button>
              }
            />
          ) : (
            <>
              <List
                users={users.data.users}
                selection={selection}
                onEdit={setEdited}
                onDelete={confirmDelete}
                onSelect={selection.beginWith}
              />
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
      {selection.selecting && (
        <SelectionBar
          label={t('selected-people')}
          ids={selection.items.map(idOf)}
          listed={selectable.map(idOf)}
          onSelectAll={() => selection.select(selectable, true)}
          onDone={selection.end}
        >
          <Button
            size="small"
            disabled={selection.items.length === 0}
            onClick={() => setBulkEdited(selection.items)}
          >
            <Pencil aria-hidden className="size-4" />
            {selectionText('edit-selected')}
          </Button>
        </SelectionBar>
      )}
      <BulkEditPeopleDialog
        subject={bulkEdited}
        onClose={() => setBulkEdited(null)}
        onUpdated={selection.end}
      />
      <EditUserDialog subject={edited} onClose={() => setEdited(null)} />
    </>
  );
}

function UserFilterBar({ users }: { users: ReturnType<typeof useUsers> }) {
  return (
    <FilterBar value={users.term} onChange={users.setTerm} placeholder={t('search-users')}>
      <SelectField
        label={fieldText('role')}
        hideLabel
        value={users.role}
        options={[{ value: 'all', label: t('all-roles') }, ...roles.map(roleOption)]}
        onChange={users.setRole}
      />
      <SelectField
        label={fieldText('state')}
        hideLabel
        value={users.state}
        options={listedStates.map((value) => ({ value, label: t(stateLabels[value]) }))}
        onChange={users.setState}
      />
    </FilterBar>
  );
}

type ToDoNoticesProps = {
  data: Pick<NonNullable<ReturnType<typeof useUsers>['data']>, ToDo>;
  state: ListedState;
  onShow: (state: ToDo) => void;
};

function ToDoNotices({ data, state, onShow }: ToDoNoticesProps) {
  return toDos.map(({ list, Icon, text, show }) => {
    const count = data[list] ?? 0;
    if (count === 0 || state === list) return null;
    return (
      <Notice
        key={list}
        tone="warning"
        icon={<Icon aria-hidden />}
        className="mb-4 sm:items-center"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>{t(text, { count })}</p>
          <Button variant="secondary" size="small" onClick={() => onShow(list)}>
            {t(show)}
          </Button>
        </div>
      </Notice>
    );
  });
}

type ToDo = (typeof toDos)[number]['list'];

const toDos = [
  { list: 'waiting', Icon: Hourglass, text: 'people-wait', show: 'show-who-is-waiting' },
  { list: 'unconfirmed', Icon: CircleHelp, text: 'unconfirmed', show: 'show-unconfirmed' },
  { list: 'left', Icon: UserX, text: 'may-have-left', show: 'show-who-may-have-left' },
] as const;

function idOf({ id }: ManagedUser): string {
  return id;
}

type SearchParams = Readonly<Record<string, unknown>>;

/** The filter in the address, and a function that writes it there, so that Back restores it. */
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

/** Drops missing and invalid parts. The router parses a search for 101 as a number. */
function parseParams({ q, search, role, state, page }: SearchParams): Partial<UserFilter> {
  // Older links have `search`.
  const term = q ?? search;
  const known = {
    role: roles.find((one) => one === role),
    state: listedStates.find((one) => one === state),
  };
  return {
    ...((typeof term === 'string' || typeof term === 'number') && { search: String(term) }),
    ...(known.role && { role: known.role }),
    ...(known.state && { state: known.state }),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 0 && { page }),
  };
}

function toParams({ search, role, state, page }: UserFilter) {
  return {
    ...(search && { q: search }),
    ...(role !== 'all' && { role }),
    ...(state !== (search ? 'all' : 'active') && { state }),
    ...(page > 1 && { page }),
  };
}

const EditUserDialog = lazyDialog(() => import('./edit-user-dialog.tsx'), 'EditUserDialog');
const BulkEditPeopleDialog = lazyDialog(
  () => import('./bulk-edit-people-dialog.tsx'),
  'BulkEditPeopleDialog',
);
const AddPersonDialog = lazyDialog(() => import('./add-person-dialog.tsx'), 'AddPersonDialog');

function AddPersonButton() {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  return (
    <>
      <AddButton
        label={t('add-person')}
        icon={<UserPlus aria-hidden className="size-5" />}
        onClick={() => setOpen(true)}
      />
      <AddPersonDialog
        open={open}
        onClose={() => setOpen(false)}
        onAdded={() => void invalidateLists(client)}
      />
    </>
  );
}
