import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keysQuery } from '../features/keys/queries.ts';
import { updateConnection } from '../lib/live/connection.ts';
import { queryClient } from '../lib/query-client.ts';
import { useListsAsOf } from './offline-cache.ts';

const connected = { deviceOnline: true, serverAnswers: true, sessionChecked: true, live: true };

beforeEach(() => updateConnection(connected));
afterEach(() => {
  cleanup();
  queryClient.clear();
  updateConnection({ live: false });
});

test('how old the lists are is known once they are there, which may be after the page', async () => {
  const { result } = renderHook(() => useListsAsOf());
  expect(result.current).toBeNull();
  await act(async () => {
    queryClient.setQueryData(keysQuery.queryKey, [], { updatedAt: 1_000 });
  });
  expect(result.current).toBe(1_000);
});

test('lists that live events kept up to date are as of when events ceased', () => {
  queryClient.setQueryData(keysQuery.queryKey, [], { updatedAt: 1_000 });
  const before = Date.now();
  updateConnection({ live: false });
  const { result } = renderHook(() => useListsAsOf());
  expect(result.current).toBeGreaterThanOrEqual(before);
});

test('the last handovers of the desks are among the lists, and those of a shift are not', () => {
  const { result } = renderHook(() => useListsAsOf());
  act(() => void queryClient.setQueryData(['desk', 'handovers', 'shift', {}], []));
  expect(result.current).toBeNull();
  act(() => void queryClient.setQueryData(['desk', 'recent-handovers', 'a'], []));
  expect(result.current).not.toBeNull();
});
