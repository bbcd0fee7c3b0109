import { describe, expect, test } from 'vitest';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { emptyKeyFilter, filterKeys, isFiltered } from './filter-keys.ts';

const lab = sampleKey();
const hall = sampleKey({
  keyNumber: 'AUD-1',
  keyName: 'Main Hall',
  department: 'COMMON',
  category: 'auditorium',
  block: 'AUD',
  location: 'Ground floor',
});
const office = sampleKey({
  keyNumber: 'CSE-200',
  keyName: 'Office',
  category: 'office',
  status: 'unavailable',
});
const keys = [lab, hall, office];

function found(change: Partial<typeof emptyKeyFilter>) {
  return filterKeys(keys, { ...emptyKeyFilter, ...change });
}

describe('the list of managed keys', () => {
  test('is whole while nothing narrows it', () => {
    expect(found({})).toEqual(keys);
    expect(isFiltered(emptyKeyFilter)).toBe(false);
    expect(isFiltered({ ...emptyKeyFilter, search: '  ' })).toBe(false);
  });

  test.each([
    ['name', 'programming', [lab]],
    ['number, whatever the case', 'aud-', [hall]],
    ['location', 'ground', [hall]],
    ['category', 'OFFICE', [office]],
    ['nothing', 'no such key', []],
  ])('is searched by %s', (_field, search, expected) => {
    expect(found({ search })).toEqual(expected);
    expect(isFiltered({ ...emptyKeyFilter, search })).toBe(true);
  });

  test('is filtered by department', () => {
    expect(found({ department: 'CSE' })).toEqual([lab, office]);
  });

  test('is filtered by status, in use being any status other than available', () => {
    expect(found({ status: 'available' })).toEqual([lab, hall]);
    expect(found({ status: 'unavailable' })).toEqual([office]);
  });

  test('is narrowed by search and both filters together', () => {
    expect(found({ search: 'o', department: 'CSE', status: 'available' })).toEqual([lab]);
  });
});
