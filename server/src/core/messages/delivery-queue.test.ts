import { expect, test } from 'vitest';
import { createDeliveryQueue } from './push.ts';

/** A queue whose deliveries end when the test says so. */
function openQueue(limits: { concurrency: number; maxWaiting: number }) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  let dropped = 0;
  const queue = createDeliveryQueue<number>({
    ...limits,
    deliver: (item) => {
      begun.push(item);
      return new Promise((resolve) => {
        ends.push(resolve);
      });
    },
    onDropped: () => {
      dropped += 1;
    },
  });
  return { queue, begun, dropped: () => dropped, endOne: () => ends.shift()?.() };
}

function turn() {
  return new Promise<void>((resolve) => setImmediate(resolve));
}

test('each delivery begins in an event loop turn of its own, after the one that asked', async () => {
  const { queue, begun } = openQueue({ concurrency: 5, maxWaiting: 10 });
  queue.add([1, 2]);
  expect(begun).toEqual([]);
  await turn();
  expect(begun).toEqual([1]);
  await turn();
  expect(begun).toEqual([1, 2]);
});

test('only so many are under way at once, and the next begins when one has ended', async () => {
  const { queue, begun, endOne } = openQueue({ concurrency: 2, maxWaiting: 10 });
  queue.add([1, 2, 3]);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(begun).toEqual([1, 2]);
  endOne();
  await expect.poll(() => begun).toEqual([1, 2, 3]);
});

test('when too many wait, the oldest are dropped and counted', async () => {
  const { queue, begun, dropped, endOne } = openQueue({ concurrency: 1, maxWaiting: 2 });
  queue.add([1, 2, 3, 4]);
  expect(dropped()).toBe(2);
  await expect.poll(() => begun).toEqual([3]);
  endOne();
  await expect.poll(() => begun).toEqual([3, 4]);
});

test('what waits can be given up', async () => {
  const { queue, begun } = openQueue({ concurrency: 1, maxWaiting: 2 });
  queue.add([1, 2]);
  queue.clear();
  for (let turns = 0; turns < 3; turns += 1) await turn();
  expect(begun).toEqual([]);
});
