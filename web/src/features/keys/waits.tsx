import { isDesk, may } from '@keydesk/shared/http/roles';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/waits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';
import { useChange } from '../../ui/use-change.ts';

const ownWaitsQuery = queryOptions({
  queryKey: ['own-waits'],
  queryFn: async ({ signal }) =>
    (await call(api.ownWaits, { signal })).data.waits.map(({ keyId }) => keyId),
  // Everyone who waits is notified at its return, which ends the wait.
  meta: {
    staleOn: {
      key: ({ key }, answer) =>
        key.status === 'available' &&
        (answer as readonly string[] | undefined)?.includes(key._id) === true,
    },
  },
});

export function WaitButton({ item }: { item: Key }) {
  const wait = useWait(item);
  if (!wait) return null;
  if (wait.retry) return <ErrorState message={t('not-read')} onRetry={wait.retry} />;
  return (
    <div>
      <ActionButton
        variant="secondary"
        aria-pressed={wait.waiting}
        busy={wait.busy}
        onClick={wait.toggle}
      >
        {!wait.busy && <WaitIcon waiting={wait.waiting} />}
        {t(wait.waiting ? 'stop' : 'ask')}
      </ActionButton>
      {wait.waiting && (
        <p role="status" className="mt-2 text-sm text-muted">
          {t('first-served')}
        </p>
      )}
    </div>
  );
}

export function WaitIconButton({ item }: { item: Key }) {
  const wait = useWait(item, (waiting) =>
    // Only the icon changes, which is easily missed.
    showSuccess(t(waiting ? 'notified-when-back' : 'waits-no-more', item)),
  );
  if (!wait) return null;
  if (wait.retry) {
    const label = t('not-read-of', item);
    return (
      <ActionButton
        variant="secondary"
        size="small"
        title={label}
        aria-label={label}
        onClick={wait.retry}
      >
        {actionText('try-again')}
      </ActionButton>
    );
  }
  return (
    <ActionIconButton
      label={t(wait.waiting ? 'stop-for' : 'ask-for', item)}
      icon={<WaitIcon waiting={wait.waiting} />}
      aria-pressed={wait.waiting}
      disabled={wait.busy}
      onClick={wait.toggle}
    />
  );
}

function WaitIcon({ waiting }: { waiting: boolean }) {
  return waiting ? (
    <BellRing aria-hidden className="size-4.5 text-accent" />
  ) : (
    <Bell aria-hidden className="size-4.5" />
  );
}

/**
 * The reader's wait for a key, or a retry after a failed read. Null while loading, if nothing can
 * be awaited, and for the desk, which sees the key anyway.
 */
function useWait(item: Key, onChanged?: (waiting: boolean) => void) {
  const user = useUser();
  const offered =
    user !== null &&
    may(user.role, 'borrowKeys') &&
    !isDesk(user.role) &&
    item.loanId !== null &&
    !isHeldBy(item, user.id);
  const { data: waits, isError, refetch } = useQuery({ ...ownWaitsQuery, enabled: offered });
  const waiting = waits?.includes(item._id) ?? false;
  const params = { id: item._id };
  const toggle = useChange(
    async () => (waiting ? call(api.stopWaiting, { params }) : call(api.waitForKey, { params })),
    {
      onDone: () => onChanged?.(!waiting),
      failure: getErrorMessage,
      refetch: (client) => invalidateAndRefetch(client, { queryKey: ownWaitsQuery.queryKey }),
    },
  );
  if (!offered) return null;
  if (!waits) return isError ? { retry: () => void refetch() } : null;
  return { retry: null, waiting, busy: toggle.isPending, toggle: () => toggle.mutate() };
}
