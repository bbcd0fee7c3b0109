import type { PublicConfig } from '@keydesk/shared/about/about.routes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, call } from './api-client.ts';
import { observeServerTime } from './clock.ts';

const fetchConfig = async (): Promise<PublicConfig> => {
  const sentAt = performance.now();
  const { data } = await call(api.getConfig);
  observeServerTime(data.now, performance.now() - sentAt);
  return data;
};

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: fetchConfig,
  staleTime: 5 * 60_000,
});

/** What the server says about this installation, once it has. */
export const useConfig = (): PublicConfig | undefined => useQuery(configQuery).data;

/** The product's name; 'Keydesk' until the server has said otherwise. */
export const useProductName = (): string => useConfig()?.productName ?? 'Keydesk';
