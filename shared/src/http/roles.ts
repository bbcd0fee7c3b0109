import { z } from 'zod';

/**
 * Who may do what, stated once for routes, pages, live connections and rules. An admin may do
 * everything and is named only where nobody else may.
 */
export const permissions = {
  /** See the keys and who has them. */
  seeKeys: ['faculty', 'security'],
  /** Have keys in their own name, and show codes for them. */
  borrowKeys: ['faculty', 'security'],
  /** Bring back keys that other people have. */
  returnForOthers: ['faculty', 'security'],
  /** Hand out and take back keys at the desk. */
  performHandovers: ['security'],
  /** Say which keys are frequently used. */
  markFrequentKeys: ['security'],
  /** Open the pages that replace the desk's for faculty. */
  openFacultyPages: ['faculty'],
  openOperatorDashboard: ['operator'],
  openResponderPage: ['responder'],
  /** Manage people, keys and settings; read reports and the audit log. */
  administer: ['admin'],
} as const;

export type Permission = keyof typeof permissions;

/** Every role; `pending` has not completed registration, a `visitor` cannot sign in. */
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

/** What pages call each role. */
export const roleLabels: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  faculty: 'Faculty',
  security: 'Security',
  operator: 'Operator',
  responder: 'Responder',
  pending: 'Pending',
  visitor: 'Visitor',
};

/** Roles that an admin can assign. */
export const assignableRoles = ['faculty', 'security', 'admin'] as const;

/** Whether a role is among the allowed; an admin passes every check. */
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

/** Pending people, and faculty without a department or faculty ID, must register first. */
export function needsRegistration(user: RegistrationInput): boolean {
  return (
    user.role === 'pending' || (user.role === 'faculty' && !(user.department && user.facultyId))
  );
}

/** Whether keys may be handed to somebody. */
export function mayBorrow(user: RegistrationInput): boolean {
  return getsKeys(user.role) && !needsRegistration(user);
}

/** Whether people of a role get keys: visitors do, and do nothing else. */
export function getsKeys(role: Role): boolean {
  return role === 'visitor' || may(role, 'borrowKeys');
}

type RegistrationInput = { role: Role; department: string | null; facultyId: string | null };

export type RoleMailboxes = { adminEmail: string | undefined; securityEmail: string | undefined };

/** The role that an address receives at registration: two configured mailboxes, else faculty. */
export function roleForMailbox(email: string, mailboxes: RoleMailboxes): Role {
  const address = email.trim().toLowerCase();
  if (address === mailboxes.adminEmail?.toLowerCase()) return 'admin';
  if (address === mailboxes.securityEmail?.toLowerCase()) return 'security';
  return 'faculty';
}
