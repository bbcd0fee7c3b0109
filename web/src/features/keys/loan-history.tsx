import { isDesk } from '@keydesk/shared/http/roles';
import { t } from '@keydesk/shared/texts/en/history';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, call, callForResponse } from '../../lib/api.ts';
import { isAboutPerson } from '../../lib/live/events.ts';
import { useUser } from '../../lib/session.ts';
import { LoadMore, QueryState } from '../../ui/query-state.tsx';
import { KeyNumber, PersonLink } from '../../ui/record-link.tsx';
import { type Days, HistoryQuestions, noDays, periodOf } from './history-questions.tsx';
import { LoanItem } from './loan-item.tsx';

type KeyHistoryProps = { keyId: string; heading?: 'h2' | 'h3' };

export function KeyHistory({ keyId, heading = 'h3' }: KeyHistoryProps) {
  const [days, setDays] = useState(noDays);
  const desk = isDesk(useUser()?.role ?? 'pending');
  return (
    <LoanHistory
      id="key-history"
      heading={heading}
      questions={
        desk && (
          <HistoryQuestions
            days={days}
            onDays={setDays}
            keyId={keyId}
            file={() =>
              callForResponse(api.exportKeyHistory, {
                params: { id: keyId },
                query: periodOf(days),
              })
            }
          />
        )
      }
      period={days}
      history={useInfiniteQuery(keyHistoryQuery(keyId, days))}
      empty={t(desk ? 'never-out' : 'never-had-by-you')}
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

function keyHistoryQuery(id: string, days: Days) {
  return infiniteQueryOptions({
    queryKey: ['key-history', id, days],
    queryFn: async ({ pageParam: before, signal }) => {
      const query = { before, ...periodOf(days) };
      return (await call(api.keyHistory, { params: { id }, query, signal })).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.loans.at(-1)?._id : undefined),
    meta: { staleOn: { key: ({ key }) => key._id === id } },
  });
}

export function PersonHistory({ userId }: { userId: string }) {
  const [days, setDays] = useState(noDays);
  return (
    <LoanHistory
      id="person-history"
      heading="h2"
      questions={
        <HistoryQuestions
          days={days}
          onDays={setDays}
          file={() =>
            callForResponse(api.exportUserLoans, {
              params: { id: userId },
              query: periodOf(days),
            })
          }
        />
      }
      period={days}
      history={useInfiniteQuery(personHistoryQuery(userId, days))}
      empty={t('never-had-any')}
      renderLoan={(loan) => (
        <LoanItem
          key={loan._id}
          loan={{ ...loan, holder: { id: userId } }}
          heading={<PastKey loanKey={loan.key} heldAs={loan.heldAs} />}
        />
      )}
    />
  );
}

type PastKeyProps = {
  loanKey: { id: string; keyNumber: string; keyName: string; isActive: boolean };
  /** The holder's former name, if it has changed. */
  heldAs?: string | undefined;
};

function PastKey({ loanKey: { id, keyNumber, keyName, isActive }, heldAs }: PastKeyProps) {
  return (
    <>
      <KeyNumber number={keyNumber} linkTo={id} /> {keyName}
      {!isActive && <span className="text-sm font-normal text-muted"> {t('deleted')}</span>}
      {heldAs && (
        <span className="text-sm font-normal text-muted"> {t('held-as', { name: heldAs })}</span>
      )}
    </>
  );
}

function personHistoryQuery(id: string, days: Days) {
  return infiniteQueryOptions({
    queryKey: ['person-history', id, days],
    queryFn: async ({ pageParam: before, signal }) => {
      const query = { before, ...periodOf(days) };
      return (await call(api.userLoans, { params: { id }, query, signal })).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.loans.at(-1)?._id : undefined),
    meta: { staleOn: { key: (event) => isAboutPerson(event, id) } },
  });
}

type LoanHistoryProps<Loan> = {
  id: string;
  heading: 'h2' | 'h3';
  questions: ReactNode;
  period: Days;
  history: UseInfiniteQueryResult<InfiniteData<{ loans: readonly Loan[] }>>;
  empty: string;
  renderLoan: (loan: Loan) => ReactNode;
};

function LoanHistory<Loan>(props: LoanHistoryProps<Loan>) {
  const { id, heading: Heading, questions, period, history, empty, renderLoan } = props;
  const loans = history.data?.pages.flatMap((page) => page.loans);
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="text-base font-semibold">
        {t('history')}
      </Heading>
      {questions}
      <QueryState query={history} loading={t('loading')} />
      {loans?.length === 0 && (
        <p className="py-3 text-muted">{period.from || period.to ? t('not-out-then') : empty}</p>
      )}
      {loans && loans.length > 0 && (
        <ul className="divide-y divide-line">{loans.map(renderLoan)}</ul>
      )}
      <LoadMore list={history} wide />
    </section>
  );
}
