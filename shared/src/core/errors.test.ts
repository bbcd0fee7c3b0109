import { describe, expect, test } from 'vitest';
import { AppError, appError, type ErrorCode, errorCatalogue } from './errors.ts';

const rows = Object.entries(errorCatalogue) as [
  ErrorCode,
  { status: number; message: string | ((...facts: never[]) => string) },
][];

/** Plain sentences: nothing left out, nothing of the machine. */
const sentence = /^[A-Z][^{}$<>]{2,}[A-Za-z.:]$/;

describe('every row of the catalogue', () => {
  test.each(rows)('%s has a status of a refusal and a message for people', (_code, row) => {
    expect([400, 401, 403, 404, 409, 413, 429, 500, 503]).toContain(row.status);
    if (typeof row.message === 'string') expect(row.message).toMatch(sentence);
  });

  test.each(rows.filter(([, row]) => typeof row.message === 'function'))(
    '%s puts its facts into its message',
    (code, row) => {
      const { message } = row;
      if (typeof message === 'string') throw new Error(`${code} has no facts`);
      const text = message(...(['fact-1', 'fact-2', 'fact-3'] as never[]));
      expect(text).toContain('fact-1');
      expect(text).not.toContain('undefined');
    },
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
  expect(errorCatalogue[code].message).toBe(text);
});

test('what the server says of a code begins with Invalid QR code', () => {
  expect(appError('QR_INVALID', 'QR timestamp is invalid').message).toBe(
    'Invalid QR code: QR timestamp is invalid',
  );
  expect(appError('QR_EXPIRED', 75, 60).message).toBe(
    'Invalid QR code: QR code is expired (75 seconds old, max 60 seconds)',
  );
});

test('a refusal carries code, status and, if given, its details', () => {
  const plain = appError('KEY_NOT_FOUND');
  expect(plain).toBeInstanceOf(AppError);
  expect(plain).toMatchObject({ code: 'KEY_NOT_FOUND', status: 404, message: 'Key not found' });
  expect(plain.details).toBeUndefined();
  expect(plain.withDetails({ keyIds: [] })).toMatchObject({
    code: 'KEY_NOT_FOUND',
    message: 'Key not found',
    details: { keyIds: [] },
  });
});
