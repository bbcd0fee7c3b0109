import { DirectionProvider } from '@base-ui/react/direction-provider';
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

export function openApp() {
  startApp();
  return <App />;
}

function App() {
  const [session, timezone] = [appReady.use(), timezoneKnown.use()];
  const ready = session && timezone;
  return (
    <QueryClientProvider client={queryClient}>
      <DirectionProvider direction={document.dir === 'rtl' ? 'rtl' : 'ltr'}>
        {ready ? <RouterProvider router={router} /> : <Splash />}
        <OfflineReason />
        <ToastHost />
      </DirectionProvider>
    </QueryClientProvider>
  );
}

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

/** Loads the toaster when the page is idle. */
function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import('../ui/toast/toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => undefined,
      );
    // Not only with the first message, which may say that the network is gone.
    whenIdle(load);
    return onFirstToast(load);
  }, []);
  return Toaster && <Toaster />;
}

const appReady = createStore(false);

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
 * The next guard at the same computer keeps its lists. Everyone else starts empty, because a
 * computer without a guard may not see addresses.
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

/** Back may restore a page from the browser's cache whose person has signed out since. */
function endSessionOfCachedPage(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && session.get().user && storedUser.read() === null) endSession();
  });
}

/** Starts the home page's read before its code has loaded. */
function prefetchHome({ id, role }: User): void {
  if (role === 'faculty') void queryClient.prefetchQuery(myTakenQuery(id));
}
