import { isAttended } from '@keydesk/shared/duty/duty';
import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/shell';
import { hashKey, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { allTakenQuery, keysQuery, myTakenQuery } from '../features/keys/queries.ts';
import { whenIdle } from '../lib/browser.ts';
import { timezoneKnown } from '../lib/config.ts';
import { queryClient } from '../lib/query-client.ts';
import { endSession, type Session, session } from '../lib/session.ts';
import { storedUser } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';
import { OfflineReason } from '../ui/action-button.tsx';
import { Spinner } from '../ui/loading.tsx';
import { onFirstToast } from '../ui/toast/show-toast.ts';
import { rememberInterruption } from './guards.ts';
import { reloadOnStaleChunks } from './lazy-routes.ts';
import { startLiveConnection } from './live-connection.ts';
import { startOfflineCache } from './offline-cache.ts';
import { keepPushSubscribed, registerServiceWorker } from './register-service-worker.ts';
import { router } from './router.tsx';

/** Starts the application. Loaded separately from the sign-in page. */
export function openApp() {
  startApp();
  return <App />;
}

/** The whole application with its providers. */
function App() {
  const [session, timezone] = [appReady.use(), timezoneKnown.use()];
  const ready = session && timezone;
  return (
    <QueryClientProvider client={queryClient}>
      {ready ? <RouterProvider router={router} /> : <Splash />}
      <OfflineReason />
      <ToastHost />
    </QueryClientProvider>
  );
}

/** Shown at start-up while the session is checked. */
function Splash() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <div className="flex flex-col items-center gap-5 text-accent">
        <img src="/favicon.svg" alt="" className="size-16" />
        <Spinner />
        <span className="sr-only">{t('loading')}</span>
      </div>
    </div>
  );
}

/** Loads the toaster once the page has nothing else to do. */
function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import('../ui/toast/toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => undefined,
      );
    // Not only with the first message: that one may say that the network is gone.
    whenIdle(load);
    return onFirstToast(load);
  }, []);
  return Toaster && <Toaster />;
}

/** Whether pages can be shown; the splash screen stays until the session is known. */
const appReady = createStore(false);

/** Keeps pages and cache in sync with the session, and starts what runs in the background. */
function startApp(): void {
  let before = session.get();
  appReady.set(!before.checking);
  session.subscribe(() => {
    const now = session.get();
    if (now.user?.id !== before.user?.id) {
      forgetPersonalData(before, now);
      if (now.user) prefetchHome(now.user);
    }
    if (before.user && !now.user) rememberInterruption(before.user.id);
    if (!now.checking) appReady.set(true);
    const changed = now.user !== before.user || now.checking !== before.checking;
    before = now;
    if (changed && appReady.get()) void router.invalidate();
  });
  endSessionOfCachedPage();
  if (before.user) prefetchHome(before.user);
  startLiveConnection();
  startOfflineCache();
  registerServiceWorker();
  keepPushSubscribed();
  reloadOnStaleChunks();
}

/**
 * Another guard at the same computer goes on with its lists; nobody else sees what was read before,
 * as a computer without a guard is told no addresses.
 */
function forgetPersonalData(before: Session, now: Session): void {
  if (!before.desk || before.desk.computer.id !== now.desk?.computer.id) {
    queryClient.clear();
    return;
  }
  const lists = isAttended(now.desk) ? [keysQuery, allTakenQuery] : [];
  const shared = lists.map(({ queryKey }) => hashKey(queryKey));
  void queryClient.resetQueries({ predicate: ({ queryHash }) => !shared.includes(queryHash) });
}

/** A page that Back brings out of the browser's cache may show somebody who has signed out since. */
function endSessionOfCachedPage(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && session.get().user && storedUser.read() === null) endSession();
  });
}

/** Reads what the person's home page shows: before the page is there, so that it begins with it. */
function prefetchHome({ id, role }: User): void {
  if (role === 'faculty') void queryClient.prefetchQuery(myTakenQuery(id));
}
