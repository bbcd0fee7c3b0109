import { appError } from '@keydesk/shared/errors';
import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { useQueryClient } from '@tanstack/react-query';
import { serverMessage } from '../../lib/api.ts';
import { showError } from '../../ui/toast/show-toast.ts';
import { useDeleteUser } from './mutations.ts';
import { userOverviewQuery } from './queries.ts';

/**
 * Deletes or declines a person after asking. For people who still have keys it is refused before
 * that: nobody agrees to a deletion that cannot happen.
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
        return showError(appError('USER_HAS_KEYS', numbers).message);
      }
    } catch (cause) {
      return showError(serverMessage(cause, 'Failed to delete user'));
    }
    if (window.confirm(deletionQuestion(user))) remove.mutate(user.id);
  };
}

const noLoans: { openLoans: { keyNumber: string }[] } = { openLoans: [] };

function deletionQuestion({ name, state }: ManagedUser): string {
  return state === 'waiting'
    ? `Decline ${name}? They are kept out until you restore them.`
    : `Are you sure you want to delete ${name}? They are kept out until you restore them.`;
}
