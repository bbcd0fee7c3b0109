import type { UserChanges } from '@keydesk/shared/users/managed-user';
import type { SettableState } from '@keydesk/shared/users/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call, serverMessage } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { beginSession, session } from '../../lib/session.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { usersRoot, waitingCountKey } from './queries.ts';

/** Returns a function that refetches the lists of people, and how many wait. */
export function useInvalidateUsers() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      invalidateAndRefetch(client, { queryKey: usersRoot }),
      invalidateAndRefetch(client, { queryKey: waitingCountKey }),
    ]);
}

/** The same after what leaves everybody accepted or waiting as they are. */
function useInvalidateLists() {
  const client = useQueryClient();
  return () => invalidateAndRefetch(client, { queryKey: usersRoot });
}

/** Changes a person's name, email or role. */
export function useUpdateUser() {
  const invalidateUsers = useInvalidateUsers();
  return useMutation({
    mutationFn: async ({ id, changes }: { id: string; changes: UserChanges }) =>
      (await call(api.updateUser, { params: { id }, body: changes })).data.user,
    onSuccess: (user) => {
      showSuccess('User updated successfully');
      // Changes to oneself show everywhere at once.
      if (user.id === session.get().user?.id) beginSession(user);
      void invalidateUsers();
    },
    onError: (cause) => showError(serverMessage(cause, 'Failed to update user')),
  });
}

/** Deletes a person; the server refuses while they have keys. */
export function useDeleteUser(onDeleted: () => void) {
  const invalidateUsers = useInvalidateUsers();
  return useMutation({
    mutationFn: async (id: string) => await call(api.deleteUser, { params: { id } }),
    onSuccess: () => {
      showSuccess('User deleted successfully');
      onDeleted();
      return invalidateUsers();
    },
    onError: (cause) => showError(serverMessage(cause, 'Failed to delete user')),
  });
}

/** Ends every session of a person. */
export function useSignOutEverywhere() {
  const invalidateLists = useInvalidateLists();
  return useMutation({
    mutationFn: async (id: string) => await call(api.signOutEverywhere, { params: { id } }),
    onSuccess: ({ message }) => {
      showSuccess(message);
      return invalidateLists();
    },
    onError: (cause) => showError(serverMessage(cause, 'Failed to sign out everywhere')),
  });
}

/** Erases the personal data of a removed person. */
export function useEraseUser() {
  const invalidateLists = useInvalidateLists();
  return useMutation({
    mutationFn: async (id: string) => await call(api.eraseUser, { params: { id } }),
    onSuccess: ({ message }) => {
      showSuccess(message);
      return invalidateLists();
    },
    onError: (cause) => showError(serverMessage(cause, 'Failed to erase user')),
  });
}

/** Suspends, restores or accepts a person. */
export function useSetUserState(onSet?: () => void) {
  const invalidateUsers = useInvalidateUsers();
  return useMutation({
    mutationFn: async ({ id, state }: { id: string; state: SettableState }) =>
      await call(api.setUserState, { params: { id }, body: { state } }),
    onSuccess: ({ message }) => {
      if (message) showSuccess(message);
      onSet?.();
      return invalidateUsers();
    },
    onError: (cause) => showError(serverMessage(cause, 'Failed to update user')),
  });
}
