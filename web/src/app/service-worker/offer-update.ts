import { showOffer } from '../../ui/toast/show-toast.ts';

/** Lets the waiting worker take over, and shows its version once it has. */
const takeOver = (waiting: ServiceWorker): void => {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting.postMessage('take-over');
};

const offer = (waiting: ServiceWorker): void =>
  showOffer('A new version is ready', { label: 'Reload', onPress: () => takeOver(waiting) });

const offerOnceInstalled = (worker: ServiceWorker): void =>
  worker.addEventListener('statechange', () => {
    // Without a worker in charge it is the first version, which nobody has to reload for.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
  });

/** Offers every new version that is found; none comes into use by surprise. */
export const offerUpdates = (registration: ServiceWorkerRegistration): void => {
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    if (registration.installing) offerOnceInstalled(registration.installing);
  });
};
