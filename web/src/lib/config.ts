import type { PublicConfig } from '@keydesk/shared/administration/installation';
import { defaultSignInName } from '@keydesk/shared/core/sign-in-error';
import { api, call, readSentAt, urlFor } from './api.ts';
import { observeServerTime } from './clock.ts';
import { campusTimezone, setCampusTimezone } from './format.ts';
import { storedTimezone } from './storage.ts';
import { createStore } from './store.ts';

const config = createStore<PublicConfig | null>(null);

/**
 * Whether times can be shown: the time zone of the campus is known, or the server could not be
 * asked for it. Pages wait for this, since a time that is shown stays as it is.
 */
export const timezoneKnown = createStore(storedTimezone.read() !== null);

/** Loads the installation's settings and the server's clock; a failure changes nothing. */
export async function loadConfig(): Promise<void> {
  const sentAt = readSentAt(urlFor(api.getConfig.path));
  const answer = await call(api.getConfig).catch(() => null);
  if (answer) takeConfig(answer.data, performance.now() - sentAt);
  timezoneKnown.set(true);
}

function takeConfig(data: PublicConfig, roundTrip: number): void {
  observeServerTime(data.now, roundTrip);
  setCampusTimezone(data.campusTimezone);
  config.set(data);
}

/** The installation's settings; null until they are loaded. */
export function useConfig(): PublicConfig | null {
  return config.use();
}

/** The time zone of the campus, in which times are shown and typed. */
export function useCampusTimezone(): string {
  return campusTimezone.use();
}

/** The product's name. */
export function useProductName(): string {
  return useConfig()?.productName ?? nameFromPage('application-name');
}

/** What the provider is called that people sign in with. */
export function useSignInName(): string {
  return useConfig()?.signInName ?? signInNameFromPage();
}

/** The same outside of a component. */
export function signInNameFromPage(): string {
  return nameFromPage('sign-in-name') || defaultSignInName;
}

/** A name that the server wrote into the page. */
function nameFromPage(name: 'application-name' | 'sign-in-name'): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
