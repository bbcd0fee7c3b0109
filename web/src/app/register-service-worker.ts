import { hourMs } from '@keydesk/shared/core/dates';
import { resendPushSubscription } from '../features/messages/push-subscription.ts';
import { whenIdle } from '../lib/browser.ts';
import { languageCache, languageFile } from '../lib/language-file.ts';
import { session } from '../lib/session.ts';
import { offerUpdates } from './offer-updates.ts';
import { router } from './router.tsx';

/** In milliseconds. */
const updateCheckIntervalMs = hourMs;

/** Registers the service worker when the browser is idle, so that the application opens offline. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  openNotificationTargets();
  whenIdle(() => void register());
}

function openNotificationTargets(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string') router.history.push(data.open);
  });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return;
  void keepLanguage();
  offerUpdates(registration);
  checkForUpdates(registration);
}

/** A first visit has loaded its language before the worker could keep it. */
async function keepLanguage(): Promise<void> {
  // What loads later passes through the worker; letters may take longer than its installation.
  await Promise.all([navigator.serviceWorker.ready, document.fonts.ready]);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const files = loaded.filter((name) => languageFile.test(name));
  // If storage is blocked or full, an offline start may be in English.
  if (files.length > 0)
    await caches
      .open(languageCache)
      .then((cache) => cache.addAll(files))
      .catch(() => undefined);
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let lastCheck = Date.now();
  const check = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastCheck < updateCheckIntervalMs)
      return;
    lastCheck = Date.now();
    // Fails offline, which does not matter.
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', check);
  setInterval(check, updateCheckIntervalMs);
}

/** Renews this device's push subscription at every start and sign-in. */
export function keepPushSubscribed(): void {
  let userId: string | null = null;
  const renew = () => {
    const { user, checking } = session.get();
    const now = checking ? userId : (user?.id ?? null);
    if (now === userId) return;
    userId = now;
    if (userId) resubscribe(userId);
  };
  renew();
  session.subscribe(renew);
}

function resubscribe(userId: string): void {
  // The next start tries again.
  resendPushSubscription(userId).catch(() => undefined);
}
