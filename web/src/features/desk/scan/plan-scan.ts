import { parseQrData } from '@keydesk/shared/handovers/qr-parse';
import { secretOfToken } from '@keydesk/shared/handovers/qr-token';

/** What to do with a scanned text: process it at once, ask the server what it is, or refuse it. */
export type ScanPlan =
  | { next: 'request' | 'batch' | 'resolve' }
  | { next: 'refuse'; reason: string };

/** Decides by the text alone. Whether the code may be used is for the server to say. */
export const planScan = (text: string): ScanPlan => {
  if (secretOfToken(text)) return { next: 'resolve' };
  const parsed = parseQrData(text);
  if (!parsed.ok) return { next: 'refuse', reason: parsed.reason };
  const { shape } = parsed.code;
  return { next: shape === 'return' ? 'resolve' : shape };
};
