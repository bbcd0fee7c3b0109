import type { Key } from '@keydesk/shared/keys/key';
import { serverNow } from '../../lib/clock.ts';

const hoursAgo = (hours: number): string => new Date(serverNow() - hours * 3_600_000).toISOString();

const keyWith = (change: Partial<Key> & Pick<Key, '_id' | 'keyNumber' | 'keyName'>): Key => ({
  location: 'Floor 1, Room 104',
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
  createdAt: hoursAgo(2_000),
  updatedAt: hoursAgo(2_000),
  version: 1,
  ...change,
});

const out = (userId: string, name: string, hours: number): Partial<Key> => ({
  status: 'unavailable',
  takenBy: { userId, name },
  takenAt: hoursAgo(hours),
});

/** Keys in every state, as the person with this id sees them. */
export const sampleKeys = (readerId: string): readonly Key[] => [
  keyWith({ _id: 'a', keyNumber: 'CSE-104', keyName: 'Programming Lab' }),
  keyWith({
    _id: 'b',
    keyNumber: 'LIB-2',
    keyName: 'Reading Room with the long tables',
    block: 'LIB',
    location: 'First floor, beside the stairs',
    ...out('somebody', 'Ravi Iyer', 2),
  }),
  keyWith({ _id: 'c', keyNumber: 'MECH-WS-01', keyName: 'Workshop', ...out(readerId, 'You', 1) }),
  keyWith({ _id: 'd', keyNumber: 'EEE-310', keyName: 'Machines', ...out(readerId, 'You', 72) }),
];
