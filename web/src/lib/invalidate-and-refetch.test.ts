import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidateAndRefetch } from './query-client.ts';

/** Something shown, whose reads answer only when told to, each with what was true as it began. */
function shown() {
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
  /** The read of this index, counted from 0, once it has begun. */
  const read = async (index: number) => {
    await expect.poll(() => reads.length).toBe(index + 1);
    return reads[index] ?? expect.unreachable();
  };
  const data = () => observer.getCurrentResult().data;
  return { client, facts, reads, read, data, stop };
}

/** The same after its first read. */
async function shownBefore() {
  const held = shown();
  (await held.read(0)).answer();
  await expect.poll(held.data).toBe('before');
  return held;
}

test('what was read before is read anew', async () => {
  const { client, facts, read, data, stop } = await shownBefore();
  facts.now = 'after';
  const done = invalidateAndRefetch(client);
  (await read(1)).answer();
  await done;
  expect(data()).toBe('after');
  stop();
});

test('a first read that news overtakes goes on and is followed by one more, however much news there is', async () => {
  const { client, facts, reads, read, data, stop } = shown();
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

test('a later read that news overtakes begins again at once', async () => {
  const { client, facts, read, data, stop } = await shownBefore();
  void invalidateAndRefetch(client);
  await read(1);
  facts.now = 'after';
  const done = invalidateAndRefetch(client);
  (await read(2)).answer();
  await done;
  expect(data()).toBe('after');
  stop();
});

test('a later read goes on too if it is to, and is followed by one more', async () => {
  const { client, facts, reads, read, data, stop } = await shownBefore();
  void invalidateAndRefetch(client);
  await read(1);
  facts.now = 'after';
  const goingOn = () => invalidateAndRefetch(client, {}, { cancelRefetch: false });
  const done = Promise.all([goingOn(), goingOn()]);
  (await read(1)).answer();
  (await read(2)).answer();
  await done;
  expect(data()).toBe('after');
  expect(reads).toHaveLength(3);
  stop();
});

test('news during the read that follows a first one is read in turn', async () => {
  const { client, facts, read, data, stop } = shown();
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

test('a first read that fails under way is made up for', async () => {
  const { client, read, data, stop } = shown();
  const done = invalidateAndRefetch(client);
  (await read(0)).fail();
  (await read(1)).answer();
  await done;
  expect(data()).toBe('before');
  stop();
});

test('only what is meant is read anew', async () => {
  const { client, reads, stop } = await shownBefore();
  await invalidateAndRefetch(client, { queryKey: ['other'] });
  expect(reads).toHaveLength(1);
  stop();
});

test('a read that is cancelled is followed by none, and stays due', async () => {
  const { client, facts, reads, read, stop } = await shownBefore();
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
