import { resendPushSubscription } from '../features/notifications/push-subscription.ts';
import { whenIdle } from '../lib/browser.ts';
import { session } from '../lib/session.ts';
import { showOffer } from '../ui/toast/show-toast.ts';
import { router } from './router.tsx';

/** How often a page that stays open looks for a new version, in milliseconds. */
const updateCheckIntervalMs = 60 * 60_000;

/** Makes the application open without a network, once it has nothing better to do. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  openNotificationTargets();
  whenIdle(() => void register());
}

/** Goes where a pressed push notification leads. */
function openNotificationTargets(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string') void router.navigate({ to: data.open });
  });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return;
  offerUpdates(registration);
  checkForUpdates(registration);
}

/** Offers every new version that is found; none comes into use by surprise. */
function offerUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) offerUpdate(registration.waiting);
  registration.addEventListener('updatefound', () => {
    if (registration.installing) offerUpdateOnceInstalled(registration.installing);
  });
}

function offerUpdate(waiting: ServiceWorker): void {
  showOffer('A new version is ready', { label: 'Reload', onPress: () => activateUpdate(waiting) });
}

/** Lets the waiting worker take over, and shows its version once it has. */
function activateUpdate(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting.postMessage('take-over');
}

function offerUpdateOnceInstalled(worker: ServiceWorker): void {
  worker.addEventListener('statechange', () => {
    // Without a worker in charge it is the first version, which nobody has to reload for.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offerUpdate(worker);
  });
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let lastLook = Date.now();
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastLook < updateCheckIntervalMs)
      return;
    lastLook = Date.now();
    // Offline there is nothing to find, which is no fault.
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  setInterval(look, updateCheckIntervalMs);
}

/** Tells the server anew, with every sign-in and start, that this device wants notifications. */
export function keepPushSubscribed(): void {
  let person: string | null = null;
  const follow = () => {
    const { user, checking } = session.get();
    const now = checking ? person : (user?.id ?? null);
    if (now === person) return;
    person = now;
    if (person) resubscribe(person);
  };
  follow();
  session.watch(follow);
}

function resubscribe(userId: string): void {
  // A device that cannot be told of just now is told of at the next start.
  resendPushSubscription(userId).catch(() => undefined);
}
