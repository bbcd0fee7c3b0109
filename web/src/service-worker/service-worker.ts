import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { navigationDenylist } from './navigation-denylist.ts';

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
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [navigationDenylist] }),
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

/** What the server sends to a subscribed browser. */
type PushedNotification = { id: string; title: string; body: string };

const page = '/dashboard/notifications';

/** Shows a pushed notification; the same one twice shows once. */
async function showPush(
  worker: Pick<ServiceWorkerGlobalScope, 'registration'>,
  data: PushMessageData | null,
): Promise<void> {
  if (!data) return;
  const { id, title, body }: PushedNotification = data.json();
  await worker.registration.showNotification(title, {
    body,
    tag: id,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
  });
}

/** Brings the application to the front, at the notifications. */
async function openNotifications(clients: Clients): Promise<void> {
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) {
    await clients.openWindow(page);
    return;
  }
  open.postMessage({ open: page });
  await open.focus();
}
