import { afterEach, expect, test, vi } from 'vitest';
import { updateConnection } from './connection.ts';
import { onKeyListChanged, readKeysEachMinute } from './events.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  updateConnection({ live: false });
});

test('a page that is looked at reads its keys again each minute, since an event may be lost', () => {
  vi.useFakeTimers();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  updateConnection({ deviceOnline: true, serverAnswers: true, sessionChecked: true, live: true });
  const read = vi.fn();
  const stop = onKeyListChanged(read);
  readKeysEachMinute();
  vi.advanceTimersByTime(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  visibility.mockReturnValue('hidden');
  vi.advanceTimersByTime(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  stop();
});
