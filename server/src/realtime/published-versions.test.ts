import { expect, test } from 'vitest';
import { createPublishedVersions } from './reconcile.ts';

function versions(facts: Record<string, number>) {
  return new Map(Object.entries(facts));
}

function started(facts: Record<string, number>) {
  const published = createPublishedVersions();
  published.noteAll(versions(facts));
  return published;
}

test('what pages have read themselves is not missed, whether read before it is seen or after', () => {
  const published = started({ a: 7, b: 2 });
  expect(published.check(versions({ a: 7, b: 3 }))).toBe(false);
  published.noteAll(versions({ a: 8, b: 3 }));
  expect(published.check(versions({ a: 8, b: 3 }))).toBe(false);
  expect(published.check(versions({ a: 8, b: 3 }))).toBe(false);
});

test('a change that was told is not missed, whether told before it is seen or after', () => {
  const published = started({ a: 1, b: 1 });
  published.note([{ _id: 'a', version: 2 }]);
  expect(published.check(versions({ a: 2, b: 2 }))).toBe(false);
  published.note([{ _id: 'b', version: 2 }]);
  expect(published.check(versions({ a: 2, b: 2 }))).toBe(false);
});

test('a change that nobody told is missed from the second look on, until pages have read it', () => {
  const published = started({ a: 1 });
  expect(published.check(versions({ a: 2 }))).toBe(false);
  expect(published.check(versions({ a: 2 }))).toBe(true);
  expect(published.check(versions({ a: 2 }))).toBe(true);
  published.noteAll(versions({ a: 2 }));
  expect(published.check(versions({ a: 2 }))).toBe(false);
});

test('a change of another key that was told hides none', () => {
  const published = started({ a: 1, b: 1 });
  published.note([{ _id: 'b', version: 2 }]);
  expect(published.check(versions({ a: 2, b: 2 }))).toBe(false);
  published.note([{ _id: 'b', version: 3 }]);
  expect(published.check(versions({ a: 2, b: 3 }))).toBe(true);
});

test('a later version that was told makes up for an earlier one, in whatever order they come', () => {
  const published = started({ a: 1 });
  expect(published.check(versions({ a: 2 }))).toBe(false);
  published.note([{ _id: 'a', version: 3 }]);
  published.note([{ _id: 'a', version: 2 }]);
  expect(published.check(versions({ a: 3 }))).toBe(false);
  expect(published.check(versions({ a: 3 }))).toBe(false);
});

test('an erased key is missed unless its end was told, whether told before it is seen or after', () => {
  const published = started({ a: 1, b: 3, c: 5, d: 1 });
  published.note([{ _id: 'b', version: 4 }]);
  expect(published.check(versions({ d: 1, a: 1 }))).toBe(false);
  published.note([{ _id: 'c', version: 6 }]);
  expect(published.check(versions({ a: 1 }))).toBe(false);
  expect(published.check(versions({ a: 1 }))).toBe(true);
  expect(published.check(versions({ a: 1 }))).toBe(false);
});

test('another look is due while a change that was seen untold is still untold', () => {
  const published = started({ a: 1 });
  expect(published.hasSuspects()).toBe(false);
  published.check(versions({ a: 2 }));
  expect(published.hasSuspects()).toBe(true);
  published.note([{ _id: 'a', version: 2 }]);
  expect(published.hasSuspects()).toBe(false);
});

test('nothing is missed before anything was noted', () => {
  const published = createPublishedVersions();
  expect(published.check(versions({ a: 3 }))).toBe(false);
  expect(published.check(versions({ a: 3 }))).toBe(false);
  expect(published.check(versions({ a: 4 }))).toBe(false);
  expect(published.check(versions({ a: 4 }))).toBe(true);
});

test('a key that nobody was told of is missed too', () => {
  const published = started({});
  expect(published.check(versions({ a: 1 }))).toBe(false);
  expect(published.check(versions({ a: 1 }))).toBe(true);
});
