import type { UserChanges } from '@keydesk/shared/dashboard/dashboard';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';
import { readAnew } from '../../lib/read-anew.ts';
import { serverSaid } from '../../lib/server-said.ts';
import { beginSession, session } from '../../lib/session.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { usersRoot } from './users.queries.ts';

/** Has the lists of people read anew. */
export const useReadUsersAnew = () => {
  const client = useQueryClient();
  return () => readAnew(client, { queryKey: usersRoot });
};

/** Changes a person's name, email or role. */
export const useUpdateUser = (onUpdated: () => void) => {
  const reread = useReadUsersAnew();
  return useMutation({
    mutationFn: async ({ id, changes }: { id: string; changes: UserChanges }) =>
      (await call(api.updateUser, { params: { id }, body: changes })).data.user,
    onSuccess: (user) => {
      showSuccess('User updated successfully');
      // Whoever changes themselves sees it everywhere at once.
      if (user.id === session.get().user?.id) beginSession(user);
      onUpdated();
      return reread();
    },
    onError: (cause) => showError(serverSaid(cause, 'Failed to update user')),
  });
};

/** Deletes a person; the server refuses while keys are out with them. */
export const useDeleteUser = (onDeleted: () => void) => {
  const reread = useReadUsersAnew();
  return useMutation({
    mutationFn: async (id: string) => await call(api.deleteUser, { params: { id } }),
    onSuccess: () => {
      showSuccess('User deleted successfully');
      onDeleted();
      return reread();
    },
    onError: (cause) => showError(serverSaid(cause, 'Failed to delete user')),
  });
};

/** Ends every session of a person. */
export const useSignOutEverywhere = () => {
  const reread = useReadUsersAnew();
  return useMutation({
    mutationFn: async (id: string) => await call(api.signOutEverywhere, { params: { id } }),
    onSuccess: ({ message }) => {
      showSuccess(message);
      return reread();
    },
    onError: (cause) => showError(serverSaid(cause, 'Failed to sign out everywhere')),
  });
};
