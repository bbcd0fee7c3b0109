import { expect, test, vi } from 'vitest';
import {
  onConnectionImproved,
  onServerReachable,
  toConnection,
  toOfflineReason,
  updateConnection,
} from './connection.ts';

const well = { deviceOnline: true, serverAnswers: true, sessionChecked: true, live: true };

test('events make a connection', () => {
  expect(toConnection(well)).toBe('connected');
  expect(toConnection({ ...well, live: false })).toBe('reconnecting');
});

test('without a network or an answering server nothing can be changed, for a reason in words', () => {
  expect(toConnection({ ...well, deviceOnline: false })).toBe('offline');
  expect(toConnection({ ...well, serverAnswers: false })).toBe('offline');
  expect(toConnection({ ...well, sessionChecked: false })).toBe('offline');
  expect(toOfflineReason({ ...well, deviceOnline: false })).toBe('You are offline.');
  expect(toOfflineReason({ ...well, serverAnswers: false })).toBe('The server cannot be reached.');
});

test('lost events alone stop nobody', () => {
  expect(toOfflineReason({ ...well, live: false })).toBeNull();
});

test('the return of the server is reported once, however it is noticed', () => {
  updateConnection(well);
  const listener = vi.fn();
  const stop = onServerReachable(listener);
  updateConnection({ deviceOnline: false });
  updateConnection({ serverAnswers: false });
  updateConnection({ deviceOnline: true });
  expect(listener).not.toHaveBeenCalled();
  updateConnection({ serverAnswers: true });
  updateConnection({ live: false });
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
});

test('a better connection is reported at each step, a worse one is not', () => {
  updateConnection({ ...well, live: false });
  const listener = vi.fn();
  const stop = onConnectionImproved(listener);
  updateConnection({ serverAnswers: false });
  expect(listener).not.toHaveBeenCalled();
  updateConnection({ serverAnswers: true });
  expect(listener).toHaveBeenCalledTimes(1);
  updateConnection({ live: true });
  expect(listener).toHaveBeenCalledTimes(2);
  updateConnection({ live: false });
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
});
