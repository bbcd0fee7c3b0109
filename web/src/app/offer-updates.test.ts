import { afterEach, expect, test, vi } from 'vitest';
import { showOffer } from '../ui/toast/show-toast.ts';
import { offerUpdates } from './offer-updates.ts';

vi.mock('../ui/toast/show-toast.ts', () => ({ showOffer: vi.fn() }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(showOffer).mockClear();
});

/** A version that is installed while `active` serves the page, in a browser that tells of it late. */
function install(active: object | null): void {
  const worker = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = Object.assign(new EventTarget(), {
    active,
    waiting: null,
    installing: worker,
  });
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  offerUpdates(registration as unknown as ServiceWorkerRegistration);
  registration.dispatchEvent(new Event('updatefound'));
  worker.state = 'installed';
  worker.dispatchEvent(new Event('statechange'));
}

test('a first visit is offered no new version, though the first is in control by then', () => {
  install(null);
  expect(showOffer).not.toHaveBeenCalled();
});

test('a version that follows another is offered', () => {
  install({});
  expect(showOffer).toHaveBeenCalledWith('A new version is ready', expect.anything());
});
