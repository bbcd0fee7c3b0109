import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { onKeyEvent, onKeyListChanged } from '../../lib/live/events.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { KeyLink } from '../../ui/record-link.tsx';
import { LoanItem } from './loan-item.tsx';

/** The keys that a person had, newest first; older ones on demand. For admins. */
export function PersonHistory({ userId }: { userId: string }) {
  useLiveHistory(userId);
  const history = useInfiniteQuery(personHistoryQuery(userId));
  const loans = history.data?.pages.flatMap((page) => page.loans);
  return (
    <section aria-labelledby="person-history">
      <h2 id="person-history" className="text-base font-semibold">
        History
      </h2>
      {history.isPending && <Loading label="Loading history..." />}
      {history.error && !loans && (
        <ErrorState
          message={getErrorMessage(history.error)}
          onRetry={() => void history.refetch()}
        />
      )}
      {loans?.length === 0 && <p className="py-3 text-muted">They have never had a key.</p>}
      {loans && loans.length > 0 && (
        <ul className="divide-y divide-line">
          {loans.map((loan) => (
            <LoanItem
              key={loan._id}
              loan={{ ...loan, holder: { id: userId } }}
              heading={<PastKey loanKey={loan.key} />}
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

type PastKeyProps = {
  loanKey: { id: string; keyNumber: string; keyName: string; isActive: boolean };
};

function PastKey({ loanKey: { id, keyNumber, keyName, isActive } }: PastKeyProps) {
  return (
    <>
      <KeyLink id={id} className="key-number">
        {keyNumber}
      </KeyLink>{' '}
      {keyName}
      {!isActive && <span className="text-sm font-normal text-muted"> (deleted)</span>}
    </>
  );
}

/** Refetches a person's history whenever a key of theirs, or the whole list, changes. */
function useLiveHistory(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetchHistory = () => {
      const { queryKey } = personHistoryQuery(userId);
      // A page that is being loaded is not cancelled.
      void invalidateAndRefetch(client, { queryKey }, { cancelRefetch: false });
    };
    const stopEvents = onKeyEvent(({ requestingUserId, originalUserId }) => {
      if (requestingUserId === userId || originalUserId === userId) refetchHistory();
    });
    const stopListChanges = onKeyListChanged(refetchHistory);
    return () => {
      stopEvents();
      stopListChanges();
    };
  }, [client, userId]);
}

/** Which keys a person had when, newest first, page by page. */
function personHistoryQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['person-history', id],
    queryFn: async ({ pageParam: before, signal }) =>
      (await call(api.userLoans, { params: { id }, query: { before }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.loans.at(-1)?._id : undefined),
  });
}
