import { expect, test, vi } from 'vitest';
import {
  connectionOf,
  noteConnection,
  offlineReasonOf,
  onBetterConnection,
  onServerBack,
} from './connection.ts';

const well = { deviceOnline: true, serverAnswers: true, live: true };

test('events make a connection', () => {
  expect(connectionOf(well)).toBe('connected');
  expect(connectionOf({ ...well, live: false })).toBe('reconnecting');
});

test('without a network or an answering server nothing can be changed, for a reason in words', () => {
  expect(connectionOf({ ...well, deviceOnline: false })).toBe('offline');
  expect(connectionOf({ ...well, serverAnswers: false })).toBe('offline');
  expect(offlineReasonOf({ ...well, deviceOnline: false })).toBe('You are offline.');
  expect(offlineReasonOf({ ...well, serverAnswers: false })).toBe('The server cannot be reached.');
});

test('lost events alone stop nobody', () => {
  expect(offlineReasonOf({ ...well, live: false })).toBeNull();
});

test('the way back is told of once, however it is found', () => {
  noteConnection(well);
  const told = vi.fn();
  const stop = onServerBack(told);
  noteConnection({ deviceOnline: false });
  noteConnection({ serverAnswers: false });
  noteConnection({ deviceOnline: true });
  expect(told).not.toHaveBeenCalled();
  noteConnection({ serverAnswers: true });
  noteConnection({ live: false });
  expect(told).toHaveBeenCalledTimes(1);
  stop();
});

test('a better connection is told of at each step, a worse one is not', () => {
  noteConnection({ ...well, live: false });
  const told = vi.fn();
  const stop = onBetterConnection(told);
  noteConnection({ serverAnswers: false });
  expect(told).not.toHaveBeenCalled();
  noteConnection({ serverAnswers: true });
  expect(told).toHaveBeenCalledTimes(1);
  noteConnection({ live: true });
  expect(told).toHaveBeenCalledTimes(2);
  noteConnection({ live: false });
  expect(told).toHaveBeenCalledTimes(2);
  stop();
});
