import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';
import { OfflineReason } from '../ui/action-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ToastHost } from '../ui/toast/toast-host.tsx';
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
  return (
    <QueryClientProvider client={queryClient}>
      {appReady.use() ? <RouterProvider router={router} /> : <Splash />}
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
        <span className="sr-only">Loading...</span>
      </div>
    </div>
  );
}

/** Whether pages can be shown; the splash screen stays until the session is known. */
const appReady = createStore(false);

/** Keeps pages and cache in sync with the session, and starts what runs in the background. */
function startApp(): void {
  let before = session.get();
  appReady.set(!before.checking);
  session.subscribe(() => {
    const now = session.get();
    if (now.user?.id !== before.user?.id) queryClient.clear();
    if (!now.checking) appReady.set(true);
    const changed = now.user !== before.user || now.checking !== before.checking;
    before = now;
    if (changed && appReady.get()) void router.invalidate();
  });
  startLiveConnection();
  startOfflineCache();
  registerServiceWorker();
  keepPushSubscribed();
  reloadOnStaleChunks();
}
