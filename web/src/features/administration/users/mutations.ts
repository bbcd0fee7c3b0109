import type {
  BulkUserChanges,
  ManagedUser,
  UserChanges,
} from '@keydesk/shared/administration/people';
import { appError } from '@keydesk/shared/core/errors';
import type { SettableState } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/users';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api, call, serverMessage } from '../../../lib/api.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { beginSession, session } from '../../../lib/session.ts';
import { saveSeen } from '../../../lib/stale.ts';
import { showError } from '../../../ui/toast/show-toast.ts';
import { useChange } from '../../../ui/use-change.ts';
import { userDetailsQuery, userOverviewQuery, usersRoot, waitingCountKey } from './queries.ts';

/** The form of one person is left out: it reads its data when it opens. */
export function useInvalidateUsers() {
  const client = useQueryClient();
  const [, formKey] = userDetailsQuery('').queryKey;
  return () =>
    Promise.all([
      invalidateAndRefetch(client, {
        queryKey: usersRoot,
        predicate: ({ queryKey }) => queryKey[1] !== formKey,
      }),
      invalidateAndRefetch(client, { queryKey: waitingCountKey }),
    ]);
}

/** For changes that do not affect who is accepted or waiting. */
export function invalidateLists(client: QueryClient) {
  return invalidateAndRefetch(client, { queryKey: usersRoot });
}

export function useUpdateUser() {
  const invalidateUsers = useInvalidateUsers();
  return useChange(
    ({ user, changes }: { user: ManagedUser; changes: UserChanges }) =>
      saveSeen(user, changes, (version) =>
        call(api.updateUser, { params: { id: user.id }, body: { ...changes, version } }),
      ),
    {
      says: t('updated'),
      onDone: ({ data: { user } }) => {
        // Changes to the reader's own account apply everywhere at once.
        if (user.id === session.get().user?.id) beginSession(user);
      },
      failure: (cause) => serverMessage(cause, t('failed-to-update-user')),
      refetch: () => void invalidateUsers(),
    },
  );
}

type BulkUpdate = { userIds: readonly string[]; changes: BulkUserChanges };

export function useUpdateUsers(onUpdated: () => void) {
  return useChange(
    ({ userIds, changes }: BulkUpdate) =>
      call(api.updateUsers, { body: { userIds: [...userIds], changes } }),
    { onDone: onUpdated, refetch: useInvalidateUsers() },
  );
}

export function useAllowVisitor() {
  return useChange((id: string) => call(api.allowVisitor, { params: { id } }), {
    says: t('allowed-again'),
    failure: (cause) => serverMessage(cause, t('failed-to-update-user')),
    refetch: invalidateLists,
  });
}

export function useConfirmDepartment() {
  return useChange(
    (id: string) =>
      call(api.updateUsers, { body: { userIds: [id], changes: { departmentConfirmed: true } } }),
    {
      says: t('department-confirmed'),
      failure: (cause) => serverMessage(cause, t('failed-to-update-user')),
      refetch: invalidateLists,
    },
  );
}

function useDeleteUser(onDeleted: () => void) {
  return useChange((id: string) => call(api.deleteUser, { params: { id } }), {
    says: t('deleted'),
    onDone: onDeleted,
    failure: (cause) => serverMessage(cause, t('failed-to-delete')),
    refetch: useInvalidateUsers(),
  });
}

export function useSignOutEverywhere() {
  return useChange((id: string) => call(api.signOutEverywhere, { params: { id } }), {
    failure: (cause) => serverMessage(cause, t('failed-to-sign-out')),
    refetch: invalidateLists,
  });
}

export function useEraseUser() {
  return useChange((id: string) => call(api.eraseUser, { params: { id } }), {
    refetch: invalidateLists,
  });
}

export function useSetUserState() {
  return useChange(
    ({ id, state }: { id: string; state: SettableState }) =>
      call(api.setUserState, { params: { id }, body: { state } }),
    {
      failure: (cause) => serverMessage(cause, t('failed-to-update-user')),
      refetch: useInvalidateUsers(),
    },
  );
}

/**
 * Deletes or declines a person after asking. If they still have keys it refuses before that: no one
 * should confirm a deletion that must fail.
 */
export function useConfirmedDeletion(onDeleted: () => void): (user: ManagedUser) => Promise<void> {
  const client = useQueryClient();
  const remove = useDeleteUser(onDeleted);
  return async (user) => {
    try {
      // The list may be older than the last return.
      const { openLoans } =
        user.openLoans > 0 ? await client.fetchQuery(userOverviewQuery(user.id)) : noLoans;
      if (openLoans.length > 0) {
        const numbers = openLoans.map(({ keyNumber }) => keyNumber).join(', ');
        return showError(appError('USER_HAS_KEYS', { numbers }).message);
      }
    } catch (cause) {
      return showError(serverMessage(cause, t('failed-to-delete')));
    }
    if (window.confirm(deletionQuestion(user))) remove.mutate(user.id);
  };
}

const noLoans: { openLoans: { keyNumber: string }[] } = { openLoans: [] };

function deletionQuestion({ name, state }: ManagedUser): string {
  return t(state === 'waiting' ? 'decline-question' : 'delete-question', { name });
}
