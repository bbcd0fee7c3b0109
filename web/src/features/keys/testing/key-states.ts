import type { KeyAction, KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { sampleKey } from '../../../lib/testing/sample-key.ts';

const moment = '2026-03-02T09:00:00.000Z';

/** Ids in the format of the API, which differ in their last digits. */
export function idOf(count: number): string {
  return count.toString(16).padStart(24, '0');
}

/** The same key, taken by someone. */
export function sampleTaken(userId: string, change: Partial<Key> = {}): Key {
  return sampleKey({
    status: 'unavailable',
    takenBy: { userId, name: 'Asha Rao' },
    takenAt: moment,
    loanId: idOf(900),
    version: 2,
    ...change,
  });
}

/** An event with the new state of `key`. */
export function sampleEvent(action: KeyAction, key: Key, facts: Partial<KeyEvent> = {}): KeyEvent {
  return { action, key, version: key.version, timestamp: moment, ...facts };
}
