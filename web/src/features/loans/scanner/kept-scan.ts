import { t } from '@keydesk/shared/texts/en/kept-scan';
import { formatTime } from '../../../lib/format.ts';
import { storedScan } from '../../../lib/storage.ts';
import { createStore } from '../../../lib/store.ts';

/** A code lives for a minute; a batch code for five. What waits for longer is not worth a try. */
const keptForMs = 120_000;

/** A scanned code that cannot be used yet; `scannedAt` in Unix milliseconds. */
export type WaitingScan = { text: string; scannedAt: number };

/** A code scanned while the desk was signed out or on another page. */
type KeptScan = WaitingScan & { deskId: string };

const keptScan = createStore<KeptScan | null>(readStored());

function readStored(): KeptScan | null {
  try {
    return JSON.parse(storedScan.read() ?? 'null') as KeptScan | null;
  } catch {
    return null;
  }
}

/** Keeps a scanned text in this tab, until the same person is at the desk's page. The last one stays. */
export function keepScan(text: string, deskId: string): void {
  const scan = { text, deskId, scannedAt: Date.now() };
  storedScan.write(JSON.stringify(scan));
  keptScan.set(scan);
}

/** The kept scan, as a hook. */
export const useKeptScan = keptScan.use;

/**
 * Takes the kept scan away and returns it, if this person's desk scanned it; `inTime` says whether
 * it may still be used.
 */
export function takeKeptScan(deskId: string): (KeptScan & { inTime: boolean }) | null {
  const scan = keptScan.get();
  storedScan.clear();
  keptScan.set(null);
  if (scan?.deskId !== deskId) return null;
  return { ...scan, inTime: isInTime(scan) };
}

/** Whether a scan that waited may still be used. */
export function isInTime({ scannedAt }: WaitingScan): boolean {
  return Date.now() - scannedAt <= keptForMs;
}

/** What the sign-in page says of it. */
export function keptScanText({ scannedAt }: KeptScan): string {
  return t('kept', { time: formatTime(scannedAt) });
}

/** What the desk says of a scan that waited too long. */
export function lateScanText({ scannedAt }: WaitingScan): string {
  return t('late', { time: formatTime(scannedAt) });
}
