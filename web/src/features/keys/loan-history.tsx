import { isDesk } from '@keydesk/shared/http/roles';
import type { KeyLoan } from '@keydesk/shared/loans/loan';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { CircleCheck, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, call } from '../../lib/api.ts';
import { formatDateTime, formatDateTimeRange } from '../../lib/format.ts';
import { isAboutPerson, useRefetchOnKeyEvents } from '../../lib/live/events.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { KeyNumber, PersonLink } from '../../ui/record-link.tsx';

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

type LoanHistoryProps<Loan> = {
  /** The id of its heading. */
  id: string;
  heading: 'h2' | 'h3';
  history: UseInfiniteQueryResult<InfiniteData<{ loans: readonly Loan[] }>>;
  /** Shown if there are no loans. */
  empty: string;
  /** Renders a loan as a `LoanItem`. */
  renderLoan: (loan: Loan) => ReactNode;
};

/** Loans page by page, older ones on demand. */
function LoanHistory<Loan>(props: LoanHistoryProps<Loan>) {
  const { id, heading: Heading, history, empty, renderLoan } = props;
  const loans = history.data?.pages.flatMap((page) => page.loans);
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="text-base font-semibold">
        History
      </Heading>
      <QueryState query={history} loading="Loading history..." />
      {loans?.length === 0 && <p className="py-3 text-muted">{empty}</p>}
      {loans && loans.length > 0 && (
        <ul className="divide-y divide-line">{loans.map(renderLoan)}</ul>
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

type LoanItemProps = {
  loan: Pick<KeyLoan, 'takenAt' | 'returnedAt' | 'returnType' | 'reason'> & LoanPeople;
  /** Who had the key, or which key it was. */
  heading: ReactNode;
};

/** One loan: how long it lasted, how it ended, and who else took part. */
function LoanItem({ loan, heading }: LoanItemProps) {
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">{heading}</p>
        <StatusPill
          tone={loan.returnedAt ? 'neutral' : 'out'}
          icon={loan.returnedAt ? <CircleCheck aria-hidden /> : <UserRound aria-hidden />}
        >
          {endingOf(loan)}
        </StatusPill>
      </div>
      <p
        className={classNames(
          'mt-0.5 text-sm text-muted tabular-nums',
          loan.returnType === 'cancelled' && 'line-through',
        )}
      >
        {spanOf(loan)}
      </p>
      {participantsOf(loan).map(({ part, person }) => (
        <p key={part} className="text-sm text-muted">
          {part} <PersonLink id={person.id}>{person.name}</PersonLink>
        </p>
      ))}
      {loan.reason && <p className="text-sm text-muted">Reason: {loan.reason}</p>}
    </li>
  );
}

type LoanEnd = Pick<KeyLoan, 'returnedAt' | 'returnType'>;
type LoanSpan = Pick<KeyLoan, 'takenAt' | 'returnedAt'>;

const returnWords = {
  own: 'Returned by holder',
  collected: 'Collected by the desk',
  volunteer: 'Volunteer return',
  batch: 'Returned with others',
  cancelled: 'Not handed over',
  lost: 'Never came back',
};

/** How a loan ended, or that it has not. */
export function endingOf({ returnedAt, returnType }: LoanEnd): string {
  if (!returnedAt) return 'Out now';
  return returnType ? returnWords[returnType] : 'Returned';
}

/** When the loan began and ended. */
function spanOf({ takenAt, returnedAt }: LoanSpan): string {
  return returnedAt ? formatDateTimeRange(takenAt, returnedAt) : `Since ${formatDateTime(takenAt)}`;
}

type Person = { id: string; name: string };

/** What a loan says about the people in it; the holder is known from elsewhere. */
type LoanPeople = Pick<KeyLoan, 'handedBy' | 'returnedBy' | 'receivedBy' | 'identifiedBy'> & {
  holder: { id: string };
};

/** Who else took part and how, as far as the reader may know. */
export function participantsOf(loan: LoanPeople): { part: string; person: Person }[] {
  const { holder, handedBy, returnedBy, receivedBy } = loan;
  const brought = returnedBy?.id !== holder.id && returnedBy?.id !== receivedBy?.id;
  return [
    { part: handedOverText(loan), person: handedBy },
    { part: 'Brought back by', person: brought ? returnedBy : null },
    { part: 'Received by', person: receivedBy },
  ].flatMap(({ part, person }) => (person ? [{ part, person }] : []));
}

/** Without a word on how the holder was known where they showed their code. */
function handedOverText({ identifiedBy }: LoanPeople): string {
  if (identifiedBy === 'desk') return 'Handed over to their name by';
  return identifiedBy === 'card' ? 'Handed over to their ID card by' : 'Handed over by';
}
