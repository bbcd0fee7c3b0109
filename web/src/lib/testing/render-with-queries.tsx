import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { onTestFinished } from 'vitest';
import { followEvents } from '../live/stale-queries.ts';

/**
 * Renders a component that calls the server and follows its events; nothing is repeated after a failure. `client` holds what
 * is known already.
 */
export function renderWithQueries(element: ReactElement, client = newQueryClient()) {
  onTestFinished(followEvents(client));
  return render(<QueryClientProvider client={client}>{element}</QueryClientProvider>);
}

export function newQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } });
}
