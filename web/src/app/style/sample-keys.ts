import type { Key } from '@keydesk/shared/keys/key';
import { serverNow } from '../../lib/clock.ts';
import { sampleKey } from '../../lib/sample-key.ts';

const hoursAgo = (hours: number): string => new Date(serverNow() - hours * 3_600_000).toISOString();

const out = (userId: string, name: string, hours: number): Partial<Key> => ({
  status: 'unavailable',
  takenBy: { userId, name },
  takenAt: hoursAgo(hours),
});

/** Keys in every state, as the person with this id sees them. */
export const sampleKeys = (readerId: string): readonly Key[] => [
  sampleKey({
    _id: 'a',
    keyNumber: 'CSE-104',
    keyName: 'Programming Lab',
    location: 'Floor 1, Room 104',
  }),
  sampleKey({
    _id: 'b',
    keyNumber: 'LIB-2',
    keyName: 'Reading Room with the long tables',
    block: 'LIB',
    location: 'First floor, beside the stairs',
    ...out('somebody', 'Ravi Iyer', 2),
  }),
  sampleKey({ _id: 'c', keyNumber: 'MECH-WS-01', keyName: 'Workshop', ...out(readerId, 'You', 1) }),
  sampleKey({ _id: 'd', keyNumber: 'EEE-310', keyName: 'Machines', ...out(readerId, 'You', 72) }),
];
