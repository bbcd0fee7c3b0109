import { t } from '@keydesk/shared/texts/en/kept-scan';
import { formatTime } from '../../../lib/format.ts';
import { storedScan } from '../../../lib/storage.ts';
import { createStore } from '../../../lib/store.ts';

/** A code is valid for a minute, a batch code for five. Older scans are not worth a try. */
const keptForMs = 120_000;

/** A scanned code that cannot be processed yet; `scannedAt` in Unix milliseconds. */
export type WaitingScan = { text: string; scannedAt: number };

type KeptScan = WaitingScan & { deskId: string };

const keptScan = createStore<KeptScan | null>(readStored());

function readStored(): KeptScan | null {
  try {
    return JSON.parse(storedScan.read() ?? 'null') as KeptScan | null;
  } catch {
    return null;
  }
}

/** Keeps the last scanned text in this tab until the same account opens the desk's page. */
export function keepScan(text: string, deskId: string): void {
  const scan = { text, deskId, scannedAt: Date.now() };
  storedScan.write(JSON.stringify(scan));
  keptScan.set(scan);
}

export const useKeptScan = keptScan.use;

/** Removes and returns this account's kept scan; `inTime` says whether it may still be used. */
export function takeKeptScan(deskId: string): (KeptScan & { inTime: boolean }) | null {
  const scan = keptScan.get();
  storedScan.clear();
  keptScan.set(null);
  if (scan?.deskId !== deskId) return null;
  return { ...scan, inTime: isInTime(scan) };
}

export function isInTime({ scannedAt }: WaitingScan): boolean {
  return Date.now() - scannedAt <= keptForMs;
}

export function keptScanText({ scannedAt }: KeptScan): string {
  return t('kept', { time: formatTime(scannedAt) });
}

export function lateScanText({ scannedAt }: WaitingScan): string {
  return t('late', { time: formatTime(scannedAt) });
}
