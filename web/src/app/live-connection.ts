import { needsRegistration } from '@keydesk/shared/users/user';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';
import {
  connectSocket,
  disconnectSocket,
  isConnected,
  noticeOffline,
  onConnect,
  retrySocket,
} from '../lib/socket.ts';

/** While no events arrive, lists are read anew this often. */
const pollWhileDisconnected = 30_000;

const followSession = (): void => {
  const { user } = session.get();
  // Before registration the server lets nobody listen.
  if (user && !needsRegistration(user)) void connectSocket({ id: user.id, role: user.role });
  else disconnectSocket();
};

const refetch = (): void => {
  if (session.get().user) void queryClient.invalidateQueries();
};

/** Keeps the socket in step with the session, and what is shown in step with the server. */
export const startLiveConnection = (): void => {
  followSession();
  session.watch(followSession);
  // Events missed while disconnected are made up for by reading everything shown anew.
  onConnect(refetch);
  setInterval(() => {
    if (!isConnected() && document.visibilityState === 'visible') refetch();
  }, pollWhileDisconnected);
  if (!navigator.onLine) noticeOffline();
  window.addEventListener('offline', noticeOffline);
  window.addEventListener('online', () => {
    retrySocket();
    refetch();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') retrySocket();
  });
};
