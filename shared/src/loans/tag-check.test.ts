import { describe, expect, test } from 'vitest';
import type { KeyLevel } from '../keys/key-levels.ts';
import { formatKeyTag, formatTagAddress } from '../keys/key-tag.ts';
import type { ScannedTag, TagSettings, Verdict } from './decide.ts';
import { asNeededProof, decideProofs, decideTag, needsTag, needsTagScan } from './decide.ts';

const key = {
  id: '1'.repeat(24),
  keyNumber: 'A-101',
  keyName: 'Physics Lab',
  level: 'normal',
  tagCheck: false,
} as const;
const settings = { tagCheck: 'off', keyIdTags: true } as const;
const chosen = { ...key, tagCheck: true };
const asha = { id: 'a'.repeat(24), name: 'Asha Rao' };
const own = { text: formatKeyTag(key.id), key };
const another = {
  text: formatKeyTag('2'.repeat(24)),
  key: { id: '2'.repeat(24), keyNumber: 'A-110' },
};

function decideTagOut(
  wanted: Parameters<typeof decideProofs>[0],
  holder: typeof asha,
  tags: TagSettings,
  scannedTag: ScannedTag | null,
) {
  return decideProofs(wanted, holder, {}, { recorded: null, tags, scannedTag });
}

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
    expect(
      decideTagOut({ ...key, tagCheck }, asha, { ...settings, tagCheck: setting }, null).allowed,
    ).toBe(!needed);
  },
);

describe('without its tag', () => {
  test('a key that needs it does not leave, and the desk reads what to do', () => {
    const error = errorOf(decideTagOut(chosen, asha, { ...settings, tagCheck: 'keys' }, null));
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
    expect(asNeededProof(error.details)).toEqual(error.details);
  });
});

describe.each(['off', 'keys', 'all'] as const)('with the setting %s', (setting) => {
  test('the right tag lets the key go, with white space around it too', () => {
    expect(decideTagOut(chosen, asha, { ...settings, tagCheck: setting }, own)).toEqual({
      allowed: true,
    });
    const spaced = { ...own, text: ` ${own.text.toLowerCase()}\n` };
    expect(decideTagOut(chosen, asha, { ...settings, tagCheck: setting }, spaced)).toEqual({
      allowed: true,
    });
  });

  test('the tag of another key is refused, and both are named', () => {
    const error = errorOf(decideTagOut(chosen, asha, { ...settings, tagCheck: setting }, another));
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
    const error = errorOf(
      decideTagOut(chosen, asha, { ...settings, tagCheck: setting }, { text, key: null }),
    );
    expect(error.message).toBe('This is not the tag of A-101.');
  });
});

test('at a return a tag must be that of the key, and another one says whose it is', () => {
  expect(decideTag(key, asha, settings, own, 'return')).toEqual({ allowed: true });
  const error = errorOf(decideTag(key, asha, settings, another, 'return'));
  expect(error).toMatchObject({
    code: 'TAG_OF_ANOTHER_KEY',
    details: { holder: { name: asha.name } },
  });
  expect(error.message).toBe('This is A-110. Asha Rao has A-101.');
  const unknown = { text: another.text, key: null };
  expect(errorOf(decideTag(key, asha, settings, unknown, 'return')).message).toBe(
    'This is not the tag of A-101.',
  );
});

const asksTag = { verdict: { obligations: ['tag'] } };
const other = [undefined, null, 'text', {}, { verdict: {} }, { verdict: { obligations: [] } }];

test.each([...other, { key, holder: asha }, asksTag, { ...asksTag, key }])(
  'details like %j ask for no tag',
  (details) => {
    expect(asNeededProof(details)).toBeNull();
  },
);

describe('a tag of the old kind, which holds the id of its key,', () => {
  const ofLevel = (level: KeyLevel) => ({ ...key, level });
  const verdicts = (level: KeyLevel, keyIdTags: boolean, scanned: ScannedTag) =>
    (['off', 'keys', 'all'] as const).flatMap((tagCheck) => [
      decideTagOut(ofLevel(level), asha, { tagCheck, keyIdTags }, scanned),
      decideTag(ofLevel(level), asha, { tagCheck, keyIdTags }, scanned, 'return'),
    ]);

  test.each([
    ['normal', true, true],
    ['restricted', true, true],
    ['high', true, false],
    ['normal', false, false],
    ['restricted', false, false],
    ['high', false, false],
  ] as const)('of a %s key counts with the setting %s: %s', (level, keyIdTags, counts) => {
    for (const verdict of verdicts(level, keyIdTags, own))
      if (counts) expect(verdict.allowed).toBe(true);
      else expect(errorOf(verdict)).toMatchObject({ code: 'TAG_TOO_OLD', status: 409 });
    const printed = { text: formatTagAddress('https://keys.test', 'A'.repeat(16)), key };
    for (const verdict of verdicts(level, keyIdTags, printed)) expect(verdict.allowed).toBe(true);
  });

  test('is asked for again in its new form', () => {
    const [refused] = verdicts('high', true, own);
    const error = errorOf(refused as Verdict);
    expect(needsTagScan(error.code)).toBe(true);
    expect(asNeededProof(error.details)?.key.keyNumber).toBe('A-101');
  });
});

test('the place of a key is asked before its tag', () => {
  const recorded = { deskId: 'd'.repeat(24), deskName: 'North Desk' };
  const decide = (here: boolean) =>
    errorOf(
      decideProofs(
        chosen,
        asha,
        { here },
        { recorded, tags: { ...settings, tagCheck: 'keys' }, scannedTag: null },
      ),
    ).code;
  expect([false, true].map(decide)).toEqual(['KEY_ELSEWHERE', 'TAG_NEEDED']);
});
