import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatToken } from '../loans/qr-parse.ts';
import { formatKeyTag, formatTagAddress, parseKeyTag } from './key-tag.ts';

const id = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 24, maxLength: 24 })
  .map((characters) => characters.join(''));

/** The characters that a QR picture holds in alphanumeric mode. */
const alphanumeric = /^[0-9A-Z $%*+\-./:]+$/;

test('a tag names its key, in any case and with white space around it too', () => {
  fc.assert(
    fc.property(id, (keyId) => {
      expect(formatKeyTag(keyId)).toMatch(alphanumeric);
      expect(parseKeyTag(formatKeyTag(keyId))).toBe(keyId);
      expect(parseKeyTag(` ${formatKeyTag(keyId)}\r\n`)).toBe(keyId);
      expect(parseKeyTag(formatKeyTag(keyId).toLowerCase())).toBe(keyId);
    }),
  );
});

const code = fc
  .array(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'), { minLength: 16, maxLength: 16 })
  .map((letters) => letters.join(''));

test('the address on a printed tag names its code, in any case and wherever the campus is', () => {
  fc.assert(
    fc.property(code, (tagCode) => {
      const address = formatTagAddress('https://keys.college.example:8443', tagCode);
      expect(address).toMatch(alphanumeric);
      expect(parseKeyTag(address)).toBe(tagCode);
      expect(parseKeyTag(` ${address.toLowerCase()}\r\n`)).toBe(tagCode);
      expect(parseKeyTag(`/f/${tagCode}`)).toBe(tagCode);
    }),
  );
});

const some = '0123456789ABCDEF01234567';

test.each([
  '',
  'KDTAG:',
  some,
  `KDTAG: ${some}`,
  `KDTAG:${some}0`,
  `KDTAG:${some.slice(1)}`,
  `KDTAG:${some.slice(1)}G`,
  formatToken('0123456789ABCDEFGHJKMNPQRS'),
  `{"keyId":"KDTAG:${some}"}`,
  'https://keys.college.example/f/AAAA',
  'https://keys.college.example/f/AAAAAAAAAAAAAAA0',
  'https://keys.college.example/g/AAAAAAAAAAAAAAAA',
  'https://keys.college.example/x/f/AAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAA',
])('%j is no tag', (text) => {
  expect(parseKeyTag(text)).toBeNull();
});
