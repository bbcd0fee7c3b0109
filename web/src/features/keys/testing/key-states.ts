import type { KeyAction, KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { sampleKey } from '../../../lib/testing/sample-key.ts';

const moment = '2026-03-02T09:00:00.000Z';

/** Ids in the wire's form, told apart by their last digits. */
export function idOf(count: number): string {
  return count.toString(16).padStart(24, '0');
}

/** The same key out with somebody. */
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

/** The event that tells of `key` as it has become. */
export function sampleEvent(action: KeyAction, key: Key, facts: Partial<KeyEvent> = {}): KeyEvent {
  return { action, key, version: key.version, timestamp: moment, ...facts };
}
