import { needsRegistration } from '@keydesk/shared/users/user';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { recheckSession } from '../features/auth/check-session.ts';
import { keysRoot } from '../features/keys/queries.ts';
import { isConnected, onServerReachable } from '../lib/live/connection.ts';
import { startHealthPoller } from '../lib/live/health.ts';
import {
  connectSocket,
  disconnectSocket,
  forceReconnect,
  onConnect,
  onServerDisconnect,
  reconnectIfDown,
} from '../lib/live/socket.ts';
import { invalidateAndRefetch, queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

/** While no events arrive, lists are read anew this often. */
const disconnectedPollMs = 30_000;

/** Keeps the socket in step with the session, and what is shown in step with the server. */
export function startLiveConnection(): void {
  syncSocketWithSession();
  session.watch(syncSocketWithSession);
  startHealthPoller(isSignedIn);
  // Events missed until now are made up for by reading everything shown anew.
  onConnect(refetchActiveQueries);
  onServerDisconnect(() => void recheckSession());
  onServerReachable(() => {
    syncSocketWithSession();
    forceReconnect();
    refetchActiveQueries();
  });
  setInterval(() => {
    if (isConnected() || !isVisible()) return;
    reconnectNow();
    refetchActiveQueries();
  }, disconnectedPollMs);
  document.addEventListener('visibilitychange', () => {
    if (isVisible()) reconnectNow();
  });
}

function syncSocketWithSession(): void {
  const { user } = session.get();
  // Before registration the server lets nobody listen.
  if (user && !needsRegistration(user)) void connectSocket({ id: user.id, role: user.role });
  else disconnectSocket();
}

function isSignedIn(): boolean {
  return session.get().user !== null;
}

function refetchActiveQueries(): void {
  if (isSignedIn()) void invalidateAndRefetch(queryClient);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Tries to connect at once: the code may not have come, or the attempts may have run out. */
function reconnectNow(): void {
  syncSocketWithSession();
  reconnectIfDown();
}

/** Reads the lists of keys anew after a handover, unless an event tells of it. */
export function useRefetchKeys(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    if (!isConnected()) void invalidateAndRefetch(client, { queryKey: keysRoot });
  }, [client]);
}
