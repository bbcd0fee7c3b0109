import { whenIdle } from '../../lib/idle.ts';
import { router } from '../router.tsx';
import { offerUpdates } from './offer-update.ts';

/** How often a page that stays open looks for a new version, in milliseconds. */
const lookAgainAfter = 60 * 60_000;

const keepLooking = (registration: ServiceWorkerRegistration): void => {
  let lastLook = Date.now();
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastLook < lookAgainAfter) return;
    lastLook = Date.now();
    // Offline there is nothing to find, which is no fault.
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  setInterval(look, lookAgainAfter);
};

const register = async (): Promise<void> => {
  const registration = await navigator.serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return;
  offerUpdates(registration);
  keepLooking(registration);
};

/** Goes where a pressed push notification leads. */
const followNotifications = (): void => {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string') void router.navigate({ to: data.open });
  });
};

/** Makes the application open without a network, once it has nothing better to do. */
export const startServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  followNotifications();
  whenIdle(() => void register());
};
