import { type KeydeskError, refusal } from '../errors.ts';
import type { ScannedCode } from './qr-parse.ts';
import type { CodeType } from './qr-payload.ts';

/** An issued code as it stands under its lock; moments by the database's clock. */
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

/** Time in which the same desk scanning the same code again gets the stored result (DESIGN §6.4). */
export const repeatSeconds = 600;

export type CodeVerdict =
  | { outcome: 'living' }
  | { outcome: 'repeat' }
  | { outcome: 'refused'; refusal: KeydeskError };

const sameKeys = (scanned: readonly string[], issued: readonly string[]): boolean =>
  scanned.length === issued.length && new Set([...scanned, ...issued]).size === issued.length;

/** Does the payload say exactly what was issued? A compact token says nothing but its secret. */
export const agreesWithIssued = (scanned: ScannedCode, issued: IssuedCode): boolean =>
  scanned.type === issued.type &&
  scanned.userId === issued.userId &&
  sameKeys(scanned.keyIds, issued.keyIds) &&
  (scanned.timestamp === null || scanned.timestamp.getTime() === issued.issuedAt.getTime());

/** May `scannerId` use this code at `now`? Used before expired: a repeat is answered even late. */
export const decideCode = (code: IssuedCode, scannerId: string, now: Date): CodeVerdict => {
  const refused = (reason: KeydeskError): CodeVerdict => ({ outcome: 'refused', refusal: reason });
  if (code.usedAt) {
    const age = (now.getTime() - code.usedAt.getTime()) / 1000;
    return code.usedBy === scannerId && age <= repeatSeconds
      ? { outcome: 'repeat' }
      : refused(refusal('QR_USED'));
  }
  if (code.voidedAt) return refused(refusal('QR_VOIDED'));
  if (now.getTime() >= code.expiresAt.getTime()) {
    const validity = Math.round((code.expiresAt.getTime() - code.issuedAt.getTime()) / 1000);
    const age = Math.max(validity, Math.floor((now.getTime() - code.issuedAt.getTime()) / 1000));
    return refused(refusal('QR_EXPIRED', age, validity));
  }
  return { outcome: 'living' };
};
