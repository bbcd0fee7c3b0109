import type { PublicConfig } from '@keydesk/shared/about/about.routes';
import { api, call } from './api-client.ts';
import { observeServerTime } from './clock.ts';
import { observable } from './observable.ts';

const config = observable<PublicConfig | null>(null);

/** Reads what the server says about this installation, its clock included; a failure changes nothing. */
export const loadConfig = async (): Promise<void> => {
  const sentAt = performance.now();
  const answer = await call(api.getConfig).catch(() => null);
  if (!answer) return;
  observeServerTime(answer.data.now, performance.now() - sentAt);
  config.set(answer.data);
};

/** What the server says about this installation, once it has. */
export const useConfig = (): PublicConfig | null => config.use();

/** The name with which the server has sent the page. */
const nameOfPage = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** The product's name. */
export const useProductName = (): string => useConfig()?.productName ?? nameOfPage();
