import { expect, test } from 'vitest';
import { isDutyCode, parseDutyCode } from './qr-parse.ts';

const secret = '0123456789ABCDEFGHJKMNPQRS';
const payload = {
  type: 'duty',
  userId: 'a'.repeat(24),
  timestamp: '2026-11-23T03:30:00.000Z',
  dutyId: secret,
};

test('is read as record, as text and as token', () => {
  const read = { secret, claimed: payload };
  expect(parseDutyCode(payload)).toEqual(read);
  expect(parseDutyCode(JSON.stringify(payload))).toEqual(read);
  expect(parseDutyCode(`KD:${secret}`)).toEqual({ secret, claimed: null });
});

test.each([
  ['another type', { ...payload, type: 'key-request' }],
  ['no secret', { ...payload, dutyId: 'short' }],
  ['no person', { ...payload, userId: undefined }],
  ['no object', [payload]],
  ['not JSON', '{'],
  ['nothing', null],
  ['a very long text', `${JSON.stringify(payload)}${' '.repeat(1_000)}`],
])('%s is no duty code', (_what, scanned) => {
  expect(parseDutyCode(scanned)).toBeNull();
});

test('only its JSON says of itself that it is one', () => {
  expect(isDutyCode(JSON.stringify(payload))).toBe(true);
  expect(isDutyCode(`KD:${secret}`)).toBe(false);
  expect(isDutyCode('A-101')).toBe(false);
});
