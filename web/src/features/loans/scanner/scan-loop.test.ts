import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runScanLoop } from './camera.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs scans that take `duration` for five seconds and returns when each began. */
async function startsWithin5Seconds(duration: number): Promise<number[]> {
  const begin = performance.now();
  const starts: number[] = [];
  const stop = new AbortController();
  const loop = runScanLoop(async () => {
    starts.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, duration));
  }, stop.signal);
  await vi.advanceTimersByTimeAsync(4999);
  stop.abort();
  await vi.advanceTimersByTimeAsync(duration);
  await loop;
  return starts;
}

test('quick scans run five times a second', async () => {
  const starts = await startsWithin5Seconds(10);
  expect(starts).toEqual(Array.from({ length: 25 }, (_, index) => index * 200));
});

test('a slow scan is finished before the next begins', async () => {
  const starts = await startsWithin5Seconds(450);
  expect(starts).toEqual(Array.from({ length: 12 }, (_, index) => index * 450));
});

test('nothing is scanned once stopped', async () => {
  const stop = new AbortController();
  stop.abort();
  const scan = vi.fn(async () => {});
  await runScanLoop(scan, stop.signal);
  expect(scan).not.toHaveBeenCalled();
});
