import { describe, expect, test } from 'vitest';
import { readTyped } from './typed-code.ts';

const request = JSON.stringify({
  type: 'key-request',
  keyId: '65f0c0ffee00000000000abc',
  userId: '0123456789abcdef01234567',
  timestamp: '2026-01-12T08:30:00.000Z',
  requestId: 'ZY23456789ABCDEFGHJKMNPQRS',
});
const batch = JSON.stringify({
  type: 'batch-return',
  keyIds: ['65f0c0ffee00000000000abc', '65f0c0ffee00000000000abd'],
  userId: '0123456789abcdef01234567',
  timestamp: '2026-01-12T08:30:00.000Z',
  returnId: 'ZY23456789ABCDEFGHJKMNPQRS',
});
const duty = JSON.stringify({
  type: 'duty',
  userId: '0123456789abcdef01234567',
  timestamp: '2026-01-12T08:30:00.000Z',
  dutyId: 'ZY23456789ABCDEFGHJKMNPQRS',
});
const token = 'KD:ZY23456789ABCDEFGHJKMNPQRS';
const tag = 'KDTAG:65F0C0FFEE00000000000ABC';
const codes = [request, batch, duty, token, tag];

/** What the keys of a US keyboard type with other layouts, as far as our codes use them. */
const germanKeys = { '{': 'Ü', '}': '*', '[': 'ü', ']': '+', '"': 'Ä', ':': 'Ö', '-': 'ß' };
const layouts: Record<string, Record<string, string>> = {
  UK: { '"': '@' },
  German: { ...germanKeys, y: 'z', z: 'y', Y: 'Z', Z: 'Y' },
  French: {
    '{': '¨',
    '}': '£',
    '[': '^',
    ']': '$',
    '"': '%',
    ':': 'M',
    '-': ')',
    ',': ';',
    '.': ':',
    1: '&',
    2: 'é',
    3: '"',
    4: "'",
    5: '(',
    6: '-',
    7: 'è',
    8: '_',
    9: 'ç',
    0: 'à',
    a: 'q',
    q: 'a',
    w: 'z',
    z: 'w',
    m: ',',
    A: 'Q',
    Q: 'A',
    W: 'Z',
    Z: 'W',
    M: '?',
  },
};

function typedOn(layout: string, text: string) {
  return Array.from(text, (character) => layouts[layout]?.[character] ?? character);
}

function turned(text: string) {
  return Array.from(text, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join(
    '',
  );
}

function read(characters: readonly string[], us?: string) {
  return readTyped(characters.map((typed, index) => ({ typed, us: us?.[index] ?? typed })));
}

describe.each(codes)('the code %s', (code) => {
  test('is itself where the layouts are the same', () => {
    expect(read([...code])).toBe(code);
  });

  test.each(Object.keys(layouts))(
    'is read from what a US scanner types on a %s layout',
    (layout) => {
      expect(read(typedOn(layout, code))).toBe(code);
    },
  );

  test('is read where brackets are dead keys, by where the keys are', () => {
    const typed = typedOn('French', code).map((key) => (/[¨^]/.test(key) ? '' : key));
    expect(read(typed, code)).toBe(code);
  });

  test('is read from what Caps Lock makes of it', () => {
    expect(read([...turned(code)]).toLowerCase()).toBe(code.toLowerCase());
    if (code.startsWith('{')) expect(read([...turned(code)])).toBe(code);
    expect(read([...turned(typedOn('UK', code).join(''))]).toLowerCase()).toBe(code.toLowerCase());
  });
});

test.each([']Q1', ']d2', ']Q1~', '~', '~~'])('the prefix %s of a scanner is left out', (prefix) => {
  for (const code of codes) {
    expect(read([...`${prefix}${code}`])).toBe(code);
    expect(read(typedOn('German', `${prefix}${code}`))).toBe(code);
  }
  expect(read([...`${prefix}a ticket`])).toBe(`${prefix}a ticket`);
});

describe('the number of a card', () => {
  test('is what was typed', () => {
    expect(read([...'0012345678'])).toBe('0012345678');
    expect(read([...'CARD-1Z'], 'CARD/1Y')).toBe('CARD-1Z');
  });

  test('is read by where the keys are if it makes no number otherwise', () => {
    expect(read(typedOn('French', '0012345678'), '0012345678')).toBe('0012345678');
  });
});

test('what is nothing of ours stays as it was typed', () => {
  expect(read([...'a ticket for the planetarium'])).toBe('a ticket for the planetarium');
});
