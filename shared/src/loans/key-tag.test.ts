import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatKeyTag, parseKeyTag } from './key-tag.ts';
import { formatToken } from './qr-parse.ts';

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
])('%j is no tag', (text) => {
  expect(parseKeyTag(text)).toBeNull();
});
