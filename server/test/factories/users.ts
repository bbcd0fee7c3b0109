import type { Connection } from '../../src/db/client.ts';
import { users } from '../../src/db/schema.ts';
import { nextNumber, numberedId } from './numbering.ts';

export type UserRow = typeof users.$inferSelect;

const joined = new Date('2025-01-02T04:30:00Z');

/** A registered faculty member by default; other roles have no department or faculty ID. */
export function userRow(overrides: Partial<UserRow> = {}): UserRow {
  const number = nextNumber();
  const isFaculty = (overrides.role ?? 'faculty') === 'faculty';
  return {
    id: numberedId(number),
    email: `person${number}@campus.test`,
    name: `Person ${number}`,
    role: 'faculty',
    department: isFaculty ? 'CSE' : null,
    facultyId: isFaculty ? `FAC-T${number}` : null,
    phone: null,
    departmentConfirmed: true,
    inRecords: false,
    leftRecordsAt: null,
    issuer: 'https://identity.test',
    subject: `subject-${number}`,
    isVerified: true,
    providerEmail: null,
    providerName: null,
    nameSetByAdmin: false,
    language: null,
    lastLogin: null,
    createdAt: joined,
    updatedAt: joined,
    waitingSince: null,
    suspendedAt: null,
    deletedAt: null,
    erasedAt: null,
    version: 1,
    changedBy: null,
    others: null,
    changedAt: null,
    ...overrides,
  };
}

export async function insertUser(
  db: Connection,
  overrides: Partial<UserRow> = {},
): Promise<UserRow> {
  const row = userRow(overrides);
  await db.orm.insert(users).values(row);
  return row;
}
