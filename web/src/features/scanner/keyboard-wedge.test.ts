import { describe, expect, test } from 'vitest';
import { createWedgeDetector } from './keyboard-wedge.ts';

const code = '{"type":"key-request","keyId":"65f0c0ffee00000000000abc"}';

/** Types a text with the given gap between keys, then Enter. */
function type(text: string, gap: number, reader = createWedgeDetector(), start = 1000) {
  let now = start;
  for (const character of text) {
    reader.add(character, now);
    now += gap;
  }
  return reader.end(now);
}

describe('a burst of keys', () => {
  test('from a scanner is its text, braces and quotes included', () => {
    expect(type(code, 4)).toBe(code);
  });

  test('counts as a scan up to 50 ms between keys', () => {
    expect(type(code, 50)).toBe(code);
  });

  test('is a person’s when the keys come more slowly', () => {
    expect(type(code, 51)).toBeNull();
  });

  test('is no scan below 20 characters', () => {
    expect(type('1234567890123456789', 4)).toBeNull();
    expect(type('12345678901234567890', 4)).toBe('12345678901234567890');
  });

  test('is no scan when Enter comes long after', () => {
    const reader = createWedgeDetector();
    for (const character of code) reader.add(character, 1000);
    expect(reader.end(1051)).toBeNull();
  });

  test('does not include what a person typed before it', () => {
    const reader = createWedgeDetector();
    for (const [index, character] of [...'lab'].entries()) reader.add(character, index * 150);
    expect(type(code, 4, reader)).toBe(code);
  });

  test('is over after Enter', () => {
    const reader = createWedgeDetector();
    expect(type(code, 4, reader)).toBe(code);
    expect(reader.end(1000 + 4 * code.length)).toBeNull();
  });

  test('is forgotten on another key', () => {
    const reader = createWedgeDetector();
    for (const character of code) reader.add(character, 1000);
    reader.reset();
    expect(reader.end(1001)).toBeNull();
  });
});
