import { expect, test } from 'vitest';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { filterByStatus } from './search.ts';
import { idOf, sampleTaken } from './testing/key-states.ts';

const free = sampleKey();
const out = sampleTaken(idOf(700), { _id: idOf(2) });

test('each filter tab shows its keys', () => {
  expect(filterByStatus([free, out], 'all')).toEqual([free, out]);
  expect(filterByStatus([free, out], 'available')).toEqual([free]);
  expect(filterByStatus([free, out], 'unavailable')).toEqual([out]);
});

test('a status unknown to this page counts as unavailable', () => {
  const strange = { ...free, status: 'lost' as 'available' };
  expect(filterByStatus([strange], 'unavailable')).toEqual([strange]);
  expect(filterByStatus([strange], 'available')).toEqual([]);
});
