import type { ActiveUsers, KeyUsage, PeakUsage } from '@keydesk/shared/analytics/analytics';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnalyticsFilter } from './analytics-filter.ts';
import { activeUsersQuery, keyUsageQuery, peakUsageQuery } from './reports.queries.ts';

/** What the three analytics calls say; undefined until, or unless, they answer. */
export type Analytics = {
  keyUsage: KeyUsage | undefined;
  activeUsers: ActiveUsers | undefined;
  peakUsage: PeakUsage | undefined;
  /** A first answer is still on its way. */
  loading: boolean;
};

const useLogged = (failure: Error | null): void => {
  useEffect(() => {
    // Analytics that fail leave their places empty; only the log says why (spec §8).
    if (failure) console.error('Analytics could not be loaded:', failure);
  }, [failure]);
};

/** The three analytics calls, side by side, anew for every filter. */
export const useAnalytics = (filter: AnalyticsFilter): Analytics => {
  const keyUsage = useQuery(keyUsageQuery(filter));
  const activeUsers = useQuery(activeUsersQuery(filter));
  const peakUsage = useQuery(peakUsageQuery(filter));
  useLogged(keyUsage.error);
  useLogged(activeUsers.error);
  useLogged(peakUsage.error);
  return {
    keyUsage: keyUsage.data,
    activeUsers: activeUsers.data,
    peakUsage: peakUsage.data,
    loading: keyUsage.isPending || activeUsers.isPending || peakUsage.isPending,
  };
};
