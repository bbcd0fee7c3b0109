import { isDesk } from '@keydesk/shared/users/role';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { keyHistoryQuery } from './key-history.queries.ts';
import { LoanItem } from './loan-item.tsx';
import { useLiveHistory } from './use-live-history.ts';

/** The loans of a key that the reader may see, older ones on demand. */
export const KeyHistory = ({ keyId }: { keyId: string }) => {
  useLiveHistory(keyId);
  const desk = isDesk(useUser()?.role ?? 'pending');
  const history = useInfiniteQuery(keyHistoryQuery(keyId));
  const loans = history.data?.pages.flatMap((page) => page.loans);
  return (
    <section aria-labelledby="key-history">
      <h3 id="key-history" className="text-base font-semibold">
        History
      </h3>
      {history.isPending && <Loading label="Loading history..." />}
      {history.error && !loans && (
        <ErrorState message={messageOf(history.error)} onRetry={() => void history.refetch()} />
      )}
      {loans?.length === 0 && (
        <p className="py-3 text-muted">
          {desk ? 'This key has never been out.' : 'You have not had this key yet.'}
        </p>
      )}
      {loans && loans.length > 0 && (
        <ul className="divide-y divide-line">
          {loans.map((loan) => (
            <LoanItem key={loan._id} loan={loan} />
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
};
