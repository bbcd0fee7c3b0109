import type { PublicConfig } from '@keydesk/shared/about/routes';
import { api, call } from './api.ts';
import { observeServerTime } from './clock.ts';
import { deviceTimezone } from './format.ts';
import { createStore } from './store.ts';

const config = createStore<PublicConfig | null>(null);

/** Loads the installation's settings and the server's clock; a failure changes nothing. */
export async function loadConfig(): Promise<void> {
  const sentAt = performance.now();
  const answer = await call(api.getConfig).catch(() => null);
  if (!answer) return;
  observeServerTime(answer.data.now, performance.now() - sentAt);
  config.set(answer.data);
}

/** The installation's settings; null until they are loaded. */
export function useConfig(): PublicConfig | null {
  return config.use();
}

/** The time zone of the campus, in which due times are shown and typed; until it is known, this device's. */
export function useCampusTimezone(): string {
  return useConfig()?.campusTimezone ?? deviceTimezone;
}

/** The product's name. */
export function useProductName(): string {
  return useConfig()?.productName ?? productNameFromPage();
}

/** The name that the server wrote into the page. */
function productNameFromPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';
}
