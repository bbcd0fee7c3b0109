import { type AppError, appError } from '@keydesk/shared/core/errors';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { parseQrData, parseToken } from '@keydesk/shared/loans/qr-parse';
import { cardTextSchema } from '@keydesk/shared/people/search';

/**
 * What to do with a scanned text: process it at once, ask the server what it is, show the key of a
 * tag, see whose ID card it is, or refuse it.
 */
type ScanPlan =
  | { next: 'request' | 'batch' | 'resolve' | 'card' }
  | { next: 'show-key'; keyId: string }
  | { next: 'refuse'; error: AppError };

/** Decides by the text alone; whether the code is valid is for the server to decide. */
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

/** Whether it is meant for the key that is being lent: an ID card, or the tag of the key. */
export function isForLending(text: string): boolean {
  const { next } = planScan(text);
  return next === 'card' || next === 'show-key';
}

const isRecordOrLink = /^\s*[[{]|:\/\//;

/**
 * Whether a text that is not ours is one of our codes, typed by a scanner for another keyboard
 * layout than those that are read all the same. The letters of 'userId' are where they are on
 * almost every layout; of a token the length remains.
 */
function isOfAnotherLayout(text: string): boolean {
  if (/^\s*\{\s*"|:\/\//.test(text)) return false;
  return /^kd[^:]\S{26}$/i.test(text) || (text.length > 80 && /userid/i.test(text));
}

/** That a text is no code of ours, and why. */
export function notOurs(text: string): AppError {
  const parsed = parseQrData(text);
  return parsed.ok ? appError('QR_WRONG_TYPE') : parsed.error;
}
