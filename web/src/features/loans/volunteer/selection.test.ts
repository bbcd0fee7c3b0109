import { maxBatchKeys } from '@keydesk/shared/loans/qr-payload';
import { expect, test } from 'vitest';
import { emptySelection, type SelectionAction, selectionReducer } from './selection.ts';

function after(...actions: SelectionAction[]) {
  return actions.reduce(selectionReducer, emptySelection);
}

function manyIds(count: number) {
  return Array.from({ length: count }, (_, at) => `key-${at}`);
}

test('A key is selected with one press and left out with the next', () => {
  expect([...after({ type: 'toggle', id: 'a' }).ids]).toEqual(['a']);
  const twice = after({ type: 'toggle', id: 'a' }, { type: 'toggle', id: 'a' });
  expect(twice.ids.size).toBe(0);
});

test('Selecting all adds to what a search before has selected', () => {
  const both = after({ type: 'toggle', id: 'a' }, { type: 'select-all', ids: ['a', 'b'] });
  expect([...both.ids]).toEqual(['a', 'b']);
});

test('Deselecting all leaves nothing', () => {
  const none = after({ type: 'select-all', ids: ['a', 'b'] }, { type: 'deselect-all' });
  expect(none).toEqual(emptySelection);
});

test('No more keys are selected than one code can return, and it says so', () => {
  const all = after({ type: 'select-all', ids: manyIds(maxBatchKeys + 1) });
  expect(all.ids.size).toBe(maxBatchKeys);
  expect(all.tooMany).toBe(true);
});

test('One key beyond a full selection is refused; leaving one out makes room again', () => {
  const full = after({ type: 'select-all', ids: manyIds(maxBatchKeys) });
  expect(full.tooMany).toBe(false);
  const beyond = selectionReducer(full, { type: 'toggle', id: 'one-more' });
  expect(beyond.ids.has('one-more')).toBe(false);
  expect(beyond.tooMany).toBe(true);
  expect(selectionReducer(beyond, { type: 'toggle', id: 'key-0' })).toMatchObject({
    tooMany: false,
  });
});

test('A key that came back meanwhile is no longer selected', () => {
  const selected = after({ type: 'select-all', ids: ['a', 'b'] });
  expect([...selectionReducer(selected, { type: 'keep', ids: ['b', 'c'] }).ids]).toEqual(['b']);
});

test('A selection that is still out stays the very same', () => {
  const selected = after({ type: 'select-all', ids: ['a', 'b'] });
  expect(selectionReducer(selected, { type: 'keep', ids: ['b', 'a'] })).toBe(selected);
});
