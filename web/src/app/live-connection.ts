import { needsRegistration } from '@keydesk/shared/users/user';
import { recheckSession } from '../features/auth/check-session.ts';
import { isConnected, onServerBack } from '../lib/connection.ts';
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

/** Tries to connect at once: the code may not have come, or the attempts may have run out. */
const connectNow = (): void => {
  followSession();
  retrySocket();
};

/** Keeps the socket in step with the session, and what is shown in step with the server. */
export const startLiveConnection = (): void => {
  followSession();
  session.watch(followSession);
  watchServer(isSignedIn);
  // Events missed until now are made up for by reading everything shown anew.
  onConnect(readShownAnew);
  onDismissed(() => void recheckSession());
  onServerBack(() => {
    followSession();
    renewSocket();
    readShownAnew();
  });
  setInterval(() => {
    if (isConnected() || !isVisible()) return;
    connectNow();
    readShownAnew();
  }, pollWhileDisconnected);
  document.addEventListener('visibilitychange', () => {
    if (isVisible()) connectNow();
  });
};
