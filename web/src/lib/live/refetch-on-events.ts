import { minuteMs } from '@keydesk/shared/durations';
import type { KeyEvent } from '@keydesk/shared/events';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { invalidateAndRefetch } from '../query-client.ts';
import { isConnected } from './connection.ts';
import { onKeyEvent, onKeyListChanged, readKeysAgain } from './events.ts';

/** While events arrive one may be lost, so a page that is looked at reads its keys again (`no-lost-change`). */
export function readKeysEachMinute(): void {
  setInterval(() => {
    if (isConnected() && document.visibilityState === 'visible') readKeysAgain();
  }, minuteMs);
}

/** Refetches a query whenever an event concerns it, or the whole list of keys changes. */
export function useRefetchOnKeyEvents(
  queryKey: QueryKey,
  concerns: (event: KeyEvent) => boolean,
): void {
  const client = useQueryClient();
  const refetch = useEffectEvent(() => {
    // A page that is being loaded is not cancelled.
    void invalidateAndRefetch(client, { queryKey }, { cancelRefetch: false });
  });
  const follow = useEffectEvent((event: KeyEvent) => {
    if (concerns(event)) refetch();
  });
  useEffect(() => {
    const stopEvents = onKeyEvent((event) => follow(event));
    const stopListChanges = onKeyListChanged(() => refetch());
    return () => {
      stopEvents();
      stopListChanges();
    };
  }, []);
}

/** Whether a key event is about a loan of this person. */
export function isAboutPerson(event: KeyEvent, userId: string): boolean {
  return event.requestingUserId === userId || event.originalUserId === userId;
}
