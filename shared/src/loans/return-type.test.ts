import { expect, test } from 'vitest';
import { returnTypeOf } from './loan.ts';

const holder = 'a'.repeat(24);
const other = 'b'.repeat(24);

test.each([
  ['return-code', holder, 'own'],
  ['self-service', holder, 'own'],
  ['batch-code', holder, 'batch'],
  ['batch-code', other, 'volunteer'],
  ['self-service', other, 'volunteer'],
  ['desk', other, 'collected'],
  ['desk', holder, 'own'],
] as const)('by %s, a key that %s brings is %s', (way, returner, type) => {
  expect(returnTypeOf(way, returner, holder)).toBe(type);
});
