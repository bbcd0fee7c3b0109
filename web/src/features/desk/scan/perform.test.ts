import { expect, test } from 'vitest';
import { planScan } from './perform.ts';

const keyId = 'a'.repeat(24);
const userId = 'b'.repeat(24);

function code(record: Record<string, unknown>) {
  return JSON.stringify(record);
}

test('a request is processed at once', () => {
  expect(planScan(code({ type: 'key-request', keyId, userId, requestId: 'X' }))).toEqual({
    next: 'request',
  });
});

test('a batch return is processed at once', () => {
  expect(planScan(code({ type: 'batch-return', keyIds: [keyId], userId }))).toEqual({
    next: 'batch',
  });
});

test.each(['key-return', 'batch-return'])('a %s of one key is looked up first', (type) => {
  expect(planScan(code({ type, keyId, userId }))).toEqual({ next: 'resolve' });
});

test('a compact code is looked up first', () => {
  expect(planScan('KD:0123456789ABCDEFGHJKMNPQRS')).toEqual({ next: 'resolve' });
});

test('the tag of a key shows that key', () => {
  expect(planScan('KDTAG:0123456789ABCDEF01234567')).toEqual({
    next: 'show-key',
    keyId: '0123456789abcdef01234567',
  });
});

test.each([
  ['https://example.org/', 'Invalid QR code format - not valid JSON'],
  ['[]', 'QR data must be a valid object'],
  [
    code({ type: 'visit' }),
    "Invalid or missing 'type'. Allowed types: key-request, key-return, batch-return",
  ],
  [code({ type: 'key-return', keyId, timestamp: 'soon' }), 'QR timestamp is invalid'],
])('%s is refused with its reason', (text, reason) => {
  expect(planScan(text)).toEqual({ next: 'refuse', reason });
});
