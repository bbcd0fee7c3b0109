import { t } from '@keydesk/shared/texts/en/shell';
import { showOffer } from '../ui/toast/show-toast.ts';

/** Offers every new version; none is activated without consent. */
export function offerUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) offerUpdate(registration.waiting);
  registration.addEventListener('updatefound', () => {
    // The first version is no update; some browsers report it as installed once it is in control.
    if (registration.installing && registration.active)
      offerUpdateOnceInstalled(registration.installing);
  });
}

function offerUpdate(waiting: ServiceWorker): void {
  showOffer(t('new-version'), { label: t('reload'), onPress: () => activateUpdate(waiting) });
}

/** Activates the waiting worker, then reloads the page. */
function activateUpdate(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting.postMessage('take-over');
}

function offerUpdateOnceInstalled(worker: ServiceWorker): void {
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offerUpdate(worker);
  });
}
