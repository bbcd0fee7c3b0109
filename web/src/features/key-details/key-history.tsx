import { isDesk } from '@keydesk/shared/users/role';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';
import { useRefetchOnKeyEvents } from '../../lib/live/refetch-on-events.ts';
import { useUser } from '../../lib/session.ts';
import { PersonLink } from '../../ui/record-link.tsx';
import { LoanHistory, LoanItem } from './loan-history.tsx';

type KeyHistoryProps = { keyId: string; heading?: 'h2' | 'h3' };

/** The loans of a key that the reader may see. */
export function KeyHistory({ keyId, heading = 'h3' }: KeyHistoryProps) {
  const query = keyHistoryQuery(keyId);
  useRefetchOnKeyEvents(query.queryKey, ({ key }) => key._id === keyId);
  const desk = isDesk(useUser()?.role ?? 'pending');
  return (
    <LoanHistory
      id="key-history"
      heading={heading}
      history={useInfiniteQuery(query)}
      empty={desk ? 'This key has never been out.' : 'You have not had this key yet.'}
      renderLoan={(loan) => (
        <LoanItem
          key={loan._id}
          loan={loan}
          heading={<PersonLink id={loan.holder.id}>{loan.holder.name}</PersonLink>}
        />
      )}
    />
  );
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
