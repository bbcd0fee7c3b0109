import { plural } from '@keydesk/shared/plural';
import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { roleLabels, roles } from '@keydesk/shared/users/role';
import { userStates } from '@keydesk/shared/users/user';
import { Hourglass, UserSearch } from 'lucide-react';
import { useState } from 'react';
import { useHasOpened, useMediaQuery } from '../../lib/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField, type SelectOption } from '../../ui/select-field.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { type UserFilter, useUsers } from './queries.ts';
import { useConfirmedDeletion } from './use-confirmed-deletion.ts';
import { stateLabels } from './user-labels.tsx';
import { Pager, UserCards, UsersTable } from './users-table.tsx';

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
      <UserFilterBar
        term={users.term}
        onTerm={users.setTerm}
        role={users.role}
        onRole={users.setRole}
        state={users.state}
        onState={users.setState}
      />
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
function UserFilterBar({ term, onTerm, role, onRole, state, onState }: UserFilterBarProps) {
  return (
    <search className="mb-4 flex flex-col gap-3 sm:flex-row">
      <SearchField
        value={term}
        onChange={onTerm}
        placeholder="Search users..."
        className="flex-1 sm:max-w-md"
      />
      <SelectField
        label="Role"
        hideLabel
        value={role}
        options={roleOptions}
        onChange={onRole}
        className="sm:w-44 [&_select]:min-h-12"
      />
      <SelectField
        label="State"
        hideLabel
        value={state}
        options={stateOptions}
        onChange={onState}
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

type UserFilterBarProps = {
  term: string;
  onTerm: (term: string) => void;
  role: UserFilter['role'];
  onRole: (role: UserFilter['role']) => void;
  state: UserFilter['state'];
  onState: (state: UserFilter['state']) => void;
};

const roleOptions: readonly SelectOption<UserFilter['role']>[] = [
  { value: 'all', label: 'All roles' },
  ...roles.map((role) => ({ value: role, label: roleLabels[role] })),
];

const stateOptions: readonly SelectOption<UserFilter['state']>[] = [
  ...userStates.map((state) => ({ value: state, label: stateLabels[state] })),
  { value: 'all', label: 'All states' },
];

type WaitingUsersNoticeProps = { count: number; onShow: () => void };
