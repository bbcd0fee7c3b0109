import { t } from '@keydesk/shared/texts/en/actions';
import { t as pageText } from '@keydesk/shared/texts/en/page';
import type { InfiniteQueryObserverResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getErrorMessage, serverMessage } from '../lib/api.ts';
import { ActionButton } from './action-button.tsx';
import { ErrorState } from './error-state.tsx';
import { Loading } from './loading.tsx';

type QueryStateProps = {
  query: { data: unknown; error: Error | string | null; refetch: () => unknown };
  /** Shown until the data arrive; a text gets a spinner. */
  loading?: ReactNode;
  title?: string;
  /** The reason, or the fallback where the server gave none. */
  failure?: string | ((cause: unknown) => string);
  /** Class names of the frame around a failure, such as a card. */
  frame?: string;
  /** Shows a failure beside older data, too. */
  always?: boolean;
};

/** Shows, while data are missing, that they load or why they could not be read. */
export function QueryState(props: QueryStateProps) {
  const { query, loading = pageText('loading'), title, failure = getErrorMessage, frame } = props;
  const { data, error, refetch } = query;
  if (data !== undefined && !(props.always && error !== null)) return null;
  if (error === null) return typeof loading === 'string' ? <Loading label={loading} /> : loading;
  const textOf = (cause: Error) =>
    typeof failure === 'string' ? serverMessage(cause, failure) : failure(cause);
  return (
    <div className={frame}>
      <ErrorState
        message={typeof error === 'string' ? error : textOf(error)}
        {...(title && { title })}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

type LoadMoreProps = {
  list: Pick<InfiniteQueryObserverResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  wide?: boolean;
  children?: ReactNode;
};

export function LoadMore({ list, wide = false, children = t('load-more') }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={wide ? 'mt-3' : 'mt-4 flex justify-center'}>
      <ActionButton
        variant="secondary"
        className={wide ? 'w-full' : ''}
        busy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {children}
      </ActionButton>
    </div>
  );
}
