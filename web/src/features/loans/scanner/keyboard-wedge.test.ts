import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWedgeDetector } from './keyboard-wedge.ts';

const code = '{"type":"key-request","keyId":"65f0c0ffee00000000000abc"}';
/** What is asked of a burst in a text field. */
const inField = 4;

/** Types a text with these gaps between its keys, the last before Enter. */
function type(text: string, gaps: readonly number[], reader = createWedgeDetector(), start = 1000) {
  let now = start;
  for (const [index, typed] of [...text].entries()) {
    reader.add({ typed, us: typed }, now);
    now += gaps[index] ?? 0;
  }
  const keys = reader.end(now, inField);
  return keys?.map((key) => key.typed).join('') ?? null;
}

function evenly(text: string, gap: number) {
  return [...text].map(() => gap);
}

/** From key to key of a scanner: 5 to 40 ms, uneven, by a clock that may tick only every 16 ms. */
const scanner = fc
  .record({
    length: fc.integer({ min: 4, max: 120 }),
    pace: fc.integer({ min: 5, max: 40 }),
    jitter: fc.infiniteStream(fc.double({ min: 2 / 3, max: 4 / 3, noNaN: true })),
    tick: fc.constantFrom(1, 16),
  })
  .map(({ length, pace, jitter, tick }) => {
    let time = 0;
    const seen = () => Math.floor(time / tick) * tick;
    return [...jitter.take(length)].map((part) => {
      const before = seen();
      time += Math.min(40, pace * part);
      return seen() - before;
    });
  });

/**
 * From key to key of a person: words at up to 150 a minute, in which two or three letters may roll
 * off the fingers almost at once; then the hand goes to Enter.
 */
const person = fc
  .array(
    fc.record({
      rolled: fc.array(fc.integer({ min: 8, max: 45 }), { maxLength: 2 }),
      next: fc.integer({ min: 62, max: 400 }),
    }),
    { minLength: 1, maxLength: 15 },
  )
  .map((groups) => groups.flatMap(({ rolled, next }) => [...rolled, next]));

/** A PIN or a word rolled off all fingers, then Enter. */
const roll = fc
  .tuple(
    fc.array(fc.integer({ min: 12, max: 40 }), { minLength: 3, maxLength: 6 }),
    fc.integer({ min: 62, max: 300 }),
  )
  .map(([rolled, enter]) => [...rolled, enter]);

function textFor(gaps: readonly number[]) {
  return 'x'.repeat(gaps.length);
}

describe('by the time between keys', () => {
  test('everything that a scanner types is a scan', () => {
    fc.assert(
      fc.property(scanner, (gaps) => {
        expect(type(textFor(gaps), gaps)).toBe(textFor(gaps));
      }),
    );
  });

  test('nothing that a person types is', () => {
    const people = fc.oneof(person, roll);
    fc.assert(
      fc.property(people, (gaps) => {
        expect(type(textFor(gaps), gaps)).toBeNull();
      }),
    );
  });

  test('a fast typist who keeps the pace to Enter is still a person', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 46, max: 90 }), { minLength: 4 }), (gaps) => {
        expect(type(textFor(gaps), gaps)).toBeNull();
      }),
    );
  });
});

describe('a burst of keys', () => {
  test('is its text, braces and quotes included', () => {
    expect(type(code, evenly(code, 4))).toBe(code);
    expect(type(code, evenly(code, 40))).toBe(code);
  });

  test('of ten digits, 30 ms apart, is a card', () => {
    expect(type('0012345678', evenly('0012345678', 30))).toBe('0012345678');
  });

  test('does not include what a person typed before it', () => {
    const reader = createWedgeDetector();
    for (const [index, typed] of [...'lab'].entries())
      reader.add({ typed, us: typed }, index * 150);
    expect(type(code, evenly(code, 4), reader)).toBe(code);
  });

  test('is over after Enter, and forgotten on another key', () => {
    const reader = createWedgeDetector();
    expect(type(code, evenly(code, 4), reader)).toBe(code);
    expect(reader.end(1000 + 4 * code.length, inField)).toBeNull();
    for (const typed of code) reader.add({ typed, us: typed }, 2000);
    reader.reset();
    expect(reader.end(2001, inField)).toBeNull();
  });
});
