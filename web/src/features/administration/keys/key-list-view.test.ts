import { expect, test } from 'vitest';
import { type KeyListView, parseKeyListView, toSearchParams } from './key-list-view.ts';

const first = parseKeyListView({});

test('an address without anything shows the first keys of all, by number', () => {
  expect(first).toEqual({
    search: '',
    department: '',
    status: '',
    out: '',
    sort: { by: 'number', descending: false },
    rows: null,
  });
  expect(toSearchParams(first)).toEqual({});
});

test.each([
  { department: 'ALCHEMY' },
  { status: 'lost' },
  { out: '2d' },
  { sort: '--name' },
  { sort: 'colour' },
  { rows: -1 },
  { rows: 'many' },
  { search: { deep: true } },
])('what does not exist is ignored: %j', (params) => {
  expect(parseKeyListView(params, ['CSE'])).toEqual(first);
});

test.each<Partial<KeyListView>>([
  { search: 'lab 101' },
  { department: 'CSE', status: 'overdue' },
  { out: '7d', sort: { by: 'status', descending: true } },
  { sort: { by: 'name', descending: false }, rows: 'all' },
  { sort: { by: 'number', descending: true }, rows: 30 },
])('the way through the address changes nothing: %j', (part) => {
  const view = { ...first, ...part };
  expect(parseKeyListView(toSearchParams(view))).toEqual(view);
});

test('a search that the router reads as a number is still one', () => {
  expect(parseKeyListView({ search: 101 }).search).toBe('101');
});
