import type { Role } from './role.ts';

/** Pending people, and faculty without a department or faculty ID, must register first. */
export function needsRegistration(user: RegistrationFacts): boolean {
  return (
    user.role === 'pending' || (user.role === 'faculty' && !(user.department && user.facultyId))
  );
}

type RegistrationFacts = { role: Role; department: string | null; facultyId: string | null };
