import { observable } from '../lib/observable.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';
import { startLiveConnection } from './live-connection.ts';
import { followLists } from './offline/follow-lists.ts';
import { router } from './router.tsx';
import { followPush } from './service-worker/follow-push.ts';
import { recoverLostFiles } from './service-worker/recover-lost-files.ts';
import { startServiceWorker } from './service-worker/start-service-worker.ts';

/** Whether pages may be shown; until the session is known the splash screen stands. */
export const opened = observable(false);

/** Brings pages and cache in step with the session, for as long as the page lives. */
export const startUp = (): void => {
  let shown = session.get();
  opened.set(!shown.checking);
  session.watch(() => {
    const now = session.get();
    if (now.user?.id !== shown.user?.id) queryClient.clear();
    if (!now.checking) opened.set(true);
    const changed = now.user !== shown.user || now.checking !== shown.checking;
    shown = now;
    if (changed && opened.get()) void router.invalidate();
  });
  startLiveConnection();
  followLists();
  startServiceWorker();
  followPush();
  recoverLostFiles();
};
