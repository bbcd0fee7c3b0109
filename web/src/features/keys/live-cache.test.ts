import { describe, expect, test } from 'vitest';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { applyToList } from './live-cache.ts';
import { idOf, sampleEvent, sampleTaken } from './testing/key-states.ts';

const me = idOf(700);

describe('the key list', () => {
  test('replaces a key by its newer version', () => {
    const taken = sampleTaken(me);
    expect(applyToList([sampleKey()], sampleEvent('qr-request', taken))).toEqual([taken]);
  });

  test('stays as it is for an older or equal version', () => {
    const keys = [sampleTaken(me, { version: 5 })];
    expect(applyToList(keys, sampleEvent('qr-return', sampleKey({ version: 4 })))).toBe(keys);
    expect(applyToList(keys, sampleEvent('qr-return', sampleKey({ version: 5 })))).toBe(keys);
  });

  test('keeps the address of the same holder, but not that they disputed it', () => {
    const { takenBy, ...taken } = sampleTaken(me);
    const before = { userId: me, name: 'Asha Rao' };
    const cached = { ...taken, takenBy: { ...before, email: 'a@b.test', disputed: true as const } };
    const settled = { ...taken, takenBy: before, version: taken.version + 1 };
    expect(applyToList([cached], sampleEvent('update', settled))).toEqual([
      { ...settled, takenBy: { ...before, email: 'a@b.test' } },
    ]);
  });

  test('adds a new key in the order of numbers', () => {
    const first = sampleKey({ _id: idOf(1), keyNumber: 'A-1' });
    const last = sampleKey({ _id: idOf(3), keyNumber: 'C-1' });
    const added = sampleKey({ _id: idOf(2), keyNumber: 'B-1' });
    expect(applyToList([first, last], sampleEvent('create', added))).toEqual([first, added, last]);
  });

  test('loses a deleted key, and is not changed by the deletion of an unknown one', () => {
    const kept = sampleKey({ _id: idOf(2) });
    const gone = sampleKey({ version: 2 });
    expect(applyToList([sampleKey(), kept], sampleEvent('delete', gone))).toEqual([kept]);
    const keys = [kept];
    expect(applyToList(keys, sampleEvent('delete', gone))).toBe(keys);
  });

  test('keeps a key that has been changed since the deletion it hears of', () => {
    const keys = [sampleKey({ version: 3 })];
    expect(applyToList(keys, sampleEvent('delete', sampleKey({ version: 2 })))).toBe(keys);
  });
});
