import { closingAfter } from '@keydesk/shared/due/calendar';
import type { Key } from '@keydesk/shared/keys/key';
import { describe, expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
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
  loanId: 'c'.repeat(24),
});
const missing = sampleKey({ keyNumber: 'LIB-1', status: 'unavailable', condition: 'missing' });
const keys = [lab, hall, office];

const now = Date.parse('2026-03-10T12:00:00.000Z');
const calendar = { timezone: 'UTC', reminderTime: '17:20', hours: [], days: [] };

function found(change: Partial<typeof emptyKeyFilter>, from: readonly Key[] = keys) {
  return filterKeys(from, { ...emptyKeyFilter, ...change }, now);
}

function takenOn(takenAt: string) {
  const dueAt = closingAfter(new Date(takenAt), calendar).toISOString();
  return sampleKey({ _id: takenAt, status: 'unavailable', takenAt, dueAt, graceUntil: dueAt });
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

  test('is filtered by status, in use being what is out and no key that is only missing', () => {
    expect(found({ status: 'available' })).toEqual([lab, hall]);
    expect(found({ status: 'unavailable' }, [...keys, missing])).toEqual([office]);
    expect(found({ status: 'reported' }, [...keys, missing])).toEqual([missing]);
  });

  test('is filtered by who should be back by now, and by how long keys are out', () => {
    const [today, yesterday, monday] = [
      takenOn('2026-03-10T08:00:00.000Z'),
      takenOn('2026-03-09T11:00:00.000Z'),
      takenOn('2026-03-02T08:00:00.000Z'),
    ];
    const out = [lab, today, yesterday, monday];
    expect(found({ status: 'overdue' }, out)).toEqual([yesterday, monday]);
    expect(found({ out: '1d' }, out)).toEqual([yesterday, monday]);
    expect(found({ out: '7d' }, out)).toEqual([monday]);
    expect(found({ out: '30d' }, out)).toEqual([]);
    expect(isFiltered({ ...emptyKeyFilter, out: '3d' })).toBe(true);
  });

  test('is narrowed by search and both filters together', () => {
    expect(found({ search: 'o', department: 'CSE', status: 'available' })).toEqual([lab]);
  });
});
