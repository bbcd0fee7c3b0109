import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { qrPath } from './code-banner.tsx';

const json = JSON.stringify({
  type: 'key-request',
  keyId: 'a'.repeat(24),
  requestId: 'R'.repeat(26),
});
const token = `KD:${'0'.repeat(26)}`;

/** The modules that are dark in a path of horizontal bars. */
function draw({ size, path }: { size: number; path: string }): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = Number(x); at < Number(x) + Number(length); at += 1)
      (modules[Number(y)] ?? [])[at] = true;
  return modules;
}

describe('the picture', () => {
  test('draws exactly the modules of the code', () => {
    const drawn = draw(qrPath(json));
    expect(drawn).toEqual(encode(json, { ecc: 'M', boostEcc: true, border: 4 }).data);
  });

  test('keeps four white modules on every side', () => {
    const drawn = draw(qrPath(json));
    const rim = (at: number) => at < 4 || at >= drawn.length - 4;
    const dark = drawn.flatMap((row, y) => row.map((isDark, x) => isDark && (rim(x) || rim(y))));
    expect(dark).not.toContain(true);
  });

  test('of a compact token stays at version 2, so that its modules are large', () => {
    expect(qrPath(token).size).toBe(25 + 8);
  });
});
