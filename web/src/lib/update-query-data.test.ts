import { QueryClient, queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { updateQueryData } from './query-client.ts';

const { queryKey } = queryOptions({ queryKey: ['count'], queryFn: async () => 0 });

function increased(count: number): number {
  return count + 1;
}

function holding() {
  const client = new QueryClient();
  client.setQueryData(queryKey, 1, { updatedAt: 5_000 });
  return { client, state: () => client.getQueryState(queryKey) };
}

test('what is cached changes and counts as no newer than it was', () => {
  const { client, state } = holding();
  updateQueryData(client, queryKey, increased);
  expect(state()).toMatchObject({ data: 2, dataUpdatedAt: 5_000, isInvalidated: false });
});

test('what is stale stays stale', async () => {
  const { client, state } = holding();
  await client.invalidateQueries({ queryKey });
  updateQueryData(client, queryKey, increased);
  expect(state()).toMatchObject({ data: 2, isInvalidated: true });
});

test('nothing is made up where nothing is cached', () => {
  const client = new QueryClient();
  updateQueryData(client, queryKey, increased);
  expect(client.getQueryState(queryKey)).toBeUndefined();
});
