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
import { useHasOpened, useMediaQuery } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { FiltersButton, SearchField } from '../../../ui/filters.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, PageHeader } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { ImportButton, ImportExportButtons } from '../imports/import-export-buttons.tsx';
import { SelectionBar, useSelection } from '../selection.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { roleOption, stateLabels } from './managed-user-parts.tsx';
import { invalidateLists, useConfirmedDeletion, useInvalidateUsers } from './mutations.ts';
import { type UserFilter, useUsers } from './queries.ts';
import { isSelectable, Pager, UserCards, UsersTable } from './users-table.tsx';

export function ManageUsersPage() {
  const invalidateUsers = useInvalidateUsers();
  const [open, setOpen] = useState(false);
  return (
    <>
      <PageHeader
        title={t('manage-users')}
        action={
          <>
            <div className={classNames('flex flex-wrap gap-2', !open && 'max-md:hidden')}>
              <ImportExportButtons kind="users" onApplied={invalidateUsers} />
              <ImportButton kind="cards" onApplied={() => undefined} />
            </div>
            <AddPersonButton />
          </>
        }
      />
      <ManageUsers {...useKeptUserFilter()} open={open} onOpen={setOpen} />
    </>
  );
}

type ManageUsersProps = {
  kept?: Partial<UserFilter>;
  keep?: (filter: UserFilter) => void;
  /** Whether phones show more than the search. */
  open?: boolean;
  onOpen?: (open: boolean) => void;
};

export function ManageUsers(props: ManageUsersProps) {
  const { kept = {}, keep, open = false, onOpen = () => undefined } = props;
  const users = useUsers(kept, keep);
  const [edited, setEdited] = useState<ManagedUser | null>(null);
  const formOpened = useHasOpened(edited !== null);
  const confirmDelete = useConfirmedDeletion(() => setEdited(null));
  const selection = useSelection<ManagedUser>(idOf);
  const [bulkEdited, setBulkEdited] = useState<readonly ManagedUser[] | null>(null);
  const bulkOpened = useHasOpened(bulkEdited !== null);
  const selectable = users.data?.users.filter(isSelectable) ?? [];
  const wide = useMediaQuery('(min-width: 48rem)');
  const List = wide ? UsersTable : UserCards;
  return (
    <>
      <UserFilterBar users={users} open={open} onOpen={onOpen} />
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
            <div className="card">
              <EmptyState
                icon={<UserSearch aria-hidden />}
                title={t('no-users-found')}
                text={keyText('try-other-terms')}
                action={
                  <Button variant="secondary" onClick={() => users.showState('all')}>
                    {t('show-all-users')}
                  </Button>
                }
              />
            </div>
          ) : (
            <>
              <List
                users={users.data.users}
                selectedIds={selection.ids}
                onSelect={selection.select}
                onEdit={setEdited}
                onDelete={confirmDelete}
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
      <SelectionBar
        label={t('selected-people')}
        ids={selection.items.map(idOf)}
        listed={selectable.map(idOf)}
        onSelectAll={() => selection.select(selectable, true)}
        onClear={selection.clear}
      >
        <Button size="small" onClick={() => setBulkEdited(selection.items)}>
          <Pencil aria-hidden className="size-4" />
          {selectionText('edit-selected')}
        </Button>
      </SelectionBar>
      {bulkOpened && (
        <BulkEditPeopleDialog
          people={bulkEdited}
          onClose={() => setBulkEdited(null)}
          onUpdated={selection.clear}
        />
      )}
      {formOpened && <EditUserDialog user={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

type UserFilterBarProps = {
  users: ReturnType<typeof useUsers>;
  open: boolean;
  onOpen: (open: boolean) => void;
};

function UserFilterBar({ users, open, onOpen }: UserFilterBarProps) {
  return (
    <search
      className={classNames(
        'mb-4 flex flex-col gap-3 md:flex-row',
        !open && '*:not-first:max-md:hidden',
      )}
    >
      <div className="flex flex-1 gap-2 md:max-w-md">
        <SearchField
          value={users.term}
          onChange={users.setTerm}
          placeholder={t('search-users')}
          className="flex-1"
        />
        <FiltersButton open={open} onOpen={onOpen} className="md:hidden" />
      </div>
      <SelectField
        label={fieldText('role')}
        hideLabel
        value={users.role}
        options={[{ value: 'all', label: t('all-roles') }, ...roles.map(roleOption)]}
        onChange={users.setRole}
        className="md:w-44 [&_select]:min-h-12"
      />
      <SelectField
        label={fieldText('state')}
        hideLabel
        value={users.state}
        options={listedStates.map((value) => ({ value, label: t(stateLabels[value]) }))}
        onChange={users.setState}
        className="md:w-40 [&_select]:min-h-12"
      />
    </search>
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

const BulkEditPeopleDialog = lazyComponent(
  () => import('./bulk-edit-people-dialog.tsx'),
  'BulkEditPeopleDialog',
);
const AddPersonDialog = lazyComponent(() => import('./add-person-dialog.tsx'), 'AddPersonDialog');

function AddPersonButton() {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const dialogOpened = useHasOpened(open);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden className="size-4" />
        {t('add-person')}
      </Button>
      {dialogOpened && (
        <AddPersonDialog
          open={open}
          onClose={() => setOpen(false)}
          onAdded={() => void invalidateLists(client)}
        />
      )}
    </>
  );
}
