import { describe, expect, test } from 'vitest';
import { keyChangesSchema, keyFieldsSchema } from './key-schemas.ts';

const needed = { keyNumber: ' K-1 ', keyName: 'Seminar Hall', location: 'A Block' };

function errorsOf(fields: unknown) {
  return keyFieldsSchema.safeParse(fields).error?.issues.map(({ message }) => message);
}

test('a new key needs number, name and location; the rest has defaults', () => {
  expect(keyFieldsSchema.parse(needed)).toEqual({
    ...needed,
    keyNumber: 'K-1',
    description: '',
    category: 'other',
    department: 'COMMON',
    block: 'A',
    frequentlyUsed: false,
  });
});

describe('a new key is refused', () => {
  test('with each required field that is blank named', () => {
    expect(errorsOf({ keyNumber: ' ', keyName: '', location: '\t' })).toEqual([
      'Key number is required',
      'Key name is required',
      'Location is required',
    ]);
    expect(errorsOf({ keyNumber: 'K-1' })).toEqual([
      'Key name is required',
      'Location is required',
    ]);
  });

  test.each([
    { keyNumber: 'x'.repeat(41) },
    { description: 'x'.repeat(501) },
    { category: 'no code' },
    { department: 'LAW!' },
    { block: '' },
    { frequentlyUsed: 'yes' },
    { status: 'available' },
  ])('with %j', (invalid) => {
    expect(errorsOf({ ...needed, ...invalid })).toHaveLength(1);
  });
});

test('an edit changes only what it names', () => {
  expect(keyChangesSchema.parse({})).toEqual({});
  expect(keyChangesSchema.parse({ block: 'PG' })).toEqual({ block: 'PG' });
  expect(keyChangesSchema.safeParse({ keyName: ' ' }).success).toBe(false);
  expect(keyChangesSchema.safeParse({ version: 9 }).success).toBe(false);
});
