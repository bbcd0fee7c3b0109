import { type AppError, appError } from '@keydesk/shared/core/errors';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { parseQrData, parseToken } from '@keydesk/shared/loans/qr-parse';
import { cardTextSchema } from '@keydesk/shared/people/search';

/**
 * What to do with a scanned text: process it, ask the server what it is, show the key of a tag,
 * look up an ID card, or refuse it.
 */
type ScanPlan =
  | { next: 'request' | 'batch' | 'resolve' | 'card' }
  | { next: 'show-key'; keyId: string }
  | { next: 'refuse'; error: AppError };

export function planScan(text: string): ScanPlan {
  if (parseToken(text)) return { next: 'resolve' };
  const keyId = parseKeyTag(text);
  if (keyId) return { next: 'show-key', keyId };
  const parsed = parseQrData(text);
  if (parsed.ok) {
    const { shape } = parsed.code;
    return { next: shape === 'return' ? 'resolve' : shape };
  }
  if (isOfAnotherLayout(text)) return { next: 'refuse', error: appError('SCANNER_LAYOUT') };
  const mayBeCard = !isRecordOrLink.test(text) && cardTextSchema.safeParse(text).success;
  return mayBeCard ? { next: 'card' } : { next: 'refuse', error: notOurs(text) };
}

export function isForLending(text: string): boolean {
  const { next } = planScan(text);
  return next === 'card' || next === 'show-key';
}

const isRecordOrLink = /^\s*[[{]|:\/\//;

/**
 * Detects one of our codes typed by a scanner for a keyboard layout that is not supported. The
 * letters of 'userId' are in the same place on almost every layout; a token keeps its length.
 */
function isOfAnotherLayout(text: string): boolean {
  if (/^\s*\{\s*"|:\/\//.test(text)) return false;
  return /^kd[^:]\S{26}$/i.test(text) || (text.length > 80 && /userid/i.test(text));
}

export function notOurs(text: string): AppError {
  const parsed = parseQrData(text);
  return parsed.ok ? appError('QR_WRONG_TYPE') : parsed.error;
}
