import { parseQrData } from '@keydesk/shared/handovers/qr-parse';
import { secretOfToken } from '@keydesk/shared/handovers/qr-token';
import { keyIdOfTag } from '@keydesk/shared/keys/key-tag';

/**
 * What to do with a scanned text: process it at once, ask the server what it is, show the key that
 * a tag names, or refuse it.
 */
export type ScanPlan =
  | { next: 'request' | 'batch' | 'resolve' }
  | { next: 'show-key'; keyId: string }
  | { next: 'refuse'; reason: string };

/** Decides by the text alone. Whether the code may be used is for the server to say. */
export const planScan = (text: string): ScanPlan => {
  if (secretOfToken(text)) return { next: 'resolve' };
  const keyId = keyIdOfTag(text);
  if (keyId) return { next: 'show-key', keyId };
  const parsed = parseQrData(text);
  if (!parsed.ok) return { next: 'refuse', reason: parsed.reason };
  const { shape } = parsed.code;
  return { next: shape === 'return' ? 'resolve' : shape };
};
