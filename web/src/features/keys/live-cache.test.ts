import { describe, expect, test } from 'vitest';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { applyToFrequent, applyToKey, applyToList, applyToTaken } from './live-cache.ts';
import { idOf, sampleEvent, sampleTaken } from './testing/key-states.ts';

const me = idOf(700);
const other = idOf(701);

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

describe('my taken keys', () => {
  test('gain the key that I have just been handed, as the latest', () => {
    const before = sampleTaken(me, { _id: idOf(2) });
    const taken = sampleTaken(me);
    const event = sampleEvent('qr-request', taken, { requestingUserId: me });
    expect(applyToTaken([before], event, me)).toEqual([taken, before]);
  });

  test('lose a key that came back, however it did', () => {
    const back = sampleKey({ version: 3 });
    for (const action of ['return', 'qr-return'] as const)
      expect(applyToTaken([sampleTaken(me)], sampleEvent(action, back), me)).toEqual([]);
  });

  test('do not gain what others take', () => {
    const keys = [sampleTaken(me, { _id: idOf(2) })];
    expect(applyToTaken(keys, sampleEvent('qr-request', sampleTaken(other)), me)).toBe(keys);
  });

  test('lose a key that went on to another person', () => {
    const event = sampleEvent('take', sampleTaken(other, { version: 4 }));
    expect(applyToTaken([sampleTaken(me)], event, me)).toEqual([]);
  });

  test('do not lose a key to the late news of its return before', () => {
    const keys = [sampleTaken(me, { version: 4 })];
    expect(applyToTaken(keys, sampleEvent('qr-return', sampleKey({ version: 3 })), me)).toBe(keys);
  });

  test('keep the holder’s email that an event leaves out', () => {
    const email = 'asha.rao@campus.test';
    const cached = sampleTaken(me, { takenBy: { userId: me, name: 'Asha Rao', email } });
    const renamed = sampleTaken(me, { keyName: 'Data Lab', version: 3 });
    const [key] = applyToTaken([cached], sampleEvent('update', renamed), me);
    expect(key?.keyName).toBe('Data Lab');
    expect(key?.takenBy?.email).toBe(email);
  });
});

test('the list of all that is out gains a key whoever takes it', () => {
  const taken = sampleTaken(other);
  expect(applyToTaken([], sampleEvent('qr-request', taken))).toEqual([taken]);
});

test('one key ignores events about others and older ones about itself', () => {
  const key = sampleKey({ version: 2 });
  expect(applyToKey(key, sampleEvent('update', sampleKey({ _id: idOf(2), version: 9 })))).toBe(key);
  expect(applyToKey(key, sampleEvent('update', sampleKey({ version: 1 })))).toBe(key);
  expect(applyToKey(key, sampleEvent('qr-request', sampleTaken(me, { version: 3 }))).status).toBe(
    'unavailable',
  );
});

test('own keys change in place, and a deleted one is gone', () => {
  const [first, second] = [sampleKey(), sampleKey({ _id: idOf(2) })];
  const cached = { keys: [first, second], usageCounts: { [first._id]: 3 } };
  const taken = sampleTaken(other);
  expect(applyToFrequent(cached, sampleEvent('qr-request', taken))).toEqual({
    ...cached,
    keys: [taken, second],
  });
  expect(applyToFrequent(cached, sampleEvent('delete', sampleKey({ version: 2 }))).keys).toEqual([
    second,
  ]);
});
