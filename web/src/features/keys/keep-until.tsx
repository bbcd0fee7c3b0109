import { recallText } from '@keydesk/shared/access/refusal-cause';
import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/waits';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { untilText } from '../../lib/due.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { keysRoot } from './queries.ts';

export function OwnKeyMore({ item }: { item: Key }) {
  return item.recalledAt ? <RecallNotice item={item} /> : <KeepUntil item={item} />;
}

function RecallNotice({ item }: { item: Key }) {
  if (!item.recalledAt || item.dueAt === null) return null;
  const late = Date.parse(item.dueAt) <= serverNow();
  return (
    <p className="mb-1.5 text-sm text-pretty">
      <span className="font-semibold text-overdue">
        {t('recalled', {
          late: late ? 'yes' : 'no',
          when: untilText(item.dueAt),
        })}
      </span>
      <span className="block wrap-anywhere">{recallText(item)}</span>
    </p>
  );
}

/** Read again with the keys. */
const ownExtensionsQuery = queryOptions({
  queryKey: [...keysRoot, 'extensions'],
  queryFn: async ({ signal }) => (await call(api.ownExtensions, { signal })).data.offers,
});

/** An extension may become possible without any event. */
const refetchEveryMs = 60_000;

/** Extends the reader's own loan in one step, or says why that is impossible. */
export function KeepUntil({ item }: { item: Key }) {
  const client = useQueryClient();
  const { data: offers, isError } = useQuery({
    ...ownExtensionsQuery,
    refetchInterval: refetchEveryMs,
  });
  const isOffline = useConnection() === 'offline';
  const refetch = () => void invalidateAndRefetch(client, { queryKey: keysRoot });
  const keep = useMutation({
    mutationFn: async (loanId: string) =>
      (await call(api.extendLoan, { params: { id: loanId }, body: {} })).data,
    onSuccess: ({ key, dueAt }) => {
      showSuccess(t('may-keep', { keyNumber: key.keyNumber, when: untilText(dueAt) }));
      refetch();
    },
    onError: (cause) => {
      showError(getErrorMessage(cause));
      refetch();
    },
  });
  if (!offers && isError)
    // The page already says that it is offline, and refetches later.
    return isOffline ? null : (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {t('offer-not-read')}
        <ActionButton variant="secondary" size="small" onClick={refetch}>
          {t.rich('try-again-for', { hidden, keyNumber: item.keyNumber })}
        </ActionButton>
      </div>
    );
  const offer = offers?.find(({ loanId }) => loanId === item.loanId);
  if (!offer) return null;
  const { loanId, until, why } = offer;
  if (until === null) return why && <p className="text-sm text-pretty text-muted">{why}</p>;
  return (
    <ActionButton
      variant="secondary"
      size="small"
      busy={keep.isPending}
      onClick={() => keep.mutate(loanId)}
    >
      <CalendarClock aria-hidden className="size-4.5 text-accent" />
      {t.rich('keep-until', {
        when: untilText(until),
        hidden,
        keyNumber: item.keyNumber,
      })}
    </ActionButton>
  );
}

function hidden(words: ReactNode) {
  return (
    <span key="hidden" className="sr-only">
      {words}
    </span>
  );
}
