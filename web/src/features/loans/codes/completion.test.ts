import type { KeyAction, KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { describe, expect, test } from 'vitest';
import { eventCompletes, keyCompletes, takerOf } from './use-code.ts';

const me = '7'.repeat(24);
const other = '8'.repeat(24);
const lab = 'a'.repeat(24);
const hall = 'b'.repeat(24);

function keyWith(holder: string | null, _id = lab) {
  return {
    _id,
    status: holder ? 'unavailable' : 'available',
    takenBy: holder ? { userId: holder, name: 'Somebody' } : null,
  } as Key;
}

function event(action: KeyAction, key: Key, facts: Partial<KeyEvent> = {}): KeyEvent {
  return {
    action,
    key,
    version: 2,
    timestamp: '2026-03-02T09:00:00.000Z',
    ...facts,
  };
}

describe('a request code', () => {
  const request = { type: 'key-request', keyId: lab } as const;

  test('is done when this user has been handed this key', () => {
    const handed = event('qr-request', keyWith(me), { requestingUserId: me });
    expect(eventCompletes(request, me, handed)).toBe(true);
    expect(eventCompletes(request, me, event('take', keyWith(me)))).toBe(true);
  });

  test('is not done when somebody else got the key, or this user another one', () => {
    const theirs = event('qr-request', keyWith(other), { requestingUserId: other });
    const another = event('qr-request', keyWith(me, hall), { requestingUserId: me });
    expect(eventCompletes(request, me, theirs)).toBe(false);
    expect(eventCompletes(request, me, event('take', keyWith(other)))).toBe(false);
    expect(eventCompletes(request, me, another)).toBe(false);
  });

  test('is not done by other changes of the key', () => {
    for (const action of ['update', 'toggle-frequent', 'return', 'qr-return'] as const)
      expect(eventCompletes(request, me, event(action, keyWith(null))), action).toBe(false);
  });

  test('is done when the key is found with this user', () => {
    expect(keyCompletes(request, me, keyWith(me))).toBe(true);
    expect(keyCompletes(request, me, keyWith(other))).toBe(false);
    expect(keyCompletes(request, me, keyWith(null))).toBe(false);
  });
});

describe('the key of a request code', () => {
  const request = { type: 'key-request', keyId: lab } as const;

  test('is with somebody else only while another person has it', () => {
    expect(takerOf(request, me, keyWith(other))).toMatchObject({ userId: other });
    expect(takerOf(request, me, keyWith(me))).toBeNull();
    expect(takerOf(request, me, keyWith(null))).toBeNull();
    expect(takerOf(request, me, keyWith(other, hall))).toBeNull();
  });

  test('is no concern of a return code', () => {
    expect(takerOf({ type: 'key-return', keyId: lab }, me, keyWith(other))).toBeNull();
  });
});

describe('a return code', () => {
  const request = { type: 'key-return', keyId: lab } as const;

  test('is done when the key came back, scanned or collected', () => {
    expect(eventCompletes(request, me, event('qr-return', keyWith(null)))).toBe(true);
    expect(eventCompletes(request, me, event('return', keyWith(null)))).toBe(true);
  });

  test('is not done by the return of another key, or by a hand-out', () => {
    expect(eventCompletes(request, me, event('qr-return', keyWith(null, hall)))).toBe(false);
    expect(eventCompletes(request, me, event('qr-request', keyWith(other)))).toBe(false);
  });

  test('is done when the key is no longer with this user', () => {
    expect(keyCompletes(request, me, keyWith(me))).toBe(false);
    expect(keyCompletes(request, me, keyWith(null))).toBe(true);
    expect(keyCompletes(request, me, keyWith(other))).toBe(true);
    const disputed: Key = { ...keyWith(me), takenBy: null };
    expect(keyCompletes(request, me, disputed)).toBe(false);
  });
});

test('a batch code counts the return of each of its keys', () => {
  const request = { type: 'batch-return' as const, keyIds: [lab, hall] };
  expect(eventCompletes(request, me, event('qr-return', keyWith(null, hall)))).toBe(true);
  expect(eventCompletes(request, me, event('qr-return', keyWith(null, 'c'.repeat(24))))).toBe(
    false,
  );
});
