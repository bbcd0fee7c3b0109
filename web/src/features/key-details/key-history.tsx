import { isDesk } from '@keydesk/shared/users/role';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { onKeyEvent, onKeyListChanged } from '../../lib/live/events.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PersonLink } from '../../ui/record-link.tsx';
import { LoanItem } from './loan-item.tsx';

type KeyHistoryProps = { keyId: string; heading?: 'h2' | 'h3' };

/** The loans of a key that the reader may see; older ones on demand. */
export function KeyHistory({ keyId, heading: Heading = 'h3' }: KeyHistoryProps) {
  useLiveHistory(keyId);
  const desk = isDesk(useUser()?.role ?? 'pending');
  const history = useInfiniteQuery(keyHistoryQuery(keyId));
  const loans = history.data?.pages.flatMap((page) => page.loans);
  return (
    <section aria-labelledby="key-history">
      <Heading id="key-history" className="text-base font-semibold">
        History
      </Heading>
      {history.isPending && <Loading label="Loading history..." />}
      {history.error && !loans && (
        <ErrorState
          message={getErrorMessage(history.error)}
          onRetry={() => void history.refetch()}
        />
      )}
      {loans?.length === 0 && (
        <p className="py-3 text-muted">
          {desk ? 'This key has never been out.' : 'You have not had this key yet.'}
        </p>
      )}
      {loans && loans.length > 0 && (
        <ul className="divide-y divide-line">
          {loans.map((loan) => (
            <LoanItem
              key={loan._id}
              loan={loan}
              heading={<PersonLink id={loan.holder.id}>{loan.holder.name}</PersonLink>}
            />
          ))}
        </ul>
      )}
      {history.hasNextPage && (
        <ActionButton
          variant="secondary"
          className="mt-2 w-full"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Load More
        </ActionButton>
      )}
    </section>
  );
}

/** Refetches the history of a key whenever that key, or the whole list, changes. */
function useLiveHistory(id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetchHistory = () => {
      const { queryKey } = keyHistoryQuery(id);
      // A page that is being loaded is not cancelled.
      void invalidateAndRefetch(client, { queryKey }, { cancelRefetch: false });
    };
    const stopEvents = onKeyEvent(({ key }) => {
      if (key._id === id) refetchHistory();
    });
    const stopListChanges = onKeyListChanged(refetchHistory);
    return () => {
      stopEvents();
      stopListChanges();
    };
  }, [client, id]);
}

/** Who had a key when, newest first, page by page. */
function keyHistoryQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['key-history', id],
    queryFn: async ({ pageParam: before, signal }) =>
      (await call(api.keyHistory, { params: { id }, query: { before }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.loans.at(-1)?._id : undefined),
  });
}
