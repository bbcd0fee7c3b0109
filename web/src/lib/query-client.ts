import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const worthRetrying = (failures: number, cause: Error): boolean =>
  failures < 1 && cause instanceof ApiError && (cause.status === 0 || cause.status === 503);

/** The cache of everything read from the server. Offline calls fail at once and say so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, networkMode: 'always', retry: worthRetrying, retryDelay: 800 },
    mutations: { networkMode: 'always', retry: false },
  },
});
