import { isDisputable } from '@keydesk/shared/handovers/dispute-window';
import type { Notification } from '@keydesk/shared/notifications/notification';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { updateQueryData } from '../../lib/query-client.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { withDisputed } from './notification-cache.ts';
import { notificationsQuery } from './queries.ts';

type NotMeProps = { item: Notification; now: number; className?: string };

/**
 * Below the news that a key was handed to the reader without their code: the button with which they
 * say that it was not them, for a day; then that they said so.
 */
export function NotMe({ item, now, className }: NotMeProps) {
  const client = useQueryClient();
  const { loanId, disputed, createdAt } = item;
  const sending = useMutation({ mutationFn: () => disputeLoan(client, loanId ?? '') });
  if (!loanId || !isLent(item)) return null;
  if (disputed)
    return (
      <p className={className}>
        <span className="inline-flex items-center gap-1.5 text-sm font-medium text-out">
          <Check aria-hidden className="size-4" />
          You said that this was not you. The desk has been told.
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

/** Whether a key was handed to the reader without their code. Older messages do not say their kind. */
export function isLent({ kind, loanId }: Pick<Notification, 'kind' | 'loanId'>): boolean {
  return loanId !== undefined && (kind === undefined || kind === 'lent');
}

/** Tells the desk that the reader was not handed this key; reports how that went. */
export async function disputeLoan(client: QueryClient, loanId: string): Promise<void> {
  try {
    await call(api.disputeLoan, { params: { id: loanId } });
    updateQueryData(client, notificationsQuery.queryKey, (cached) => withDisputed(cached, loanId));
    showSuccess('Thank you. The desk has been told.');
  } catch (cause) {
    showError(getErrorMessage(cause));
  }
}
