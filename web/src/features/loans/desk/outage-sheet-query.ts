import { minuteMs } from '@keydesk/shared/core/dates';
import { type Query, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, api, callForResponse } from '../../../lib/api.ts';
import { queryClient, shouldRetry } from '../../../lib/query-client.ts';
import { useDeskComputer } from '../../../lib/session.ts';

/** The lists on the page follow each handover; the sheet may not be much older. */
const readEveryMs = 5 * minuteMs;

/** A PDF file looks the same on every printer. */
export const outageSheetQuery = queryOptions({
  queryKey: ['desk', 'outage-sheet'] as const,
  queryFn: async ({ signal }) => (await callForResponse(api.outageSheet, { signal })).blob(),
  staleTime: readEveryMs,
});

/**
 * The latest sheet. A desk's computer reads it at the start, when a shift changes, soon after a
 * reconnect, and every few minutes.
 */
export function useOutageSheet() {
  return useQuery({
    ...outageSheetQuery,
    enabled: useDeskComputer() !== null,
    refetchInterval: ({ state }) => {
      if (outdatedAt > Math.max(state.dataUpdatedAt, state.errorUpdatedAt)) return ownDelayMs;
      return state.error ? minuteMs : readEveryMs;
    },
    refetchIntervalInBackground: true,
    retry: (failures, cause) => isBusy(cause) || shouldRetry(failures, cause),
    retryDelay: (_, cause) => (isBusy(cause) ? retryAfterMs(cause) + ownDelayMs : 800),
  });
}

let outdatedAt = 0;

/** Makes the sheet reload soon, after a reconnect. */
export function outdateOutageSheet(): void {
  outdatedAt = Date.now();
  const { queryKey } = outageSheetQuery;
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
}

export function isOutageSheet({ queryKey: [root, name] }: Query): boolean {
  return root === 'desk' && name === 'outage-sheet';
}

/** A random delay per desk, because all desks of a campus reconnect at the same moment. */
const ownDelayMs = 1_000 + Math.random() * 20_000;

function isBusy(cause: Error): cause is ApiError {
  return cause instanceof ApiError && cause.status === 429;
}

function retryAfterMs({ details }: ApiError): number {
  const { retryAfter = 30 } = (details ?? {}) as { retryAfter?: number };
  return retryAfter * 1_000;
}
