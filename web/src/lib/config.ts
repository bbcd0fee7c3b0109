import type { PublicConfig } from '@keydesk/shared/administration/installation';
import { defaultSignInName } from '@keydesk/shared/core/sign-in-error';
import { api, call, readSentAt, urlFor } from './api.ts';
import { observeServerTime } from './clock.ts';
import { campusTimezone, setCampusTimezone } from './format.ts';
import { storedTimezone } from './storage.ts';
import { createStore } from './store.ts';

const config = createStore<PublicConfig | null>(null);

/**
 * Whether times can be shown: the campus's time zone is known, or the server could not be asked.
 * Pages wait for this, because a displayed time does not change afterwards.
 */
export const timezoneKnown = createStore(storedTimezone.read() !== null);

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

export function useConfig(): PublicConfig | null {
  return config.use();
}

/** The time zone in which times are shown and typed. */
export function useCampusTimezone(): string {
  return campusTimezone.use();
}

export function useProductName(): string {
  return useConfig()?.productName ?? nameFromPage('application-name');
}

/** The name of the sign-in provider. */
export function useSignInName(): string {
  return useConfig()?.signInName ?? signInNameFromPage();
}

/** For use outside of components. */
export function signInNameFromPage(): string {
  return nameFromPage('sign-in-name') || defaultSignInName;
}

function nameFromPage(name: 'application-name' | 'sign-in-name'): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
