import { describe, expect, it } from 'vitest';
import { badgeText } from './badge.tsx';

describe('a badge', () => {
  it.each([
    [0, '0'],
    [99, '99'],
    [100, '99+'],
    [2_500, '99+'],
  ])('shows %i as %s', (count, text) => {
    expect(badgeText(count)).toBe(text);
  });
});
