import { describe, expect, test } from 'vitest';
import { sliceText } from './slice-text.ts';

const bytes = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;

describe('the slices of a text', () => {
  test.each([
    ['short', 'a,b'],
    ['long', 'Key Number,"Key Name"\r\n'.repeat(20_000)],
    ['in another script', 'चाबी,कक्ष\n'.repeat(20_000)],
    ['full of emoji', `x${'🔑'.repeat(70_000)}`],
    ['full of quotes', '"'.repeat(200_000)],
  ])('that is %s make it whole again and each fit a request', (_what, text) => {
    const slices = sliceText(text);
    expect(slices.join('')).toBe(text);
    for (const slice of slices) {
      expect(slice.length).toBeLessThanOrEqual(60_000);
      expect(bytes(slice)).toBeLessThanOrEqual(90_000);
      expect(slice).toBe(new TextDecoder().decode(new TextEncoder().encode(slice)));
    }
  });

  test('that is empty are one empty slice', () => {
    expect(sliceText('')).toEqual(['']);
  });
});
