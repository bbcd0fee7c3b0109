import {
  keyBlocks,
  keyCategories,
  keyDepartments,
} from '@keydesk/shared/campus/testing/new-campus';
import { matchingKeys } from '@keydesk/shared/keys/key-search';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { findKeys, prepareSearch } from './search.ts';

test('finds by number, name, location, category, department and block, whatever the case', () => {
  const key = sampleKey({
    keyNumber: 'N-7',
    keyName: 'Optics',
    location: 'North wing',
    category: 'storage',
    department: 'MECH',
    block: 'HOSTEL',
  });
  for (const term of ['n-7', 'OPTICS', 'north W', 'Storage', 'mech', 'hostel', '  optics '])
    expect(findKeys([key], term), term).toEqual([key]);
  expect(findKeys([key], 'south')).toEqual([]);
});

test('does not find a term that reaches from one field into the next', () => {
  expect(findKeys([sampleKey({ keyNumber: '10', keyName: '7 Lab' })], '107')).toEqual([]);
});

test('finds by several words, the best match and the own department first', () => {
  const other = sampleKey({ keyNumber: 'LAB', department: 'MECH' });
  const byName = sampleKey({ keyNumber: 'X-1', keyName: 'Lab 2' });
  const byNumber = sampleKey({ keyNumber: 'LAB-9', keyName: 'Room 2' });
  const keys = [other, byName, byNumber];
  expect(findKeys(keys, 'lab', 'CSE')).toEqual([byNumber, byName, other]);
  expect(findKeys(keys, '2 cse lab')).toEqual([byName, byNumber]);
});

test('an empty term keeps every key', () => {
  const keys = [sampleKey()];
  expect(findKeys(keys, '   ')).toBe(keys);
});

test('agrees with the server’s search for any key and term', () => {
  const word = fc.stringMatching(/^[a-cA-C1-2 -]{0,6}$/);
  const anyKey = fc
    .record({
      keyNumber: word,
      keyName: word,
      location: word,
      category: fc.constantFrom(...keyCategories),
      department: fc.constantFrom(...keyDepartments),
      block: fc.constantFrom(...keyBlocks),
    })
    .map(sampleKey);
  fc.assert(
    fc.property(anyKey, word, (key, term) => {
      expect(findKeys([key], term)).toEqual(matchingKeys([key], term));
    }),
  );
});

afterEach(() => vi.useRealTimers());

/** A key that counts how often its name is read. */
function watchedKey() {
  let reads = 0;
  const key = sampleKey();
  const watched = Object.defineProperty({ ...key }, 'keyName', {
    get: () => {
      reads += 1;
      return key.keyName;
    },
  });
  return { key: watched, reads: () => reads };
}

test('what is prepared is not worked out again by a search', () => {
  vi.useFakeTimers();
  const watched = Array.from({ length: 1_200 }, watchedKey);
  const keys = watched.map(({ key }) => key);
  prepareSearch(keys);
  expect(watched[0]?.reads()).toBe(0);
  vi.runAllTimers();
  findKeys(keys, 'a');
  findKeys(keys, 'b');
  expect(new Set(watched.map(({ reads }) => reads()))).toEqual(new Set([1]));
});

test('a preparation that is stopped reads no further', () => {
  vi.useFakeTimers();
  const watched = Array.from({ length: 1_200 }, watchedKey);
  const stop = prepareSearch(watched.map(({ key }) => key));
  vi.advanceTimersToNextTimer();
  stop();
  vi.runAllTimers();
  expect(watched.filter(({ reads }) => reads() > 0)).toHaveLength(500);
});
