import { describe, expect, it } from 'vitest';
import { preferredEstimate } from './clock.ts';

describe('estimates of the server clock', () => {
  const coarse = { offset: 4_600, uncertainty: 550 };
  const fine = { offset: 5_000, uncertainty: 20 };

  it('takes the first', () => {
    expect(preferredEstimate(null, coarse)).toBe(coarse);
  });

  it('takes a finer one', () => {
    expect(preferredEstimate(coarse, fine)).toBe(fine);
  });

  it('keeps a finer one over a coarse one that agrees', () => {
    expect(preferredEstimate(fine, coarse)).toBe(fine);
  });

  it('gives way when the device clock has been changed', () => {
    const moved = { offset: -55_000, uncertainty: 550 };
    expect(preferredEstimate(fine, moved)).toBe(moved);
  });
});
