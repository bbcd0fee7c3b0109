import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.mjs';

const css = readFileSync(join(root, 'web/src/app.css'), 'utf8');

/** The colours of both schemes by name, as hexadecimal digits. */
const colours = new Map([
  ...[...css.matchAll(/--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark]],
  ),
  ['white', ['ffffff', 'ffffff']],
]);

const grounds = ['canvas', 'surface', 'raised', 'sunken'];
const tinted = ['accent-soft', 'available-soft', 'out-soft', 'danger-soft'];
const inks = ['ink', 'muted', 'accent', 'accent-strong', 'available', 'out', 'danger'];
const everywhere = [...grounds, ...tinted];

test.each([
  ...inks.map((text) => ({ text, on: everywhere })),
  { text: 'on-accent', on: ['accent', 'accent-strong'] },
  { text: 'white', on: ['danger-fill'] },
])('$text can be read on every surface, in both schemes', ({ text, on }) => {
  expect(belowContrast(4.5, text, on)).toEqual([]);
});

test.each(['line-strong', 'focus'])('a control is seen by its %s, in both schemes', (line) => {
  expect(belowContrast(3, line, everywhere)).toEqual([]);
});

test('every text has one of these colours, and no part of one', () => {
  const names = [...css.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name);
  const colour = new RegExp(
    `(?<![\\w-])text-(\\[#|(?:white|black|${names.join('|')})(?![\\w-])/?)`,
    'g',
  );
  const used = webSources().flatMap((source) =>
    [...source.matchAll(colour)].map(([, name]) => name),
  );
  const checked = new Set([...inks, 'on-accent', 'white', 'overdue']);
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((name) => !checked.has(name))).toEqual([]);
});

function webSources() {
  const folder = join(root, 'web/src');
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** The surfaces on which a colour has less contrast than `least`, with the scheme. */
function belowContrast(least, colour, surfaces) {
  return surfaces.flatMap((surface) =>
    [0, 1].flatMap((scheme) => {
      const ratio = contrast(colourOf(colour, scheme), colourOf(surface, scheme));
      return ratio < least ? `${surface}, ${scheme ? 'dark' : 'light'}: ${ratio.toFixed(2)}` : [];
    }),
  );
}

function colourOf(name, scheme) {
  const colour = colours.get(name)?.[scheme];
  if (!colour) throw new Error(`There is no colour ${name}`);
  return colour;
}

/** Contrast ratio, 1 to 21, by WCAG 2.2. */
function contrast(one, other) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex) {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
