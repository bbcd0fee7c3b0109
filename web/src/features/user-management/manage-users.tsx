import type { ManagedUser } from '@keydesk/shared/dashboard/dashboard';
import { UserSearch } from 'lucide-react';
import { useState } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { Pager } from './pager.tsx';
import { useDeleteUser } from './use-user-changes.ts';
import { useUsers } from './use-users.ts';
import { UserCards } from './user-cards.tsx';
import { UserFilters } from './user-filters.tsx';
import { UsersTable } from './users-table.tsx';
import { WaitingPeople } from './waiting-people.tsx';

/** `opening` tells one visit to the form from the next, so that each begins afresh. */
type Editing = { user: ManagedUser; open: boolean; opening: number };

const deletionQuestion = ({ name, state }: ManagedUser): string =>
  state === 'waiting'
    ? `Decline ${name}? They are kept out until you restore them.`
    : `Are you sure you want to delete ${name}? They are kept out until you restore them.`;

/** Everyone: find, edit, suspend, delete and restore them. */
export const ManageUsers = () => {
  const users = useUsers();
  const [edited, setEdited] = useState<Editing | null>(null);
  const remove = useDeleteUser(() => setEdited(null));
  const wide = useMediaQuery('(min-width: 768px)');
  const List = wide ? UsersTable : UserCards;
  const confirmDelete = (user: ManagedUser) => {
    if (window.confirm(deletionQuestion(user))) remove.mutate(user.id);
  };
  return (
    <>
      <UserFilters
        term={users.term}
        onTerm={users.setTerm}
        role={users.role}
        onRole={users.setRole}
        state={users.state}
        onState={users.setState}
      />
      {users.state !== 'waiting' && (
        <WaitingPeople count={users.data?.waiting ?? 0} onShow={() => users.showState('waiting')} />
      )}
      {users.loading && <Loading label="Loading users..." />}
      {users.failure && !users.data && (
        <div className="card">
          <ErrorState message={users.failure} onRetry={users.retry} />
        </div>
      )}
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
                  <Button variant="secondary" onClick={() => users.showState('active')}>
                    Show all users
                  </Button>
                }
              />
            </div>
          ) : (
            <>
              <List
                users={users.data.users}
                onEdit={(user) =>
                  setEdited({ user, open: true, opening: (edited?.opening ?? 0) + 1 })
                }
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
      {edited && (
        <EditUserDialog
          key={edited.opening}
          user={edited.user}
          open={edited.open}
          onClose={() => setEdited({ ...edited, open: false })}
        />
      )}
    </>
  );
};
