import { needsRegistration } from '@keydesk/shared/users/user';
import { recheckSession } from '../features/auth/check-session.ts';
import { isConnected, noteConnection, onServerBack } from '../lib/connection.ts';
import { queryClient } from '../lib/query-client.ts';
import { readAnew } from '../lib/read-anew.ts';
import { watchServer } from '../lib/server-watch.ts';
import { session } from '../lib/session.ts';
import {
  connectSocket,
  disconnectSocket,
  onConnect,
  onDismissed,
  renewSocket,
  retrySocket,
} from '../lib/socket.ts';

/** While no events arrive, lists are read anew this often. */
const pollWhileDisconnected = 30_000;

const isVisible = (): boolean => document.visibilityState === 'visible';
const isSignedIn = (): boolean => session.get().user !== null;

const followSession = (): void => {
  const { user } = session.get();
  // Before registration the server lets nobody listen.
  if (user && !needsRegistration(user)) void connectSocket({ id: user.id, role: user.role });
  else disconnectSocket();
};

const readShownAnew = (): void => {
  if (isSignedIn()) void readAnew(queryClient);
};

/** Follows the device's own word on its network. */
const followNetwork = (): void => {
  window.addEventListener('offline', () => noteConnection({ deviceOnline: false }));
  window.addEventListener('online', () => noteConnection({ deviceOnline: true }));
};

/** Keeps the socket in step with the session, and what is shown in step with the server. */
export const startLiveConnection = (): void => {
  followSession();
  session.watch(followSession);
  followNetwork();
  watchServer(isSignedIn);
  // Events missed until now are made up for by reading everything shown anew.
  onConnect(readShownAnew);
  onDismissed(() => void recheckSession());
  onServerBack(() => {
    renewSocket();
    readShownAnew();
  });
  setInterval(() => {
    if (isConnected() || !isVisible()) return;
    // Its code may not have come, or its attempts may have run out.
    followSession();
    retrySocket();
    readShownAnew();
  }, pollWhileDisconnected);
  document.addEventListener('visibilitychange', () => {
    if (isVisible()) retrySocket();
  });
};
