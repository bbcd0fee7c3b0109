import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onKeyEvent, onKeyListChanged } from '../../lib/live/events.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { userOverviewQuery } from './queries.ts';

/** Refetches a person's overview whenever they get or return a key. */
export function useLiveOverview(id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => {
      const { queryKey } = userOverviewQuery(id);
      void invalidateAndRefetch(client, { queryKey }, { cancelRefetch: false });
    };
    const stopEvents = onKeyEvent(({ requestingUserId, originalUserId }) => {
      if (requestingUserId === id || originalUserId === id) refetch();
    });
    const stopListChanges = onKeyListChanged(refetch);
    return () => {
      stopEvents();
      stopListChanges();
    };
  }, [client, id]);
}
