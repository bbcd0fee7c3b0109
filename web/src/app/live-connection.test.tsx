import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { keysQuery, myTakenQuery } from '../features/keys/queries.ts';
import { queryClient } from '../lib/query-client.ts';
import { fakeServer } from '../lib/testing/fake-server.ts';
import { startLiveConnection } from './live-connection.ts';

const connected = vi.hoisted(() => new Set<(isFirst: boolean) => void>());
vi.mock('../lib/live/socket.ts', () => ({
  connectSocket: () => Promise.resolve(),
  disconnectSocket: () => undefined,
  forceReconnect: () => undefined,
  onConnect: (listener: (isFirst: boolean) => void) => connected.add(listener),
  onServerDisconnect: () => undefined,
  reconnectIfDown: () => undefined,
}));

// What follows the session from here on must not do so in the files that come after this one.
afterAll(() => void vi.resetModules());

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Keys() {
  useQuery(keysQuery);
  useQuery(myTakenQuery('a'.repeat(24)));
  return null;
}

test('who has which key is read once more when live events begin to arrive', async () => {
  const lists = ['/keys', '/keys/my-taken'];
  const requests = fakeServer(({ path }) => ({
    body: { success: true, data: lists.includes(path) ? { keys: [] } : {} },
  }));
  const reads = () => lists.map((list) => requests.filter(({ path }) => path === list).length);
  const polls = vi.spyOn(globalThis, 'setInterval');
  startLiveConnection();
  const started = polls.mock.results.map(({ value }) => value);
  polls.mockRestore();
  // Otherwise they go on beside the tests of other files, and find no server.
  onTestFinished(() => started.forEach(clearInterval));
  render(
    <QueryClientProvider client={queryClient}>
      <Keys />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(queryClient.getQueryData(keysQuery.queryKey)).toEqual([]));
  await waitFor(() => expect(reads()).toEqual([1, 1]));
  act(() => {
    for (const listener of connected) listener(true);
  });
  await waitFor(() => expect(reads()).toEqual([2, 2]));
});
