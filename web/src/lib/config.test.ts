// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { serverNow } from './clock.ts';
import { loadConfig, timezoneKnown } from './config.ts';
import { campusTimezone } from './format.ts';

afterEach(() => vi.unstubAllGlobals());

test('settings that were asked for early count from when they were asked for', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const [askedAt, now] = [performance.now() - 4_000, Date.now() + 3_600_000];
  const data = { now: new Date(now).toISOString(), campusTimezone: 'Pacific/Auckland' };
  const answer = Promise.resolve(Response.json({ success: true, data }));
  vi.stubGlobal('earlyReads', { '/api/config': { sentAt: askedAt, answer } });
  await loadConfig();
  expect(fetch).not.toHaveBeenCalled();
  expect([timezoneKnown.get(), campusTimezone.get()]).toEqual([true, 'Pacific/Auckland']);
  // Half of the round trip has passed since the server answered.
  expect(serverNow() - now).toBeGreaterThanOrEqual(2_000);
});
