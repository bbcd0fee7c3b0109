import { z } from 'zod';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema, instantSchema } from '../core/fields.ts';
import { isId } from '../core/is-id.ts';
import type { t as errorText } from '../texts/en/errors.ts';
import type { ParametersOf, Value } from '../texts/translator.ts';
import { type CodeType, codeTypes, type ScanShape } from './qr-payload.ts';

/** A scanned code of any issuer. Its ids are well formed; nothing else is checked. */
export type ScannedCode = {
  type: CodeType;
  shape: ScanShape;
  keyIds: readonly string[];
  userId: string | null;
  /** requestId or returnId. */
  secret: string | null;
  timestamp: Date | null;
};

type ParsedQr = { ok: true; code: ScannedCode } | { ok: false; error: AppError };

const identifiers = ['keyId', 'keyIds', 'userId', 'requestId', 'returnId'] as const;

/**
 * Reads a QR record. Checked in this order: object, type, recognised shape (batch-return with
 * keyIds · key-return or batch-return with keyId · request with requestId, keyId, userId · legacy
 * with type, keyId, userId), timestamp. Unknown fields are ignored.
 */
export function parseQrRecord(value: unknown): ParsedQr {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid('noObject');
  const record = value as QrRecord;
  const type = codeTypes.find((candidate) => candidate === record.type);
  if (!type) return invalid('wrongType', { detail: codeTypes.join(', ') });
  if (!identifiers.some((field) => isPresent(record[field]))) return invalid('noIds');
  const keyIds = readKeyIds(record, type);
  if (!Array.isArray(keyIds)) return keyIds;
  if (isPresent(record.userId) && !isId(record.userId)) return invalid('wrongUserId');
  const timestamp = readTimestamp(record.timestamp);
  if (timestamp === 'invalid') return invalid('wrongTimestamp');
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
}

export function invalidQr(
  reason: QrProblem,
  named: { type?: string; age?: number; detail?: Value } = {},
): AppError {
  return appError('QR_INVALID', { reason, type: '', age: '', detail: '', ...named });
}

type QrProblem = ParametersOf<typeof errorText>['QR_INVALID']['reason'];

function invalid(...problem: Parameters<typeof invalidQr>) {
  return { ok: false, error: invalidQr(...problem) } as const;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function readKeyIds(record: QrRecord, type: CodeType): string[] | ReturnType<typeof invalid> {
  if (type === 'batch-return' && Array.isArray(record.keyIds)) {
    if (record.keyIds.length === 0) return invalid('noKeyIds');
    const bad = record.keyIds.findIndex((id) => !isId(id));
    return bad >= 0
      ? invalid('wrongKeyIdAt', { detail: bad })
      : [...new Set(record.keyIds as string[])];
  }
  const missing = missingFields(record, type);
  if (missing.length > 0)
    return invalid('missingFields', {
      type,
      detail: missing
        .map((field) => (type === 'batch-return' && field === 'keyId' ? 'keyIds' : field))
        .join(', '),
    });
  return isId(record.keyId) ? [record.keyId] : invalid('wrongKeyId');
}

function missingFields(record: QrRecord, type: CodeType): string[] {
  const required = type === 'key-request' ? ['keyId', 'userId'] : ['keyId'];
  return required.filter((field) => !isPresent(record[field]));
}

function readTimestamp(value: unknown): Date | null | 'invalid' {
  if (!isPresent(value)) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return 'invalid';
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? 'invalid' : moment;
}

function shapeOf(record: QrRecord, type: CodeType): ScanShape {
  if (type === 'key-request') return 'request';
  return type === 'batch-return' && Array.isArray(record.keyIds) ? 'batch' : 'return';
}

function optionalText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads `qrData` of a scan request: the record itself or its JSON text. */
export function parseQrData(qrData: unknown): ParsedQr {
  if (typeof qrData !== 'string') return parseQrRecord(qrData);
  if (qrData.length > maxQrTextLength) return invalid('tooLong', { detail: maxQrTextLength });
  const text = parseQrText(qrData);
  return text.ok ? parseQrRecord(text.value) : invalid('noJson');
}

function parseQrText(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

type QrRecord = Readonly<Record<string, unknown>>;

/** A QR code holds at most 4,296 characters; a pasted batch of 200 keys stays below this, too. */
export const maxQrTextLength = 10_000;

/**
 * The compact form of an issued code: a fixed prefix and 26 base32 characters (at least 128 random
 * bits), upper-case so that it fits a small QR code in alphanumeric mode (version 2, level Q).
 */
export const qrTokenPrefix = 'KD:';

/** Crockford's alphabet: no I, L, O or U, so that a token can be read aloud. */
export const secretAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const secretLength = 26;

const secretPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

export function isSecret(text: string): boolean {
  return secretPattern.test(text);
}

export function formatToken(secret: string): string {
  return `${qrTokenPrefix}${secret}`;
}

/** The secret of a compact token, ignoring case; null for other texts. */
export function parseToken(text: string): string | null {
  const token = text.trim().toUpperCase();
  const secret = token.slice(qrTokenPrefix.length);
  return token.startsWith(qrTokenPrefix) && isSecret(secret) ? secret : null;
}

export const dutyPayloadSchema = z.object({
  type: z.literal('duty'),
  userId: idSchema,
  timestamp: instantSchema,
  dutyId: z.string(),
});
export type DutyPayload = z.infer<typeof dutyPayloadSchema>;

/** `claimed` is the payload; null for a token, which has only the secret. */
export type ScannedDutyCode = { secret: string; claimed: DutyPayload | null };

/** Reads a shift code: the record, its JSON text, or a compact token; null for anything else. */
export function parseDutyCode(scanned: unknown): ScannedDutyCode | null {
  const token = typeof scanned === 'string' ? parseToken(scanned) : null;
  if (token) return { secret: token, claimed: null };
  const payload = dutyPayloadSchema.safeParse(toRecord(scanned));
  if (!payload.success || !isSecret(payload.data.dutyId)) return null;
  return { secret: payload.data.dutyId, claimed: payload.data };
}

/** Whether a scanned text claims to be a shift code. */
export function isDutyCode(text: string): boolean {
  return parseDutyCode(text)?.claimed != null;
}

const maxTextLength = 1_000;

function toRecord(scanned: unknown): unknown {
  if (typeof scanned !== 'string' || scanned.length > maxTextLength) return scanned;
  try {
    return JSON.parse(scanned);
  } catch {
    return null;
  }
}
