import { describe, expect, test } from 'vitest';
import { matchesSearch } from './key-search.ts';

const physics = {
  keyName: 'Physics Lab',
  keyNumber: 'ECE-204',
  category: 'lab',
  department: 'CSE',
  block: 'PG',
  location: 'Second floor, north',
} as const;

describe('a key is found by a part of', () => {
  test.each([
    ['its name', 'sics la'],
    ['its number', '-204'],
    ['its category', 'lab'],
    ['its department', 'cse'],
    ['its block', 'pg'],
    ['its location', 'NORTH'],
    ['anything, with spaces around', '  physics '],
  ])('%s', (_what, term) => {
    expect(matchesSearch(physics, term)).toBe(true);
  });
});

test.each(['', '   '])('every key matches %j', (term) => {
  expect(matchesSearch(physics, term)).toBe(true);
});

test.each(['chemistry', 'lab physics', '.*', '205'])('%j finds nothing', (term) => {
  expect(matchesSearch(physics, term)).toBe(false);
});
