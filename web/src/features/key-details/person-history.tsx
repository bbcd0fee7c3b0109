import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';
import { isAboutPerson, useRefetchOnKeyEvents } from '../../lib/live/refetch-on-events.ts';
import { KeyNumber } from '../../ui/key-number.tsx';
import { LoanHistory, LoanItem } from './loan-history.tsx';

/** The keys that a person had. For admins. */
export function PersonHistory({ userId }: { userId: string }) {
  const query = personHistoryQuery(userId);
  useRefetchOnKeyEvents(query.queryKey, (event) => isAboutPerson(event, userId));
  return (
    <LoanHistory
      id="person-history"
      heading="h2"
      history={useInfiniteQuery(query)}
      empty="They have never had a key."
      renderLoan={(loan) => (
        <LoanItem
          key={loan._id}
          loan={{ ...loan, holder: { id: userId } }}
          heading={<PastKey loanKey={loan.key} />}
        />
      )}
    />
  );
}

type PastKeyProps = {
  loanKey: { id: string; keyNumber: string; keyName: string; isActive: boolean };
};

function PastKey({ loanKey: { id, keyNumber, keyName, isActive } }: PastKeyProps) {
  return (
    <>
      <KeyNumber number={keyNumber} linkTo={id} /> {keyName}
      {!isActive && <span className="text-sm font-normal text-muted"> (deleted)</span>}
    </>
  );
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
