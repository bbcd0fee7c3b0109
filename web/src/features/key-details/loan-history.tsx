import type { KeyLoan } from '@keydesk/shared/keys/routes';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { CircleCheck, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PersonLink } from '../../ui/record-link.tsx';
import { endingOf, type LoanPeople, participantsOf, spanOf } from './loan-texts.ts';

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
export function LoanHistory<Loan>(props: LoanHistoryProps<Loan>) {
  const { id, heading: Heading, history, empty, renderLoan } = props;
  const loans = history.data?.pages.flatMap((page) => page.loans);
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="text-base font-semibold">
        History
      </Heading>
      {history.isPending && <Loading label="Loading history..." />}
      {history.error && !loans && (
        <ErrorState
          message={getErrorMessage(history.error)}
          onRetry={() => void history.refetch()}
        />
      )}
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
export function LoanItem({ loan, heading }: LoanItemProps) {
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
      <p className="mt-0.5 text-sm text-muted tabular-nums">{spanOf(loan)}</p>
      {participantsOf(loan).map(({ part, person }) => (
        <p key={part} className="text-sm text-muted">
          {part} <PersonLink id={person.id}>{person.name}</PersonLink>
        </p>
      ))}
      {loan.reason && <p className="text-sm text-muted">Reason: {loan.reason}</p>}
    </li>
  );
}
