import { z } from 'zod';

/**
 * Permissions for routes, pages, live connections and rules. Admins have every permission and are
 * listed only where no one else has it.
 */
export const permissions = {
  /** See the keys and who has them. */
  seeKeys: ['faculty', 'security'],
  /** Have keys in their own name, and show codes for them. */
  borrowKeys: ['faculty', 'security'],
  /** Return other people's keys. */
  returnForOthers: ['faculty', 'security'],
  /** Hand out and take back keys at the desk. */
  performHandovers: ['security'],
  /** Mark keys as frequently used. */
  markFrequentKeys: ['security'],
  /** Open the pages that replace the desk's for faculty. */
  openFacultyPages: ['faculty'],
  openOperatorDashboard: ['operator'],
  openResponderPage: ['responder'],
  /** Manage people, keys and settings; read reports and the audit log. */
  administer: ['admin'],
} as const;

export type Permission = keyof typeof permissions;

/** `pending` has not completed registration, a `visitor` cannot sign in. */
export const roles = [
  'admin',
  'faculty',
  'security',
  'operator',
  'responder',
  'pending',
  'visitor',
] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/** Roles that an admin can assign. */
export const assignableRoles = ['faculty', 'security', 'admin'] as const;

/** Admins pass every check. */
export function roleAllows(role: Role, allowed: readonly Role[]): boolean {
  return role === 'admin' || allowed.includes(role);
}

export function may(role: Role, permission: Permission): boolean {
  return roleAllows(role, permissions[permission]);
}

export function rolesThatMay(permission: Permission): readonly Role[] {
  return roles.filter((role) => may(role, permission));
}

export const deskRoles = rolesThatMay('performHandovers');

export function isDesk(role: Role): boolean {
  return may(role, 'performHandovers');
}

/** Pending people, and faculty without a department or Faculty ID, must register first. */
export function needsRegistration(user: RegistrationInput): boolean {
  return (
    user.role === 'pending' || (user.role === 'faculty' && !(user.department && user.facultyId))
  );
}

export function mayBorrow(user: RegistrationInput): boolean {
  return getsKeys(user.role) && !needsRegistration(user);
}

/** Visitors get keys, and can do nothing else. */
export function getsKeys(role: Role): boolean {
  return role === 'visitor' || may(role, 'borrowKeys');
}

type RegistrationInput = { role: Role; department: string | null; facultyId: string | null };

export type RoleMailboxes = { adminEmail: string | undefined; securityEmail: string | undefined };

/** The role of an address at registration: two configured mailboxes, else faculty. */
export function roleForMailbox(email: string, mailboxes: RoleMailboxes): Role {
  const address = email.trim().toLowerCase();
  if (address === mailboxes.adminEmail?.toLowerCase()) return 'admin';
  if (address === mailboxes.securityEmail?.toLowerCase()) return 'security';
  return 'faculty';
}
