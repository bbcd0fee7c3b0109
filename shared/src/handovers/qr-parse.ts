import { isId } from '../id.ts';
import { type CodeType, codeTypes } from './qr-payload.ts';
import { maxQrTextLength, parseQrText, type QrRecord } from './qr-text.ts';
import type { ScanShape } from './scan-shape.ts';

/** A code as it was read, issued by us or not. Ids are well formed; nothing else is trusted. */
export type ScannedCode = {
  type: CodeType;
  shape: ScanShape;
  keyIds: readonly string[];
  userId: string | null;
  /** requestId or returnId. */
  secret: string | null;
  timestamp: Date | null;
};

export type ParsedQr = { ok: true; code: ScannedCode } | { ok: false; reason: string };

const refuse = (reason: string): ParsedQr => ({ ok: false, reason });

const identifiers = ['keyId', 'keyIds', 'userId', 'requestId', 'returnId'] as const;

const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '';

const missingFields = (record: QrRecord, type: CodeType): string[] => {
  const required = type === 'key-request' ? ['keyId', 'userId'] : ['keyId'];
  return required.filter((field) => !isPresent(record[field]));
};

const readTimestamp = (value: unknown): Date | null | 'invalid' => {
  if (!isPresent(value)) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return 'invalid';
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? 'invalid' : moment;
};

const readKeyIds = (record: QrRecord, type: CodeType): string[] | { reason: string } => {
  if (type === 'batch-return' && Array.isArray(record.keyIds)) {
    if (record.keyIds.length === 0) return { reason: 'batch-return QR code has an empty keyIds' };
    const bad = record.keyIds.findIndex((id) => !isId(id));
    return bad >= 0
      ? { reason: `Invalid key ID format at index ${bad}` }
      : [...new Set(record.keyIds as string[])];
  }
  const missing = missingFields(record, type);
  if (missing.length > 0)
    return {
      reason: `${type} QR code is missing ${missing
        .map((field) => (type === 'batch-return' && field === 'keyId' ? 'keyIds' : field))
        .join(', ')}`,
    };
  return isId(record.keyId) ? [record.keyId] : { reason: 'Invalid key ID format' };
};

const shapeOf = (record: QrRecord, type: CodeType): ScanShape => {
  if (type === 'key-request') return 'request';
  return type === 'batch-return' && Array.isArray(record.keyIds) ? 'batch' : 'return';
};

const optionalText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/**
 * Reads a QR record in the order of spec §5: object, type, recognised shape (batch-return with
 * keyIds · key-return or batch-return with keyId · request with requestId, keyId, userId · legacy
 * with type, keyId, userId), timestamp. Unknown fields are ignored.
 */
export const parseQrRecord = (value: unknown): ParsedQr => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('QR data must be a valid object');
  const record = value as QrRecord;
  const type = codeTypes.find((candidate) => candidate === record.type);
  if (!type) return refuse(`Invalid or missing 'type'. Allowed types: ${codeTypes.join(', ')}`);
  if (!identifiers.some((field) => isPresent(record[field])))
    return refuse(
      'QR code does not contain valid key data (missing keyId, userId, or action identifier)',
    );
  const keyIds = readKeyIds(record, type);
  if (!Array.isArray(keyIds)) return refuse(keyIds.reason);
  if (isPresent(record.userId) && !isId(record.userId)) return refuse('Invalid user ID format');
  const timestamp = readTimestamp(record.timestamp);
  if (timestamp === 'invalid') return refuse('QR timestamp is invalid');
  const secret = type === 'key-request' ? record.requestId : record.returnId;
  return {
    ok: true,
    code: {
      type,
      shape: shapeOf(record, type),
      keyIds,
      userId: optionalText(record.userId),
      secret: optionalText(secret),
      timestamp,
    },
  };
};

/** Reads `qrData` as a scan call receives it: the record itself or its JSON text. */
export const parseQrData = (qrData: unknown): ParsedQr => {
  if (typeof qrData !== 'string') return parseQrRecord(qrData);
  if (qrData.length > maxQrTextLength)
    return refuse(`QR data must be at most ${maxQrTextLength} characters`);
  const text = parseQrText(qrData);
  return text.ok ? parseQrRecord(text.value) : refuse('Invalid QR code format - not valid JSON');
};
