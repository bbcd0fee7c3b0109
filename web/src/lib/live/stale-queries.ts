import type { Notification } from '@keydesk/shared/core/notifications';
import { type CampusTopic, campusTopics, type KeyEvent } from '@keydesk/shared/events';
import type { Query, QueryClient } from '@tanstack/react-query';
import { invalidateAndRefetch } from '../query-client.ts';
import {
  onCampusChanged,
  onCodesVoided,
  onCountChanged,
  onKeyEvent,
  onKeyListChanged,
  onNotification,
} from './events.ts';

/** Events that make a query stale, stated as `staleOn` in its `meta`. */
export type StaleOn = {
  /**
   * For one key; `answer` is the query's data, undefined without any. If the whole key list
   * changes, every query with this condition is stale.
   */
  key?: (event: KeyEvent, answer: unknown) => boolean;
  campus?: CampusTopic;
  /** Exempts a change of the campus; `answer` is the query's data. */
  unless?: (answer: unknown) => boolean;
  notification?: (notification: Notification) => boolean;
  count?: (countId: string) => boolean;
  /** Codes were voided, for example by a suspension; only the desk gets this event. */
  codesVoided?: true;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { staleOn?: StaleOn };
  }
}

/** Events refetch a query at most once in this time, in milliseconds. */
const readAgainAfterMs = 1_000;

/** Marks queries as stale on matching events, and refetches those that are shown. */
export function followEvents(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const readAt = new Map<string, number>();
  const read = ({ queryKey, queryHash }: Query): void => {
    waiting.delete(queryHash);
    readAt.set(queryHash, Date.now());
    void invalidateAndRefetch(client, { queryKey, exact: true }, { cancelRefetch: false });
  };
  const markStale = (isStale: (staleOn: StaleOn, query: Query) => boolean | undefined): void => {
    for (const query of cache.getAll()) {
      const { staleOn } = query.meta ?? {};
      if (!staleOn || !isStale(staleOn, query) || waiting.has(query.queryHash)) continue;
      const wait = (readAt.get(query.queryHash) ?? 0) + readAgainAfterMs - Date.now();
      if (wait <= 0) read(query);
      else
        waiting.set(
          query.queryHash,
          setTimeout(() => read(query), wait),
        );
    }
  };
  const stops = [
    cache.subscribe(({ type, query }) => {
      if (type === 'removed') readAt.delete(query.queryHash);
    }),
    onKeyEvent((event) => markStale(({ key }, query) => key?.(event, query.state.data))),
    onKeyListChanged(() => markStale(({ key }) => key !== undefined)),
    onNotification((arrived) => markStale(({ notification }) => notification?.(arrived))),
    onCodesVoided(() => markStale(({ codesVoided }) => codesVoided)),
    onCountChanged(({ countId }) => markStale(({ count }) => count?.(countId))),
    ...campusTopics.map((about) =>
      onCampusChanged(about, ({ mayBeStale }) =>
        markStale(
          ({ campus, unless }, query) =>
            campus === about && !unless?.(query.state.data) && mayBeStale(query),
        ),
      ),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}
