import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidateAndRefetch } from './query-client.ts';

/** A watched query. A test answers its fetches, each with the data from when it started. */
function watchedQuery() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const facts = { now: 'before' };
  const reads: { answer: () => void; fail: () => void }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['shown'],
    queryFn: () => {
      const { now } = facts;
      return new Promise<string>((resolve, reject) => {
        reads.push({ answer: () => resolve(now), fail: () => reject(new Error('lost')) });
      });
    },
  });
  const stop = observer.subscribe(() => undefined);
  /** The fetch of this index, counted from 0, once it has started. */
  const read = async (index: number) => {
    await expect.poll(() => reads.length).toBe(index + 1);
    return reads[index] ?? expect.unreachable();
  };
  const data = () => observer.getCurrentResult().data;
  return { client, facts, reads, read, data, stop };
}

/** The same after its first fetch. */
async function fetchedQuery() {
  const query = watchedQuery();
  (await query.read(0)).answer();
  await expect.poll(query.data).toBe('before');
  return query;
}

test('what was fetched before is fetched again', async () => {
  const { client, facts, read, data, stop } = await fetchedQuery();
  facts.now = 'after';
  const done = invalidateAndRefetch(client);
  (await read(1)).answer();
  await done;
  expect(data()).toBe('after');
  stop();
});

test('a first fetch is not interrupted and is followed by one more, however many changes there are', async () => {
  const { client, facts, reads, read, data, stop } = watchedQuery();
  facts.now = 'after';
  const done = Promise.all([
    invalidateAndRefetch(client),
    invalidateAndRefetch(client),
    invalidateAndRefetch(client),
  ]);
  (await read(0)).answer();
  await expect.poll(data).toBe('before');
  (await read(1)).answer();
  await done;
  expect(data()).toBe('after');
  expect(reads).toHaveLength(2);
  stop();
});

test('a later fetch starts over at once', async () => {
  const { client, facts, read, data, stop } = await fetchedQuery();
  void invalidateAndRefetch(client);
  await read(1);
  facts.now = 'after';
  const done = invalidateAndRefetch(client);
  (await read(2)).answer();
  await done;
  expect(data()).toBe('after');
  stop();
});

test('a later fetch is not interrupted either if asked for, and is followed by one more', async () => {
  const { client, facts, reads, read, data, stop } = await fetchedQuery();
  void invalidateAndRefetch(client);
  await read(1);
  facts.now = 'after';
  const refetchAfter = () => invalidateAndRefetch(client, {}, { cancelRefetch: false });
  const done = Promise.all([refetchAfter(), refetchAfter()]);
  (await read(1)).answer();
  (await read(2)).answer();
  await done;
  expect(data()).toBe('after');
  expect(reads).toHaveLength(3);
  stop();
});

test('a change during the fetch that follows a first one is fetched in turn', async () => {
  const { client, facts, read, data, stop } = watchedQuery();
  void invalidateAndRefetch(client);
  (await read(0)).answer();
  await read(1);
  facts.now = 'after';
  const done = invalidateAndRefetch(client, {}, { cancelRefetch: false });
  (await read(1)).answer();
  (await read(2)).answer();
  await done;
  expect(data()).toBe('after');
  stop();
});

test('a first fetch that fails is made up for', async () => {
  const { client, read, data, stop } = watchedQuery();
  const done = invalidateAndRefetch(client);
  (await read(0)).fail();
  (await read(1)).answer();
  await done;
  expect(data()).toBe('before');
  stop();
});

test('only matching queries are fetched again', async () => {
  const { client, reads, stop } = await fetchedQuery();
  await invalidateAndRefetch(client, { queryKey: ['other'] });
  expect(reads).toHaveLength(1);
  stop();
});

test('a cancelled fetch is followed by none, and stays stale', async () => {
  const { client, facts, reads, read, stop } = await fetchedQuery();
  void invalidateAndRefetch(client);
  await read(1);
  facts.now = 'after';
  const done = invalidateAndRefetch(client, {}, { cancelRefetch: false });
  await client.cancelQueries();
  await done;
  expect(reads).toHaveLength(2);
  expect(client.getQueryState(['shown'])?.isInvalidated).toBe(true);
  stop();
});
