import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatToken, isSecret, parseToken, secretAlphabet, secretLength } from './qr-parse.ts';

const secret = fc
  .array(fc.constantFrom(...secretAlphabet), { minLength: secretLength, maxLength: secretLength })
  .map((characters) => characters.join(''));

/** The characters that a QR picture holds in alphanumeric mode. */
const alphanumeric = /^[0-9A-Z $%*+\-./:]+$/;

test('a token gives back its secret, in any case and with white space around it too', () => {
  fc.assert(
    fc.property(secret, (value) => {
      expect(parseToken(formatToken(value))).toBe(value);
      expect(parseToken(` ${formatToken(value)}\r\n`)).toBe(value);
      expect(parseToken(formatToken(value).toLowerCase())).toBe(value);
    }),
  );
});

test('a token fits alphanumeric mode of a version 2 picture at level Q', () => {
  const token = formatToken('Z'.repeat(secretLength));
  expect(token).toMatch(alphanumeric);
  expect(token).toHaveLength(29);
});

test('a secret carries at least 128 bits', () => {
  expect(new Set(secretAlphabet).size).toBe(32);
  expect(secretLength * Math.log2(secretAlphabet.length)).toBeGreaterThanOrEqual(128);
});

describe('no token', () => {
  const value = '0123456789ABCDEFGHJKMNPQRS';
  test.each([
    '',
    'KD:',
    value,
    `KD: ${value}`,
    `KD:${value}0`,
    `KD:${value.slice(1)}`,
    `KD:${value.slice(1)}I`,
    `KD:${value.slice(1)}u`,
    `{"qr":"KD:${value}"}`,
  ])('is in %j', (text) => {
    expect(parseToken(text)).toBeNull();
  });

  test('is a token itself a secret', () => {
    expect(isSecret(value)).toBe(true);
    expect(isSecret(formatToken(value))).toBe(false);
  });
});
