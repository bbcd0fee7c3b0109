import { isDisputable } from '@keydesk/shared/handovers/dispute-window';
import type { Notification } from '@keydesk/shared/notifications/notification';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { type CachedNotifications, withDisputed } from './notification-cache.ts';
import { notificationsQuery } from './queries.ts';

type NotMeProps = { item: Notification; now: number; className?: string };

/**
 * Below the news of what was done in the reader's name, a key handed over without their code or a
 * duty begun by their PIN: the button with which they say that it was not them, for a day; then that
 * they said so.
 */
export function NotMe({ item, now, className }: NotMeProps) {
  const client = useQueryClient();
  const { dutyId, disputed, createdAt } = item;
  const sending = useMutation({ mutationFn: () => dispute(client, item) });
  if (!isInOnesName(item)) return null;
  if (disputed)
    return (
      <p className={className}>
        <span className="inline-flex items-center gap-1.5 text-sm font-medium text-out">
          <Check aria-hidden className="size-4" />
          You said that this was not you. {dutyId ? 'The admins have' : 'The desk has'} been told.
        </span>
      </p>
    );
  if (!isDisputable(new Date(createdAt), now)) return null;
  return (
    <p className={className}>
      <ActionButton
        variant="secondary"
        size="small"
        busy={sending.isPending}
        onClick={() => sending.mutate()}
      >
        Not me
      </ActionButton>
    </p>
  );
}

type Deed = Pick<Notification, 'kind' | 'loanId' | 'dutyId'>;

/** Whether something was done in the reader's name. Older messages do not say their kind. */
export function isInOnesName({ kind, loanId, dutyId }: Deed): boolean {
  return dutyId !== undefined || (loanId !== undefined && (kind === undefined || kind === 'lent'));
}

/** Says that it was not the reader; reports how that went. */
export async function dispute(client: QueryClient, { loanId, dutyId }: Deed): Promise<void> {
  try {
    const { message } = dutyId
      ? await call(api.disputeDuty, { params: { id: dutyId } })
      : await call(api.disputeLoan, { params: { id: loanId ?? '' } });
    client.setQueriesData<CachedNotifications>(
      { queryKey: notificationsQuery.queryKey },
      (cached) => cached && withDisputed(cached, dutyId ?? loanId),
    );
    showSuccess(message ?? 'Thank you. The desk has been told.');
  } catch (cause) {
    showError(getErrorMessage(cause));
  }
}
