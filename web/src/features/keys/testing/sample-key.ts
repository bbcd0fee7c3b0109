import type { KeyAction, KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';

const moment = '2026-03-02T09:00:00.000Z';

/** Ids in the wire's form, told apart by their last digits. */
export const idOf = (count: number): string => count.toString(16).padStart(24, '0');

/** A key at the desk, unless told otherwise. */
export const sampleKey = (change: Partial<Key> = {}): Key => ({
  _id: idOf(1),
  keyNumber: 'CSE-101',
  keyName: 'Programming Lab',
  location: 'Floor 1, Room 101',
  status: 'available',
  description: '',
  category: 'lab',
  department: 'CSE',
  block: 'A',
  frequentlyUsed: false,
  takenBy: null,
  takenAt: null,
  returnedAt: null,
  loanId: null,
  isActive: true,
  createdAt: moment,
  updatedAt: moment,
  version: 1,
  ...change,
});

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
