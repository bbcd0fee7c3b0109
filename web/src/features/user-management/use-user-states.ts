import type { SettableState } from '@keydesk/shared/users/person-state';
import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';
import { serverSaid } from '../../lib/server-said.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { useReadUsersAnew } from './use-user-changes.ts';

/** Forgets who a removed person was. */
export function useEraseUser() {
  const reread = useReadUsersAnew();
  return useMutation({
    mutationFn: async (id: string) => await call(api.eraseUser, { params: { id } }),
    onSuccess: ({ message }) => {
      showSuccess(message);
      return reread();
    },
    onError: (cause) => showError(serverSaid(cause, 'Failed to erase user')),
  });
}

/** Suspends, restores or accepts a person. */
export function useSetUserState(onSet?: () => void) {
  const reread = useReadUsersAnew();
  return useMutation({
    mutationFn: async ({ id, state }: { id: string; state: SettableState }) =>
      await call(api.setUserState, { params: { id }, body: { state } }),
    onSuccess: ({ message }) => {
      if (message) showSuccess(message);
      onSet?.();
      return reread();
    },
    onError: (cause) => showError(serverSaid(cause, 'Failed to update user')),
  });
}
