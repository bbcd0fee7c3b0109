import type { KeyEvent } from '@keydesk/shared/events';
import { expect, test } from 'vitest';
import { sampleKey } from '../testing/sample-key.ts';
import { dedupeKeyEvents } from './events.ts';

function change(version: number, action: KeyEvent['action'] = 'update', id?: string): KeyEvent {
  const key = sampleKey({ version, ...(id && { _id: id }) });
  return { action, key, version, timestamp: key.updatedAt };
}

test('a change is passed on once, though its event arrives for the person and for all', () => {
  const isNew = dedupeKeyEvents();
  expect([isNew(change(2)), isNew(change(2))]).toEqual([true, false]);
});

test('an event that was overtaken never brings back a deleted key', () => {
  const isNew = dedupeKeyEvents();
  expect(isNew(change(6, 'delete'))).toBe(true);
  expect(isNew(change(5))).toBe(false);
});

test('a change of one key does not hide one of another', () => {
  const isNew = dedupeKeyEvents();
  isNew(change(6));
  expect(isNew(change(1, 'update', '000000000000000000000002'))).toBe(true);
});
