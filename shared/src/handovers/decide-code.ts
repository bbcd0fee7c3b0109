import { type AppError, appError } from '../errors.ts';
import type { ScannedCode } from './qr-parse.ts';
import type { CodeType } from './qr-payload.ts';

/** An issued code, read under its lock; times are the database's. */
export type IssuedCode = {
  type: CodeType;
  userId: string;
  keyIds: readonly string[];
  issuedAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  usedBy: string | null;
  voidedAt: Date | null;
};

/** For this long, the same desk scanning a used code again gets the stored result. */
export const repeatWindowSeconds = 600;

export type CodeVerdict =
  | { outcome: 'valid' }
  | { outcome: 'repeat' }
  | { outcome: 'refused'; error: AppError };

/** Whether the payload is exactly what was issued. Of a compact token only the secret is known. */
export function matchesIssuedCode(scanned: ScannedCode, issued: IssuedCode): boolean {
  return (
    scanned.type === issued.type &&
    scanned.userId === issued.userId &&
    sameKeys(scanned.keyIds, issued.keyIds) &&
    (scanned.timestamp === null || scanned.timestamp.getTime() === issued.issuedAt.getTime())
  );
}

function sameKeys(scanned: readonly string[], issued: readonly string[]): boolean {
  return (
    scanned.length === issued.length && new Set([...scanned, ...issued]).size === issued.length
  );
}

/** May `scannerId` use this code at `now`? A repeat is answered even after the code has expired. */
export function decideCode(code: IssuedCode, scannerId: string, now: Date): CodeVerdict {
  const refused = (error: AppError): CodeVerdict => ({ outcome: 'refused', error });
  if (code.usedAt) {
    const age = (now.getTime() - code.usedAt.getTime()) / 1000;
    return code.usedBy === scannerId && age <= repeatWindowSeconds
      ? { outcome: 'repeat' }
      : refused(appError('QR_USED'));
  }
  if (code.voidedAt) return refused(appError('QR_VOIDED'));
  if (now.getTime() >= code.expiresAt.getTime()) {
    const validity = Math.round((code.expiresAt.getTime() - code.issuedAt.getTime()) / 1000);
    const age = Math.max(validity, Math.floor((now.getTime() - code.issuedAt.getTime()) / 1000));
    return refused(appError('QR_EXPIRED', age, validity));
  }
  return { outcome: 'valid' };
}
