import { needsRegistration } from '@keydesk/shared/http/roles';
import { followKeyList, holderQueries } from '../features/keys/queries.ts';
import { isOutageSheet, outdateOutageSheet } from '../features/loans/desk/outage-sheet-query.ts';
import { recheckSession } from '../features/session/check-session.ts';
import { dropEarlyReads } from '../lib/api.ts';
import { forgetCampus, knownCampusVersion, loadCampus } from '../lib/campus.ts';
import { loadConfig } from '../lib/config.ts';
import { isConnected, onServerReachable, startHealthPoller } from '../lib/live/connection.ts';
import { onCampusChanged, readKeysEachMinute } from '../lib/live/events.ts';
import {
  connectSocket,
  disconnectSocket,
  forceReconnect,
  onConnect,
  onServerDisconnect,
  reconnectIfDown,
} from '../lib/live/socket.ts';
import { followEvents } from '../lib/live/stale-queries.ts';
import { invalidateAndRefetch, queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

/** While no events arrive, lists are refetched this often. */
const disconnectedPollMs = 30_000;

/** Keeps socket and queries in sync: the socket with the session, what is shown with the server. */
export function startLiveConnection(): void {
  syncSocketWithSession();
  session.subscribe(syncSocketWithSession);
  startHealthPoller(isSignedIn);
  onConnect((isFirst) => {
    dropEarlyReads();
    // Refetching everything shown makes up for missed events.
    if (isFirst) {
      refetchUnread();
      // A key may have changed hands between the first read and this moment.
      for (const queryKey of holderQueries) void invalidateAndRefetch(queryClient, { queryKey });
    } else refetchActiveQueries();
    // A duty may have begun or ended before the connection could tell.
    if (session.get().desk) void recheckSession();
  });
  keepCampusCurrent();
  followEvents(queryClient);
  followKeyList(queryClient);
  onServerDisconnect(() => void recheckSession());
  onServerReachable(() => {
    syncSocketWithSession();
    forceReconnect();
    refetchActiveQueries();
  });
  setInterval(() => {
    if (isConnected() || !isVisible()) return;
    reconnectNow();
    // The server would print the sheet again for every page.
    if (isSignedIn())
      void invalidateAndRefetch(queryClient, {
        predicate: (query) => !isOutageSheet(query),
      });
  }, disconnectedPollMs);
  readKeysEachMinute();
  document.addEventListener('visibilitychange', () => {
    if (isVisible()) reconnectNow();
  });
}

function syncSocketWithSession(): void {
  const { user } = session.get();
  // The server accepts sockets of registered people only.
  if (user && !needsRegistration(user)) void connectSocket({ id: user.id, role: user.role });
  else disconnectSocket();
}

/** Reads the campus for whoever signs in, and again whenever it may have changed. */
function keepCampusCurrent(): void {
  let userId: string | null = null;
  let loading = Promise.resolve(false);
  const load = () => {
    if (userId) loading = loadCampus();
  };
  const follow = () => {
    const { user, checking } = session.get();
    const now = user && !needsRegistration(user) ? user.id : null;
    if (now === userId || checking) return;
    if (!now) forgetCampus();
    userId = now;
    load();
  };
  follow();
  session.subscribe(follow);
  onConnect(async (isFirst) => {
    if (!isFirst || !(await loading)) load();
  });
  // The server says with the connection, too, which version there is.
  onCampusChanged('lists', async ({ version }) => {
    await loading;
    if (version && version === knownCampusVersion()) return;
    load();
    void loadConfig();
  });
  // The time zone is part of what signed-out pages know too.
  onCampusChanged('due', () => void loadConfig());
}

function isSignedIn(): boolean {
  return session.get().user !== null;
}

/** The outage sheet follows later: at one moment, too many desks would ask for theirs. */
function refetchActiveQueries(): void {
  if (!isSignedIn()) return;
  void invalidateAndRefetch(queryClient, { predicate: (query) => !isOutageSheet(query) });
  outdateOutageSheet();
}

/** Refetches what failed, and before it is shown what was read already. */
function refetchUnread(): void {
  void invalidateAndRefetch(queryClient, {
    predicate: (query) =>
      !isOutageSheet(query) && (query.getObserversCount() === 0 || query.state.status === 'error'),
  });
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Connects at once: the socket's code may have failed to load, or its attempts may be used up. */
function reconnectNow(): void {
  syncSocketWithSession();
  reconnectIfDown();
}
