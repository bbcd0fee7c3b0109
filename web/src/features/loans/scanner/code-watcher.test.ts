import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { describe, expect, test } from 'vitest';
import type { FoundCode } from './code-watcher.ts';
import { createCodeWatcher } from './code-watcher.ts';

const token = 'KD:0123456789ABCDEFGHJKMNPQRS';
const otherToken = 'KD:ZYXWVTSRQPNMKJHGFEDCBA9876';
const tag = formatKeyTag('65f0c0ffee00000000000abc');
const otherTag = formatKeyTag('65f0c0ffee00000000000abd');
const poster = 'https://example.test/poster';

const json = JSON.stringify({
  type: 'key-return',
  keyId: '65f0c0ffee00000000000abc',
  userId: '65f0c0ffee00000000000abd',
});

function at(text: string, x = 0, y = 0): FoundCode {
  return { text, x, y };
}

/** Sees these texts at each of the moments and returns what is reported, moment by moment. */
function seeing() {
  const watcher = createCodeWatcher();
  return {
    extend: watcher.extend,
    seeTag: (now: number, ...codes: string[]) =>
      watcher
        .see(
          codes.map((code) => at(code)),
          now,
          true,
        )
        .map(({ text }) => text),
    see: (now: number, ...codes: (string | FoundCode)[]) => {
      const found = codes.map((code) => (typeof code === 'string' ? at(code) : code));
      return watcher.see(found, now).map(({ text }) => text);
    },
  };
}

describe('one code in view', () => {
  test('a code held up goes through once', () => {
    const { see } = seeing();
    expect(see(0, token)).toEqual([token]);
    for (const now of [200, 1900, 3800, 5700]) expect(see(now, token)).toEqual([]);
  });

  test('a code goes through again after two seconds out of sight', () => {
    const { see } = seeing();
    see(0, token);
    expect(see(1999, token)).toEqual([]);
    see(2200);
    expect(see(3999, token)).toEqual([token]);
  });

  test('a code in one picture and the next is in view, however long that takes', () => {
    const { see } = seeing();
    see(0, token);
    for (const now of [3000, 9000]) expect(see(now, token)).toEqual([]);
    see(9500);
    expect(see(12_500, token)).toEqual([token]);
  });

  test('another code goes through at once', () => {
    const { see } = seeing();
    see(0, token);
    expect(see(200, otherToken)).toEqual([otherToken]);
  });

  test('a code still held up after nobody looked for a while does not go through again', () => {
    const { see, extend: lookAway } = seeing();
    see(0, token);
    lookAway(200);
    lookAway(9000);
    expect(see(9200, token)).toEqual([]);
    expect(see(9400, otherToken)).toEqual([otherToken]);
  });

  test.each([
    ['JSON', json],
    ['a token', token],
    ['a key tag', tag],
  ])('%s is reported at once', (_form, text) => {
    expect(seeing().see(0, text)).toEqual([text]);
  });
});

describe('a foreign code', () => {
  test('alone in view is reported once, when nothing of ours has come for a moment', () => {
    const { see } = seeing();
    const reported = [0, 400, 800, 1000, 1200].map((now) => see(now, poster));
    expect(reported).toEqual([[], [], [], [poster], []]);
  });

  test('never wins while a code of ours is in view, wherever they are', () => {
    const { see } = seeing();
    expect(see(0, at(poster), at(token, 0.9, 0.9))).toEqual([token]);
    for (const now of [200, 1200, 1800]) expect(see(now, poster, token)).toEqual([]);
  });

  test('that stood beside a code of ours stays part of the scene', () => {
    const { see } = seeing();
    see(0, poster, token);
    for (const now of [200, 1200, 5000, 6000, 7100]) expect(see(now, poster)).toEqual([]);
  });

  test('reported earlier does not come back after a code of ours', () => {
    const { see } = seeing();
    for (const now of [0, 500, 1000]) see(now, poster);
    expect(see(1200, poster, token)).toEqual([token]);
    for (const now of [1400, 2600, 3800]) expect(see(now, poster)).toEqual([]);
  });

  test('is not reported if it was covered by a code of ours in time', () => {
    const { see } = seeing();
    see(0, poster);
    expect(see(400, token)).toEqual([token]);
    for (const now of [600, 1600, 5000, 6000]) expect(see(now, poster)).toEqual([]);
  });

  test('counts when it is the nearest to the middle', () => {
    const { see } = seeing();
    const both = [at('at the edge', -0.9), at('in the middle', 0.1)];
    see(0, ...both);
    expect(see(1000, ...both)).toEqual(['in the middle']);
  });
});

describe('several codes of ours', () => {
  test('come together, from left to right', () => {
    const { see } = seeing();
    const both = [at(otherToken, 0.5), at(token, -0.5)];
    expect(see(0, ...both)).toEqual([token, otherToken]);
    expect(see(200, ...both)).toEqual([]);
  });

  test('of which one has been handled: the new one alone is reported', () => {
    const { see } = seeing();
    see(0, token);
    expect(see(200, token, otherToken)).toEqual([otherToken]);
  });

  test('a key tag held beside a code is not shown, also when the code is gone', () => {
    const { see } = seeing();
    expect(see(0, tag, at(token, 0.8))).toEqual([token]);
    expect(see(200, tag)).toEqual([]);
  });

  test('of two key tags the nearest to the middle counts', () => {
    expect(seeing().see(0, at(tag, -0.7), at(otherTag, 0.2))).toEqual([otherTag]);
  });
});

test('while a tag is looked for, it goes through beside a code that stays in view', () => {
  const { see, seeTag } = seeing();
  expect(see(0, token)).toEqual([token]);
  expect(seeTag(200, token)).toEqual([]);
  expect(seeTag(400, token, otherTag)).toEqual([otherTag]);
  expect(seeTag(600, token, otherTag)).toEqual([]);
  expect(seeTag(800, token, tag)).toEqual([tag]);
  expect(see(1000, token, tag)).toEqual([]);
});
