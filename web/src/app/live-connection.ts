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

const disconnectedPollMs = 30_000;

/** Keeps the socket in sync with the session, and queries in sync with the server. */
export function startLiveConnection(): void {
  syncSocketWithSession();
  session.subscribe(syncSocketWithSession);
  startHealthPoller(isSignedIn);
  onConnect((isFirst) => {
    dropEarlyReads();
    // Refetching everything shown makes up for missed events.
    if (isFirst) {
      refetchUnread();
      // A key may have changed hands between the first read and now.
      for (const queryKey of holderQueries) void invalidateAndRefetch(queryClient, { queryKey });
    } else refetchActiveQueries();
    // A shift may have started or ended while disconnected.
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
    // The server would render the sheet again for every page.
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
  // The server accepts only sockets of registered people.
  if (user && !needsRegistration(user)) void connectSocket({ id: user.id, role: user.role });
  else disconnectSocket();
}

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
  // The server also announces its version on connecting.
  onCampusChanged('lists', async ({ version }) => {
    await loading;
    if (version && version === knownCampusVersion()) return;
    load();
    void loadConfig();
  });
  // Signed-out pages know the time zone, too.
  onCampusChanged('due', () => void loadConfig());
}

function isSignedIn(): boolean {
  return session.get().user !== null;
}

/** The outage sheet follows later: too many desks would request theirs at once. */
function refetchActiveQueries(): void {
  if (!isSignedIn()) return;
  void invalidateAndRefetch(queryClient, { predicate: (query) => !isOutageSheet(query) });
  outdateOutageSheet();
}

/** Refetches what has failed, and marks what was read before for a refetch when it is shown. */
function refetchUnread(): void {
  void invalidateAndRefetch(queryClient, {
    predicate: (query) =>
      !isOutageSheet(query) && (query.getObserversCount() === 0 || query.state.status === 'error'),
  });
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function reconnectNow(): void {
  syncSocketWithSession();
  reconnectIfDown();
}
