import type { Key } from '@keydesk/shared/keys/key';
import { keyDefaults } from '@keydesk/shared/keys/key-fields';

const instant = '2026-03-02T09:00:00.000Z';

/** A key for tests and examples; at the desk, unless `change` says otherwise. */
export function sampleKey(change: Partial<Key> = {}): Key {
  return {
    _id: '000000000000000000000001',
    ...keyDefaults,
    keyNumber: 'CSE-101',
    keyName: 'Programming Lab',
    location: 'Floor 1, Room 101',
    status: 'available',
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
