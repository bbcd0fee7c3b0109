import { type Key, keyDefaults } from '@keydesk/shared/keys/key';

const instant = '2026-03-02T09:00:00.000Z';

/** A key for tests and examples; at the desk, unless `change` says otherwise. */
export function sampleKey(change: Partial<Key> = {}): Key {
  return {
    _id: '000000000000000000000001',
    keyNumber: 'CSE-101',
    keyName: 'Programming Lab',
    location: 'Floor 1, Room 101',
    status: 'available',
    ...keyDefaults,
    category: 'lab',
    department: 'CSE',
    takenBy: null,
    takenAt: null,
    dueAt: null,
    graceUntil: null,
    returnedAt: null,
    loanId: null,
    isActive: true,
    createdAt: instant,
    updatedAt: instant,
    version: 1,
    ...change,
  };
}
