import { expect, test } from 'vitest';
import { createPublishedVersions } from './reconcile.ts';

function held(facts: Record<string, number>) {
  return new Map(Object.entries(facts));
}

function started(facts: Record<string, number>) {
  const told = createPublishedVersions();
  told.noteAll(held(facts));
  return told;
}

test('what pages have read themselves is not missed, be it read before it is seen or after', () => {
  const told = started({ a: 7, b: 2 });
  expect(told.missed(held({ a: 7, b: 3 }))).toBe(false);
  told.noteAll(held({ a: 8, b: 3 }));
  expect(told.missed(held({ a: 8, b: 3 }))).toBe(false);
  expect(told.missed(held({ a: 8, b: 3 }))).toBe(false);
});

test('a change that was told is not missed, be it told before it is seen or after', () => {
  const told = started({ a: 1, b: 1 });
  told.note([{ _id: 'a', version: 2 }]);
  expect(told.missed(held({ a: 2, b: 2 }))).toBe(false);
  told.note([{ _id: 'b', version: 2 }]);
  expect(told.missed(held({ a: 2, b: 2 }))).toBe(false);
});

test('a change that nobody told is missed from the second look on, until pages have read it', () => {
  const told = started({ a: 1 });
  expect(told.missed(held({ a: 2 }))).toBe(false);
  expect(told.missed(held({ a: 2 }))).toBe(true);
  expect(told.missed(held({ a: 2 }))).toBe(true);
  told.noteAll(held({ a: 2 }));
  expect(told.missed(held({ a: 2 }))).toBe(false);
});

test('a change of another key that was told hides none', () => {
  const told = started({ a: 1, b: 1 });
  told.note([{ _id: 'b', version: 2 }]);
  expect(told.missed(held({ a: 2, b: 2 }))).toBe(false);
  told.note([{ _id: 'b', version: 3 }]);
  expect(told.missed(held({ a: 2, b: 3 }))).toBe(true);
});

test('a later version that was told makes up for an earlier one, in whatever order they come', () => {
  const told = started({ a: 1 });
  expect(told.missed(held({ a: 2 }))).toBe(false);
  told.note([{ _id: 'a', version: 3 }]);
  told.note([{ _id: 'a', version: 2 }]);
  expect(told.missed(held({ a: 3 }))).toBe(false);
  expect(told.missed(held({ a: 3 }))).toBe(false);
});

test('an erased key is missed unless its end was told, be it told before it is seen or after', () => {
  const told = started({ a: 1, b: 3, c: 5, d: 1 });
  told.note([{ _id: 'b', version: 4 }]);
  expect(told.missed(held({ d: 1, a: 1 }))).toBe(false);
  told.note([{ _id: 'c', version: 6 }]);
  expect(told.missed(held({ a: 1 }))).toBe(false);
  expect(told.missed(held({ a: 1 }))).toBe(true);
  expect(told.missed(held({ a: 1 }))).toBe(false);
});

test('another look is due while a change that was seen untold is still untold', () => {
  const told = started({ a: 1 });
  expect(told.suspects()).toBe(false);
  told.missed(held({ a: 2 }));
  expect(told.suspects()).toBe(true);
  told.note([{ _id: 'a', version: 2 }]);
  expect(told.suspects()).toBe(false);
});

test('nothing is missed before anything was noted', () => {
  const told = createPublishedVersions();
  expect(told.missed(held({ a: 3 }))).toBe(false);
  expect(told.missed(held({ a: 3 }))).toBe(false);
  expect(told.missed(held({ a: 4 }))).toBe(false);
  expect(told.missed(held({ a: 4 }))).toBe(true);
});

test('a key that nobody was told of is missed too', () => {
  const told = started({});
  expect(told.missed(held({ a: 1 }))).toBe(false);
  expect(told.missed(held({ a: 1 }))).toBe(true);
});
