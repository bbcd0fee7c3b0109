import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepScan, keptScanText, lateScanText, takeKeptScan } from './kept-scan.ts';

const [desk, otherDesk] = ['a'.repeat(24), 'b'.repeat(24)];

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 0, 5, 10, 42) }));
afterEach(() => void vi.useRealTimers());

test('a scan waits for the same person, and is used once', () => {
  keepScan('KD:1', desk);
  vi.advanceTimersByTime(60_000);
  expect(takeKeptScan(desk)).toMatchObject({ text: 'KD:1', inTime: true });
  expect(takeKeptScan(desk)).toBeNull();
});

test('a scan is too late after two minutes', () => {
  keepScan('KD:1', desk);
  vi.advanceTimersByTime(120_001);
  expect(takeKeptScan(desk)).toMatchObject({ inTime: false });
});

test('somebody else neither gets the scan nor leaves it behind', () => {
  keepScan('KD:1', desk);
  expect(takeKeptScan(otherDesk)).toBeNull();
  expect(takeKeptScan(desk)).toBeNull();
});

test('of two scans the last one waits', () => {
  keepScan('KD:1', desk);
  keepScan('KD:2', desk);
  expect(takeKeptScan(desk)?.text).toBe('KD:2');
});

test('its texts say when it was scanned', () => {
  const scan = { text: 'KD:1', deskId: desk, scannedAt: Date.now() };
  for (const text of [keptScanText(scan), lateScanText(scan)])
    expect(text).toMatch(/^The code scanned at 10:42 /);
});
