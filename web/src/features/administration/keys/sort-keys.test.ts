import type { Campus } from '@keydesk/shared/campus/campus';
import { expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { defaultKeySort, nextSort, type SortColumn, sortColumns, sortKeys } from './filter-keys.ts';

const one = sampleKey({ _id: '1', keyNumber: 'A-1', keyName: 'Lab 10', category: 'office' });
const two = sampleKey({
  _id: '2',
  keyNumber: 'A-2',
  keyName: 'lab 9',
  department: 'AIML',
  block: 'D',
  status: 'unavailable',
  takenAt: '2026-03-02T09:00:00.000Z',
});
const three = sampleKey({
  _id: '3',
  keyNumber: 'A-3',
  keyName: 'Attic',
  block: 'B',
  status: 'unavailable',
  takenAt: '2026-03-01T09:00:00.000Z',
});
const four = sampleKey({ _id: '4', keyNumber: 'A-4', keyName: 'Attic', department: 'MECH' });
const keys = [one, two, three, four];

function order(by: SortColumn, descending = false): string {
  return sortKeys(keys, { by, descending })
    .map(({ _id }) => _id)
    .join('');
}

test.each<[SortColumn, string, string]>([
  ['number', '1234', '4321'],
  ['name', '3421', '1234'],
  ['department', '2134', '4132'],
  ['status', '1423', '3214'],
])('keys are sorted by %s', (by, ascending, descending) => {
  expect(order(by)).toBe(ascending);
  expect(order(by, true)).toBe(descending);
});

test('departments are sorted by their names, not their codes', () => {
  const departments = [
    { code: 'AIML', label: 'Zoology' },
    { code: 'MECH', label: 'Botany' },
  ];
  const campus = { departments } as unknown as Campus;
  const sorted = sortKeys(keys, { by: 'department', descending: false }, campus);
  expect(sorted.map(({ _id }) => _id)).toEqual(['4', '1', '3', '2']);
});

test('sorting leaves the given list as it is', () => {
  for (const by of sortColumns) sortKeys(keys, { by, descending: true });
  expect(keys.map(({ _id }) => _id)).toEqual(['1', '2', '3', '4']);
});

test('a heading sorts by its column, and turns the order around the next time', () => {
  const byName = nextSort(defaultKeySort, 'name');
  expect(byName).toEqual({ by: 'name', descending: false });
  expect(nextSort(byName, 'name')).toEqual({ by: 'name', descending: true });
  expect(nextSort({ by: 'name', descending: true }, 'name')).toEqual(byName);
  expect(nextSort(defaultKeySort, 'number')).toEqual({ by: 'number', descending: true });
});
