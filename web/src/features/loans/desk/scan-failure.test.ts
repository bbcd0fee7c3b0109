import { invalidQr } from '@keydesk/shared/loans/qr-parse';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { expiredCode, toScanFailure } from './handover-result.ts';

const keyId = 'a'.repeat(24);
const otherKeyId = 'b'.repeat(24);

describe('what the desk is told', () => {
  test('is what the server said', () => {
    const refused = new ApiError(409, 'KEY_NOT_AVAILABLE', 'Key is not available');
    expect(toScanFailure(refused)).toEqual({
      title: 'Key is out',
      message: 'Key is not available',
      code: 'KEY_NOT_AVAILABLE',
      key: null,
      repeatable: false,
    });
  });

  test('of a used code is what it did, and what happened since', () => {
    const used = {
      type: 'key-request',
      keyIds: [keyId],
      usedAt: '2026-01-05T09:00:00.000Z',
      person: { userId: 'd'.repeat(24), name: 'Asha Rao' },
      keys: [{ keyId, keyNumber: '204', keyName: 'Physics Lab', holder: null, since: null }],
    };
    const refused = new ApiError(409, 'QR_USED', 'QR code has already been used', used);
    expect(toScanFailure(refused)).toMatchObject({ message: refused.message, used });
  });

  test('of a key that is out is which, who has it, and since when', () => {
    const refused = new ApiError(409, 'KEY_NOT_AVAILABLE', 'Key is not available', {
      key: { keyId, keyNumber: '204', keyName: 'Physics Lab' },
      holder: { userId: 'd'.repeat(24), name: 'Ravi Iyer' },
      since: '2026-01-05T09:00:00.000Z',
    });
    expect(toScanFailure(refused)).toMatchObject({
      message: 'Key is not available',
      key: { keyNumber: '204', keyName: 'Physics Lab' },
      loan: { personName: 'Ravi Iyer', takenAt: '2026-01-05T09:00:00.000Z' },
    });
  });

  test.each([
    [
      'a batch with a key that is back',
      new ApiError(409, 'KEYS_NOT_TAKEN', 'Key is not currently taken: 204, 205', {
        keys: [
          { keyId, keyNumber: '204' },
          { keyId: otherKeyId, keyNumber: '205' },
        ],
      }),
      'No key was taken back. Ask for a new code without 204, 205.',
    ],
    [
      'a code of somebody who was suspended',
      new ApiError(409, 'QR_VOIDED', '', { keyIds: [keyId], closedOwner: 'Asha Rao' }),
      'Asha Rao cannot sign in or take keys.',
    ],
    [
      'an expired code',
      new ApiError(400, 'QR_EXPIRED', '', { keyIds: [keyId] }),
      'Ask them to press Regenerate.',
    ],
    [
      'a code that a newer one replaced',
      new ApiError(409, 'QR_VOIDED', 'QR code is no longer valid, please regenerate'),
      'Ask them to press Regenerate.',
    ],
    [
      'another product’s code',
      invalidQr('noJson'),
      'Ask the person to open Keydesk and show the code there.',
    ],
    ['a used code', new ApiError(409, 'QR_USED', 'QR code has already been used'), undefined],
  ])('of %s is also what to ask for', (_, cause, advice) => {
    expect(toScanFailure(cause).advice).toBe(advice);
  });

  test.each([
    ['a refusal with a name of its own', new ApiError(409, 'KEY_REPORTED', ''), 'Key is reported'],
    ['an answer that did not come', new ApiError(0, 'NETWORK', ''), 'Not confirmed'],
    ['any other refusal', new ApiError(409, 'QR_WRONG_TYPE', ''), 'Scan failed'],
  ])('of %s begins with what it is', (_, cause, title) => {
    expect(toScanFailure(cause).title).toBe(title);
  });

  test.each([
    ['suspended', 'Asha Rao is suspended'],
    ['removed', 'Asha Rao was deleted'],
  ])(
    'of the code of somebody who was %s is that, and not to regenerate it',
    (closedAs, message) => {
      const details = { keyIds: [keyId], closedOwner: 'Asha Rao', closedAs };
      const refused = new ApiError(409, 'QR_VOIDED', 'QR code is no longer valid', details);
      expect(toScanFailure(refused).message).toBe(message);
    },
  );

  test('is a plain sentence when nothing is known', () => {
    expect(toScanFailure('?').message).toBe('Failed to process QR code');
    const wordless = new ApiError(400, 'UNKNOWN', 'An unexpected error occurred');
    expect(toScanFailure(wordless).message).toBe('Failed to process QR code');
  });

  test('without an answer is that the server cannot be reached, and the scan may be repeated', () => {
    const failure = toScanFailure(new ApiError(0, 'NETWORK', 'Unable to connect to the server. …'));
    expect(failure.message).toMatch(/^Unable to connect/);
    expect(failure.repeatable).toBe(true);
  });
});

describe('an expired code', () => {
  test.each([
    ['QR_EXPIRED', 'key-request', false],
    ['QR_EXPIRED', 'key-return', true],
    ['QR_EXPIRED', 'batch-return', true],
    ['QR_INVALID', 'key-return', true],
  ] as const)('as %s of a %s names its key', (code, type, isReturn) => {
    const refused = new ApiError(400, code, '', { type, keyIds: [keyId] });
    expect(expiredCode(refused)).toEqual({ keyId, isReturn });
  });

  test.each([
    ['several keys', new ApiError(400, 'QR_EXPIRED', '', { keyIds: [keyId, otherKeyId] })],
    ['no key', new ApiError(400, 'QR_INVALID', 'QR code is expired')],
    ['another refusal', new ApiError(409, 'QR_VOIDED', '', { keyIds: [keyId] })],
    ['no answer', new Error('expired')],
  ])('of %s names none', (_, cause) => {
    expect(expiredCode(cause)).toBeNull();
  });
});
