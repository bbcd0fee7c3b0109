import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { neverPages } from './never-pages.ts';
import { openNotifications, showPush } from './push.ts';

/** With static routes, where the browser knows them. */
type InstallEvent = ExtendableEvent & {
  addRoutes?(
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ): Promise<void>;
};

declare const self: ServiceWorkerGlobalScope;
/** Every file of the shell with its revision, put in by the build. */
declare const shellFiles: PrecacheEntry[];

// Nothing but the files of the shell is ever kept: what the API says comes from the server alone.
cleanupOutdatedCaches();
precacheAndRoute(shellFiles, { cleanURLs: false });
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/login.html'), { allowlist: [/^\/login(\?|$)/] }),
);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [neverPages] }),
);

// Calls go to the network anyway; with a static route they do not even wake the worker.
self.addEventListener('install', (event: InstallEvent) => {
  void event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
  ]);
});

// The page that installed the worker is served by it, too: menus and dialogs load when wanted, and
// the network may be gone by then.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotifications(self.clients));
});
