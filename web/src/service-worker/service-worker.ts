import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { navigationDenylist } from './navigation-denylist.ts';

/** With static routes, which not every browser supports. */
type InstallEvent = ExtendableEvent & {
  addRoutes?(
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ): Promise<void>;
};

declare const self: ServiceWorkerGlobalScope;
/** Every file of the application shell with its revision; inserted by the build. */
declare const shellFiles: PrecacheEntry[];

// Only the files of the shell are cached, never responses of the API.
cleanupOutdatedCaches();
precacheAndRoute(shellFiles, { cleanURLs: false });
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/login.html'), { allowlist: [/^\/login(\?|$)/] }),
);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [navigationDenylist] }),
);

// API calls go to the network anyway; a static route does not even start the worker for them.
self.addEventListener('install', (event: InstallEvent) => {
  void event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
  ]);
});

// Also control the page that installed the worker: it loads menus and dialogs later, when the
// network may be gone.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(self.clients, event.notification.data));
});

/** What the server sends to a subscribed browser. */
type PushedNotification = { id: string; title: string; body: string; link?: string };

const notificationsPath = '/dashboard/notifications';

/** Shows a pushed notification; the same one sent twice shows once. */
async function showPush(
  worker: Pick<ServiceWorkerGlobalScope, 'registration'>,
  data: PushMessageData | null,
): Promise<void> {
  if (!data) return;
  const { id, title, body, link }: PushedNotification = data.json();
  await worker.registration.showNotification(title, {
    body,
    tag: id,
    data: link,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
  });
}

/** Brings the application to the front and opens what the message is about, or the notifications. */
async function openPage(clients: Clients, link: unknown): Promise<void> {
  const path = typeof link === 'string' && link.startsWith('/') ? link : notificationsPath;
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) {
    await clients.openWindow(path);
    return;
  }
  open.postMessage({ open: path });
  await open.focus();
}
