import { describe, expect, test } from 'vitest';
import english from '../texts/en/errors.json' with { type: 'json' };
import { t as errorText } from '../texts/en/errors.ts';
import { AppError, appError, type ErrorCode, errorStatus } from './errors.ts';

const codes = Object.keys(errorStatus) as ErrorCode[];

/** Plain sentences: nothing left out, nothing of the machine. */
const sentence = /^[A-Z][^{}$<>]{2,}[A-Za-z.:]$/;

describe('every refusal', () => {
  test('has a text and a status', () => {
    expect(Object.keys(english)).toEqual(codes);
    expect(new Set(Object.values(errorStatus))).toEqual(
      new Set([400, 401, 403, 404, 409, 413, 429, 500, 503, 504]),
    );
  });

  test.each(Object.entries(english).filter(([, text]) => !text.includes('{')))(
    '%s reads as a sentence',
    (_code, text) => expect(text).toMatch(sentence),
  );
});

test.each([
  ['KEY_NOT_FOUND', 'Key not found'],
  ['KEY_NOT_AVAILABLE', 'Key is not available'],
  ['KEY_NOT_TAKEN', 'Key is not currently taken'],
  ['DEPARTMENT_REQUIRED', 'Please select a department'],
  ['FIELDS_REQUIRED', 'Please fill in all required fields'],
  ['QR_WRONG_TYPE', 'Unsupported QR code type'],
  ['USER_NOT_FOUND', 'User not found'],
] as const)('%s reads “%s”', (code, text) => {
  expect(errorText(code)).toBe(text);
});

test('what the server says of a code begins with Invalid QR code', () => {
  expect(appError('QR_EXPIRED', { ageSeconds: 1075, maxSeconds: 60 }).message).toBe(
    'Invalid QR code: QR code is expired (1075 seconds old, max 60 seconds)',
  );
});

test('a refusal carries code, parameters, status and, if given, its details', () => {
  const plain = appError('KEY_NOT_FOUND');
  expect(plain).toBeInstanceOf(AppError);
  expect(plain).toMatchObject({ code: 'KEY_NOT_FOUND', status: 404, message: 'Key not found' });
  expect(plain.params).toBeUndefined();
  expect(plain.details).toBeUndefined();
  expect(appError('WRONG_PIN', { left: 1 }).withDetails({ keyIds: [] })).toMatchObject({
    code: 'WRONG_PIN',
    params: { left: 1 },
    message: 'Wrong PIN. 1 try left.',
    details: { keyIds: [] },
  });
});
