import { describe, expect, test } from 'vitest';
import { formatKeyTag } from '../keys/key-tag.ts';
import type { Verdict } from './decide.ts';
import { asNeededTag, decideTagIn, decideTagOut, needsTag } from './decide.ts';

const key = { id: '1'.repeat(24), keyNumber: 'A-101', keyName: 'Physics Lab', tagCheck: false };
const chosen = { ...key, tagCheck: true };
const asha = { id: 'a'.repeat(24), name: 'Asha Rao' };
const own = { text: formatKeyTag(key.id), key };
const another = {
  text: formatKeyTag('2'.repeat(24)),
  key: { id: '2'.repeat(24), keyNumber: 'A-110' },
};

function errorOf(verdict: Verdict) {
  if (verdict.allowed) throw new Error('It was allowed');
  return verdict.error;
}

test.each([
  ['off', false, false],
  ['off', true, false],
  ['keys', false, false],
  ['keys', true, true],
  ['all', false, true],
  ['all', true, true],
] as const)(
  'with the setting %s, a key with its own mark %s needs its tag: %s',
  (setting, tagCheck, needed) => {
    expect(needsTag(setting, { tagCheck })).toBe(needed);
    expect(decideTagOut({ ...key, tagCheck }, asha, setting, null).allowed).toBe(!needed);
  },
);

describe('without its tag', () => {
  test('a key that needs it does not leave, and the desk reads what to do', () => {
    const error = errorOf(decideTagOut(chosen, asha, 'keys', null));
    expect(error).toMatchObject({ status: 409, code: 'TAG_NEEDED' });
    expect(error.details).toEqual({
      verdict: {
        outcome: 'allowed',
        reasons: [{ code: 'TAG_NEEDED', text: 'Scan the tag of A-101.' }],
        obligations: ['tag'],
        next: null,
      },
      key: { keyId: key.id, keyNumber: 'A-101', keyName: 'Physics Lab' },
      holder: { userId: asha.id, name: 'Asha Rao' },
    });
    expect(asNeededTag(error.details)).toEqual(error.details);
  });
});

describe.each(['off', 'keys', 'all'] as const)('with the setting %s', (setting) => {
  test('the right tag lets the key go, with white space around it too', () => {
    expect(decideTagOut(chosen, asha, setting, own)).toEqual({ allowed: true });
    const spaced = { ...own, text: ` ${own.text.toLowerCase()}\n` };
    expect(decideTagOut(chosen, asha, setting, spaced)).toEqual({ allowed: true });
  });

  test('the tag of another key is refused, and both are named', () => {
    const error = errorOf(decideTagOut(chosen, asha, setting, another));
    expect(error.message).toBe('This is A-110. Asha Rao asked for A-101.');
    expect(error.details).toMatchObject({
      verdict: {
        outcome: 'refused',
        reasons: [{ text: error.message }],
        obligations: ['tag'],
      },
    });
  });

  test.each(['', 'hello', own.text.slice(1)])('%j is refused', (text) => {
    const error = errorOf(decideTagOut(chosen, asha, setting, { text, key: null }));
    expect(error.message).toBe('This is not the tag of A-101.');
  });
});

test('at a return a tag must be that of the key, and another one says whose it is', () => {
  expect(decideTagIn(key, asha, own)).toEqual({ allowed: true });
  const error = errorOf(decideTagIn(key, asha, another));
  expect(error).toMatchObject({
    code: 'TAG_OF_ANOTHER_KEY',
    details: { holder: { name: asha.name } },
  });
  expect(error.message).toBe('This is A-110. Asha Rao has A-101.');
  const unknown = { text: another.text, key: null };
  expect(errorOf(decideTagIn(key, asha, unknown)).message).toBe('This is not the tag of A-101.');
});

test.each([undefined, null, 'text', {}, { verdict: { obligations: [] } }, { key, holder: asha }])(
  'details like %j ask for no tag',
  (details) => {
    expect(asNeededTag(details)).toBeNull();
  },
);
