import { describe, expect, test } from 'vitest';
import {
  invalidQr,
  maxQrTextLength,
  parseQrData,
  parseQrRecord,
  type ScannedCode,
} from './qr-parse.ts';

const key = 'a'.repeat(24);
const otherKey = 'b'.repeat(24);
const person = 'c'.repeat(24);

function codeOf(qrData: unknown): ScannedCode {
  const parsed = parseQrData(qrData);
  if (!parsed.ok) throw parsed.error;
  return parsed.code;
}

function reasonOf(qrData: unknown): string | null {
  const parsed = parseQrData(qrData);
  return parsed.ok ? null : parsed.error.message.replace('Invalid QR code: ', '');
}

describe('what is no key code is refused', () => {
  test.each([
    ['text that is not JSON', 'KEY 101', 'Invalid QR code format - not valid JSON'],
    ['an empty text', '', 'Invalid QR code format - not valid JSON'],
    ['text cut off', '{"type":"key-request"', 'Invalid QR code format - not valid JSON'],
    ['a number', '42', 'QR data must be a valid object'],
    ['null', 'null', 'QR data must be a valid object'],
    ['a list', [key], 'QR data must be a valid object'],
    ['JSON inside JSON', JSON.stringify('{}'), 'QR data must be a valid object'],
    ['nothing', undefined, 'QR data must be a valid object'],
  ])('%s', (_what, qrData, reason) => {
    expect(reasonOf(qrData)).toBe(reason);
  });

  test.each([undefined, null, '', 'KEY-REQUEST', 'key-request ', 7, ['key-request'], '__proto__'])(
    'the type %j',
    (type) => {
      expect(reasonOf({ type, keyId: key, userId: person })).toBe(
        "Invalid or missing 'type'. Allowed types: key-request, key-return, batch-return",
      );
    },
  );

  test.each(['key-request', 'key-return', 'batch-return'])(
    'a %s without any identifier',
    (type) => {
      expect(reasonOf({ type, keyId: '', userId: null })).toBe(
        'QR code does not contain valid key data (missing keyId, userId, or action identifier)',
      );
    },
  );

  test('text longer than any code', () => {
    const padded = JSON.stringify({ type: 'key-return', keyId: key }).padEnd(maxQrTextLength, ' ');
    expect(reasonOf(padded)).toBeNull();
    expect(reasonOf(`${padded} `)).toBe('QR data must be at most 10000 characters');
  });
});

describe('a field that is missing is named', () => {
  test.each([
    [{ type: 'key-request', userId: person }, 'key-request QR code is missing keyId'],
    [{ type: 'key-request', keyId: key }, 'key-request QR code is missing userId'],
    [{ type: 'key-request', requestId: 'r' }, 'key-request QR code is missing keyId, userId'],
    [{ type: 'key-return', userId: person }, 'key-return QR code is missing keyId'],
    [{ type: 'key-return', keyIds: [key] }, 'key-return QR code is missing keyId'],
    [{ type: 'batch-return', userId: person }, 'batch-return QR code is missing keyIds'],
    [{ type: 'batch-return', keyIds: [] }, 'batch-return QR code has an empty keyIds'],
  ])('%j', (record, reason) => {
    expect(reasonOf(record)).toBe(reason);
  });
});

describe('an id of another form is refused', () => {
  test.each([
    [{ type: 'key-return', keyId: 'A'.repeat(24) }, 'Invalid key ID format'],
    [{ type: 'key-return', keyId: 12 }, 'Invalid key ID format'],
    [{ type: 'key-return', keyId: `${key}\n` }, 'Invalid key ID format'],
    [{ type: 'batch-return', keyIds: [key, otherKey, 'x'] }, 'Invalid key ID format at index 2'],
    [{ type: 'key-request', keyId: key, userId: 'me' }, 'Invalid user ID format'],
    [{ type: 'key-request', keyId: key, userId: { $ne: '' } }, 'Invalid user ID format'],
  ])('%j', (record, reason) => {
    expect(reasonOf(record)).toBe(reason);
  });
});

describe('recognised shapes', () => {
  test('a batch return with its list of keys, each once', () => {
    expect(codeOf({ type: 'batch-return', keyIds: [key, otherKey, key], returnId: 'r' })).toEqual({
      type: 'batch-return',
      shape: 'batch',
      keyIds: [key, otherKey],
      userId: null,
      secret: 'r',
      timestamp: null,
    });
  });

  test('the list comes before the single key in a batch return', () => {
    const code = codeOf({ type: 'batch-return', keyIds: [key], keyId: otherKey });
    expect(code).toMatchObject({ shape: 'batch', keyIds: [key] });
  });

  test.each(['key-return', 'batch-return'] as const)('a %s with one key is a return', (type) => {
    const code = codeOf({ type, keyId: key, userId: person, returnId: 'r' });
    expect(code).toMatchObject({ type, shape: 'return', keyIds: [key], userId: person });
  });

  test('a request with its identifier', () => {
    const code = codeOf({ type: 'key-request', keyId: key, userId: person, requestId: 'q' });
    expect(code).toMatchObject({ shape: 'request', keyIds: [key], userId: person, secret: 'q' });
  });

  test('the legacy request without an identifier', () => {
    const code = codeOf({ type: 'key-request', keyId: key, userId: person });
    expect(code).toMatchObject({ shape: 'request', keyIds: [key], secret: null });
  });

  test('an identifier counts for its own type only', () => {
    const returned = { type: 'key-return', keyId: key, requestId: 'q' };
    expect(codeOf(returned).secret).toBeNull();
  });

  test('unknown fields are ignored, and text is read like the record', () => {
    const record = { type: 'key-return', keyId: key, userId: person, note: '' };
    expect(codeOf(JSON.stringify(record))).toEqual(codeOf(record));
  });
});

describe('a timestamp', () => {
  const at = (timestamp: unknown) => parseQrRecord({ type: 'key-return', keyId: key, timestamp });

  test.each([undefined, null, ''])('may be missing: %j', (timestamp) => {
    expect(at(timestamp)).toMatchObject({ ok: true, code: { timestamp: null } });
  });

  test.each(['yesterday', true, {}, ['2025-01-01'], Number.MAX_VALUE, '2025-13-45'])(
    'must parse: %j',
    (timestamp) => {
      expect(at(timestamp)).toEqual({ ok: false, error: invalidQr('wrongTimestamp') });
    },
  );

  test('may be text or milliseconds', () => {
    const moment = new Date('2025-01-02T03:04:05.678Z');
    expect(at(moment.toISOString())).toMatchObject({ code: { timestamp: moment } });
    expect(at(moment.getTime())).toMatchObject({ code: { timestamp: moment } });
    expect(at(0)).toMatchObject({ code: { timestamp: new Date(0) } });
  });
});
