import type { KeyEvent } from '@keydesk/shared/events';
import { expect, test } from 'vitest';
import { sampleKey } from '../testing/sample-key.ts';
import { dedupeKeyEvents } from './events.ts';

function change(version: number, action: KeyEvent['action'] = 'update', id?: string): KeyEvent {
  const key = sampleKey({ version, ...(id && { _id: id }) });
  return { action, key, version, timestamp: key.updatedAt };
}

test('news is told once, though an event arrives for the person and for all', () => {
  const isNews = dedupeKeyEvents();
  expect([isNews(change(2)), isNews(change(2))]).toEqual([true, false]);
});

test('news never brings back a deleted key by an event that was overtaken', () => {
  const isNews = dedupeKeyEvents();
  expect(isNews(change(6, 'delete'))).toBe(true);
  expect(isNews(change(5))).toBe(false);
});

test('news about one key says nothing about another', () => {
  const isNews = dedupeKeyEvents();
  isNews(change(6));
  expect(isNews(change(1, 'update', '000000000000000000000002'))).toBe(true);
});
