import { expect, test, vi } from 'vitest';
import {
  onConnectionImproved,
  onServerReachable,
  toConnection,
  toOfflineReason,
  updateConnection,
} from './connection.ts';

const well = { deviceOnline: true, serverAnswers: true, live: true };

test('events make a connection', () => {
  expect(toConnection(well)).toBe('connected');
  expect(toConnection({ ...well, live: false })).toBe('reconnecting');
});

test('without a network or an answering server nothing can be changed, for a reason in words', () => {
  expect(toConnection({ ...well, deviceOnline: false })).toBe('offline');
  expect(toConnection({ ...well, serverAnswers: false })).toBe('offline');
  expect(toOfflineReason({ ...well, deviceOnline: false })).toBe('You are offline.');
  expect(toOfflineReason({ ...well, serverAnswers: false })).toBe('The server cannot be reached.');
});

test('lost events alone stop nobody', () => {
  expect(toOfflineReason({ ...well, live: false })).toBeNull();
});

test('the way back is told of once, however it is found', () => {
  updateConnection(well);
  const told = vi.fn();
  const stop = onServerReachable(told);
  updateConnection({ deviceOnline: false });
  updateConnection({ serverAnswers: false });
  updateConnection({ deviceOnline: true });
  expect(told).not.toHaveBeenCalled();
  updateConnection({ serverAnswers: true });
  updateConnection({ live: false });
  expect(told).toHaveBeenCalledTimes(1);
  stop();
});

test('a better connection is told of at each step, a worse one is not', () => {
  updateConnection({ ...well, live: false });
  const told = vi.fn();
  const stop = onConnectionImproved(told);
  updateConnection({ serverAnswers: false });
  expect(told).not.toHaveBeenCalled();
  updateConnection({ serverAnswers: true });
  expect(told).toHaveBeenCalledTimes(1);
  updateConnection({ live: true });
  expect(told).toHaveBeenCalledTimes(2);
  updateConnection({ live: false });
  expect(told).toHaveBeenCalledTimes(2);
  stop();
});
