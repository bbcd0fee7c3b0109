import {
  type PersonFields,
  personFieldNames,
  type User,
  type UserDetails,
} from '@keydesk/shared/users/user';
import type { UserRow } from './queries.ts';

/** A person as themselves or an admin sees them. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    isVerified: row.isVerified,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    department: row.department,
    facultyId: row.facultyId,
  };
}

/** A person as the desk sees them. */
export function presentUserDetails(row: UserRow): UserDetails {
  const fields = personFieldNames.map((name) => [name, row[name]]);
  return { id: row.id, ...(Object.fromEntries(fields) as PersonFields) };
}
