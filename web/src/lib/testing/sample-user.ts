import type { User } from '@keydesk/shared/people/user';

/** A person for tests; faculty, unless `change` says otherwise. */
export function sampleUser(change: Partial<User> = {}): User {
  return {
    id: '00000000000000000000000a',
    name: 'Asha Rao',
    email: 'asha.rao@campus.test',
    role: 'faculty',
    isVerified: true,
    lastLogin: null,
    createdAt: '2026-03-02T09:00:00.000Z',
    department: 'CSE',
    facultyId: 'FAC001',
    phone: null,
    departmentConfirmed: true,
    language: null,
    version: 1,
    ...change,
  };
}
