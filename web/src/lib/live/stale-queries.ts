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

/** Which events make the answer of a query stale. A query states them as `staleOn` of its `meta`. */
export type StaleOn = {
  /**
   * Of one key; `answer` is what the query holds, undefined while it holds nothing. When the whole
   * list of keys changes, every query with a condition here is stale.
   */
  key?: (event: KeyEvent, answer: unknown) => boolean;
  campus?: CampusTopic;
  /** Whether a change of the campus leaves it as it is. */
  unless?: () => boolean;
  notification?: (notification: Notification) => boolean;
  count?: (countId: string) => boolean;
  /** Codes were voided, as of somebody who was suspended; only the desk hears of it. */
  codesVoided?: true;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { staleOn?: StaleOn };
  }
}

/** However many events there are, one query is read at most so often because of them. */
const readAgainAfterMs = 1_000;

/** Marks queries as stale when an event says so, and reads those again that are shown. */
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
          ({ campus, unless }, query) => campus === about && !unless?.() && mayBeStale(query),
        ),
      ),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}
