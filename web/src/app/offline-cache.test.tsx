import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { keysQuery } from '../features/keys/queries.ts';
import { queryClient } from '../lib/query-client.ts';
import { useListsUpdatedAt } from './offline-cache.ts';

afterEach(() => queryClient.clear());

test('how old the lists are is known once they are there, which may be after the page', async () => {
  const { result } = renderHook(() => useListsUpdatedAt());
  expect(result.current).toBeNull();
  await act(async () => {
    queryClient.setQueryData(keysQuery.queryKey, [], { updatedAt: 1_000 });
  });
  expect(result.current).toBe(1_000);
});
