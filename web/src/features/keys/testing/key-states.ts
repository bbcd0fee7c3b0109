import type { KeyAction, KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { sampleKey } from '../../../lib/sample-key.ts';

const moment = '2026-03-02T09:00:00.000Z';

/** Ids in the wire's form, told apart by their last digits. */
export const idOf = (count: number): string => count.toString(16).padStart(24, '0');

/** The same key out with somebody. */
export const sampleTaken = (userId: string, change: Partial<Key> = {}): Key =>
  sampleKey({
    status: 'unavailable',
    takenBy: { userId, name: 'Asha Rao' },
    takenAt: moment,
    loanId: idOf(900),
    version: 2,
    ...change,
  });

/** The event that tells of `key` as it has become. */
export const sampleEvent = (
  action: KeyAction,
  key: Key,
  facts: Partial<KeyEvent> = {},
): KeyEvent => ({ action, key, version: key.version, timestamp: moment, ...facts });
