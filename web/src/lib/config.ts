import type { PublicConfig } from '@keydesk/shared/about/routes';
import { api, call } from './api.ts';
import { observeServerTime } from './clock.ts';
import { observable } from './observable.ts';

const config = observable<PublicConfig | null>(null);

/** Reads what the server says about this installation, its clock included; a failure changes nothing. */
export async function loadConfig(): Promise<void> {
  const sentAt = performance.now();
  const answer = await call(api.getConfig).catch(() => null);
  if (!answer) return;
  observeServerTime(answer.data.now, performance.now() - sentAt);
  config.set(answer.data);
}

/** What the server says about this installation, once it has. */
export function useConfig(): PublicConfig | null {
  return config.use();
}

/** The product's name. */
export function useProductName(): string {
  return useConfig()?.productName ?? productNameFromPage();
}

/** The name with which the server has sent the page. */
function productNameFromPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';
}
