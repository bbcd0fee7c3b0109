import { refusal } from '@keydesk/shared/errors';
import {
  agreesWithIssued,
  decideCode,
  type IssuedCode,
} from '@keydesk/shared/handovers/decide-code';
import type { ScannedCode } from '@keydesk/shared/handovers/qr-parse';
import { batchValiditySeconds } from '@keydesk/shared/handovers/qr-payload';
import { timestampFault } from '@keydesk/shared/handovers/qr-validity';
import type { Connection } from '../../db/client.ts';
import { hashSecret } from '../../hash-secret.ts';
import { type CodeRow, findCode } from './codes.repository.ts';
import type { Scan } from './scan.ts';

const issuedCode = (row: CodeRow): IssuedCode => ({
  type: row.type,
  userId: row.user_id,
  keyIds: row.key_ids,
  issuedAt: row.issued_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
  usedBy: row.used_by,
  voidedAt: row.voided_at,
});

/** The issued code that a scan names, or undefined when this server issued none such. */
export const findIssued = async (db: Connection, scan: Scan): Promise<CodeRow | undefined> => {
  if (!scan.secret) return undefined;
  const row = await findCode(db, hashSecret(scan.secret));
  if (!row && !scan.claimed) throw refusal('QR_NOT_ISSUED');
  return row;
};

/**
 * Whether this desk may use the code: false when it already did and gets its stored result again.
 * @throws QR_FORGED, QR_USED, QR_VOIDED or QR_EXPIRED.
 */
export const mayUse = (row: CodeRow, scan: Scan, scannerId: string): boolean => {
  const issued = issuedCode(row);
  if (scan.claimed && !agreesWithIssued(scan.claimed, issued)) throw refusal('QR_FORGED');
  const verdict = decideCode(issued, scannerId, row.now);
  if (verdict.outcome === 'refused')
    throw verdict.refusal.withDetails({ type: row.type, keyIds: row.key_ids });
  return verdict.outcome === 'living';
};

/** Refuses a code of other making once its own timestamp is outside the validity window (spec §5). */
export const checkLegacyTimestamp = (
  claimed: ScannedCode,
  now: Date,
  validitySeconds: number,
): void => {
  const window = claimed.shape === 'batch' ? batchValiditySeconds : validitySeconds;
  const fault = timestampFault(claimed.timestamp, now, window);
  if (fault) throw refusal('QR_INVALID', fault).withDetails({ keyIds: claimed.keyIds });
};
