import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { languageCache, languageFile } from '../lib/language-file.ts';
import { navigationDenylist } from './navigation-denylist.ts';

/** Static routes, which not every browser supports. */
type InstallEvent = ExtendableEvent & {
  addRoutes?(
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ): Promise<void>;
};

declare const self: ServiceWorkerGlobalScope;
/** The files of the application shell with their revisions; inserted by the build. */
declare const shellFiles: PrecacheEntry[];
/** The paths of files that are cached once a page has used them. */
declare const languageFiles: string[];

// Only the shell's files are cached, never API responses.
cleanupOutdatedCaches();
precacheAndRoute(shellFiles, { cleanURLs: false });
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/login.html'), { allowlist: [/^\/login(\?|$)/] }),
);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [navigationDenylist] }),
);

registerRoute(({ url }) => languageFiles.includes(url.pathname), fromLanguageCache);
self.addEventListener('install', (event) => event.waitUntil(renewLanguages()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOldLanguages()));

// API calls always go to the network; a static route saves starting the worker for them.
self.addEventListener('install', (event: InstallEvent) => {
  void event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
  ]);
});

// Also control the installing page: it loads menus and dialogs later, perhaps offline.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(self.clients, event.notification.data));
});

async function fromLanguageCache({ request }: { request: Request }): Promise<Response> {
  const cache = await caches.open(languageCache);
  // A script is asked for with an origin, and kept without.
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Fetches this version's files of the languages that the version before has used. */
async function renewLanguages(): Promise<void> {
  const cache = await caches.open(languageCache);
  const kept = (await cache.keys()).map(({ url }) => languageFile.exec(url)?.[1]);
  await cache.addAll(languageFiles.filter((path) => kept.includes(languageFile.exec(path)?.[1])));
}

async function forgetOldLanguages(): Promise<void> {
  const cache = await caches.open(languageCache);
  for (const request of await cache.keys())
    if (!languageFiles.includes(new URL(request.url).pathname)) await cache.delete(request);
}

/** The payload of a push message. */
type PushedNotification = { id: string; title: string; body: string; link?: string };

const notificationsPath = '/dashboard/notifications';

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

/** Focuses the application and opens the message's page, or the notifications. */
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
