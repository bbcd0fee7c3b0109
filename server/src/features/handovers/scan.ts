import { refusal } from '@keydesk/shared/errors';
import { parseQrData, type ScannedCode } from '@keydesk/shared/handovers/qr-parse';
import { isSecret, secretOfToken } from '@keydesk/shared/handovers/qr-token';

/** What was scanned: the secret that may name an issued code, and what the payload claims. */
export type Scan = { secret: string | null; claimed: ScannedCode | null };

/**
 * Reads what the desk sent: a compact token, or a record of spec §5.
 * @throws QR_INVALID with the message of spec §5.
 */
export const readScan = (qrData: unknown): Scan => {
  const token = typeof qrData === 'string' ? secretOfToken(qrData) : null;
  if (token) return { secret: token, claimed: null };
  const parsed = parseQrData(qrData);
  if (!parsed.ok) throw refusal('QR_INVALID', parsed.reason);
  const { secret } = parsed.code;
  return { secret: secret && isSecret(secret) ? secret : null, claimed: parsed.code };
};
