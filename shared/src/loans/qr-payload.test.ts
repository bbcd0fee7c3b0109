import { describe, expect, test } from 'vitest';
import { codeRequestSchema, qrPayloadSchema, toQrPayload } from './qr-payload.ts';

const key = 'a'.repeat(24);
const person = 'c'.repeat(24);

function otherKeys(count: number) {
  return Array.from({ length: count }, (_, index) => index.toString(16).padStart(24, '0'));
}

function firstError(request: unknown) {
  return codeRequestSchema.safeParse(request).error?.issues[0]?.message;
}

describe('a request for a code is rejected', () => {
  test.each([
    [{ type: 'key-request' }, 'Key ID is required for QR generation'],
    [{ type: 'key-request', keyId: '' }, 'Key ID is required for QR generation'],
    [{ type: 'key-return', keyId: null }, 'Key ID is required for QR generation'],
    [{ type: 'key-return', keyId: 'K-101' }, 'Invalid key ID format'],
    [{ type: 'batch-return' }, 'At least one key ID is required for batch return QR generation'],
    [
      { type: 'batch-return', keyIds: [] },
      'At least one key ID is required for batch return QR generation',
    ],
    [{ type: 'batch-return', keyIds: [key, 'K-101', 'K-102'] }, 'Invalid key ID format at index 1'],
    [{ type: 'batch-return', keyIds: [null] }, 'Invalid key ID format at index 0'],
    [{ type: 'batch-return', keyIds: otherKeys(201) }, 'A batch return holds at most 200 keys'],
  ])('%j', (request, message) => {
    expect(firstError(request)).toBe(message);
  });

  test.each([
    {},
    { type: 'key-swap', keyId: key },
    { type: 'key-request', keyId: key, userId: person },
    { type: 'key-request', keyIds: [key] },
  ])('%j', (request) => {
    expect(firstError(request)).toBeDefined();
  });
});

test('a batch may hold two hundred keys, and names each once', () => {
  const keyIds = otherKeys(200);
  expect(codeRequestSchema.parse({ type: 'batch-return', keyIds })).toEqual({
    type: 'batch-return',
    keyIds,
  });
  expect(codeRequestSchema.parse({ type: 'batch-return', keyIds: [key, key] })).toEqual({
    type: 'batch-return',
    keyIds: [key],
  });
});

describe('a payload', () => {
  const issuedAt = new Date('2025-01-02T03:04:05.678Z');
  const facts = { userId: person, issuedAt, secret: 'S' };
  const timestamp = '2025-01-02T03:04:05.678Z';

  test('has the fields of its kind, and no more', () => {
    expect(toQrPayload({ ...facts, type: 'key-request', keyIds: [key] })).toEqual({
      type: 'key-request',
      keyId: key,
      userId: person,
      timestamp,
      requestId: 'S',
    });
    expect(toQrPayload({ ...facts, type: 'key-return', keyIds: [key] })).toEqual({
      type: 'key-return',
      keyId: key,
      userId: person,
      timestamp,
      returnId: 'S',
    });
    expect(toQrPayload({ ...facts, type: 'batch-return', keyIds: [key] })).toEqual({
      type: 'batch-return',
      keyIds: [key],
      userId: person,
      timestamp,
      returnId: 'S',
    });
  });

  test.each(['key-request', 'key-return', 'batch-return'] as const)(
    'of a %s satisfies the contract',
    (type) => {
      const payload = toQrPayload({ ...facts, type, keyIds: [key] });
      expect(qrPayloadSchema.parse(payload)).toEqual(payload);
    },
  );

  test('needs its key and its user', () => {
    expect(() => toQrPayload({ ...facts, type: 'key-request', keyIds: [] })).toThrow(
      'Key ID is required for QR generation',
    );
    expect(() => toQrPayload({ ...facts, type: 'key-return', keyIds: [key], userId: '' })).toThrow(
      'User ID is required for QR generation',
    );
    expect(() => toQrPayload({ ...facts, type: 'batch-return', keyIds: [] })).toThrow(
      'At least one key ID is required for batch return QR generation',
    );
  });
});
