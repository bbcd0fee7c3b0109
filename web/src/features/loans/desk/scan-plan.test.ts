import { appError } from '@keydesk/shared/core/errors';
import { expect, test } from 'vitest';
import { planScan } from './scan-plan.ts';

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

test('the number of an ID card, and what may be one, is looked up', () => {
  for (const text of [
    '0012345678',
    '12345678',
    ';1234567890=2512?',
    'a ticket for the planetarium',
  ])
    expect(planScan(text)).toEqual({ next: 'card' });
});

test.each([
  ['abc', 'Invalid QR code format - not valid JSON'],
  ['https://example.org/', 'Invalid QR code format - not valid JSON'],
  ['[]', 'QR data must be a valid object'],
  [
    code({ type: 'visit' }),
    "Invalid or missing 'type'. Allowed types: key-request, key-return, batch-return",
  ],
  [code({ type: 'key-return', keyId, timestamp: 'soon' }), 'QR timestamp is invalid'],
])('%s is refused with its reason', (text, reason) => {
  const message = `Invalid QR code: ${reason}`;
  expect(planScan(text)).toMatchObject({ next: 'refuse', error: { code: 'QR_INVALID', message } });
});

const otherLayout = { next: 'refuse', error: appError('SCANNER_LAYOUT') };

test.each([
  '7@tzpe@>@kez/request@,@kezId@>@65f0c0ffee00000000000abc@,@userId@>@0123456789abcdef01234567@0',
  'KDÑZY23456789ABCDEFGHJKMNPQRS',
])('of %s it is said that the scanner has another layout', (text) => {
  expect(planScan(text)).toEqual(otherLayout);
});

test.each([
  code({
    userId: userId,
    what: 'a record with more than eighty characters in it, of somebody else',
  }),
  `https://example.test/?userId=${'a-link-to-somewhere-else'.repeat(4)}`,
  'KD:0123456789ABCDEFGHJKMNPQRU',
])('of %s it is not', (text) => {
  expect(planScan(text)).not.toEqual(otherLayout);
});
