import type { KeyEvent } from '@keydesk/shared/events';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleKey } from '../testing/sample-key.ts';
import { takeInKey } from './events.ts';
import { followEvents, type StaleOn } from './stale-queries.ts';

let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  stop = followEvents(client);
});

afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
});

/** A query that is shown; returns what counts its reads. */
async function show(queryKey: string[], staleOn: StaleOn) {
  const queryFn = vi.fn(async () => queryKey);
  new QueryObserver(client, { queryKey, queryFn, meta: { staleOn } }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return queryFn;
}

const isOfKey = (id: string) => (event: KeyEvent) => event.key._id === id;
const { _id: keyId } = sampleKey();

test('a query is read again for an event that it names, and for no other', async () => {
  const named = await show(['named'], { key: isOfKey(keyId) });
  const other = await show(['other'], { key: isOfKey('another') });
  takeInKey(sampleKey());
  await vi.advanceTimersByTimeAsync(0);
  expect(named).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledTimes(1);
});

test('it is read at most once a second, and after the last event', async () => {
  const read = await show(['busy'], { key: () => true });
  for (let event = 0; event < 50; event += 1) {
    takeInKey(sampleKey());
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(read).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('the condition sees what the query holds', async () => {
  const holds = vi.fn((_event: KeyEvent, answer: unknown) => answer === undefined);
  await show(['held'], { key: holds });
  takeInKey(sampleKey());
  expect(holds).toHaveBeenCalledWith(expect.anything(), ['held']);
});

test('what is not shown is stale when it is shown again', async () => {
  client.setQueryData(['hidden'], 'old');
  client
    .getQueryCache()
    .find({ queryKey: ['hidden'] })
    ?.setOptions({
      queryKey: ['hidden'],
      meta: { staleOn: { key: () => true } },
    });
  takeInKey(sampleKey());
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryState(['hidden'])?.isInvalidated).toBe(true);
});
