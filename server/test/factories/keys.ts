import { emptyKey } from '@keydesk/shared/keys/key-fields';
import type { Connection } from '../../src/db/client.ts';
import { keys } from '../../src/db/schema.ts';
import { nextNumber, numberedId } from './numbering.ts';

export type KeyTableRow = typeof keys.$inferInsert & Omit<typeof keys.$inferSelect, 'tag'>;

const added = new Date('2025-01-02T04:30:00Z');

export function keyRow(overrides: Partial<KeyTableRow> = {}): KeyTableRow {
  const number = nextNumber();
  return {
    id: numberedId(number),
    ...emptyKey,
    keyNumber: `K-${number}`,
    keyName: `Room ${number}`,
    location: `A Block, Room ${number}`,
    category: 'classroom',
    department: 'CSE',
    version: 1,
    changedVersion: 1,
    changedBy: null,
    others: null,
    changedAt: null,
    createdAt: added,
    updatedAt: added,
    deletedAt: null,
    awayDeskId: null,
    ...overrides,
  };
}

export async function insertKey(
  db: Connection,
  overrides: Partial<KeyTableRow> = {},
): Promise<KeyTableRow> {
  const row = keyRow(overrides);
  await db.orm.insert(keys).values(row);
  return row;
}
