import { z } from 'zod';

/** Roles of spec §1; `pending` has not completed registration. */
export const roles = ['admin', 'faculty', 'security', 'operator', 'responder', 'pending'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/** Admin passes every check; otherwise the role must be among the allowed (spec §5). */
export function roleAllows(role: Role, allowed: readonly Role[]): boolean {
  return role === 'admin' || allowed.includes(role);
}

/** Those who perform handovers at the desk. */
export const deskRoles: readonly Role[] = ['security', 'admin'];

export function isDesk(role: Role): boolean {
  return deskRoles.includes(role);
}

export type RoleMailboxes = { adminEmail: string | undefined; securityEmail: string | undefined };

/** The role that an address receives at registration (spec §4): two fixed mailboxes, else faculty. */
export function roleForMailbox(email: string, mailboxes: RoleMailboxes): Role {
  const address = email.trim().toLowerCase();
  if (address === mailboxes.adminEmail?.toLowerCase()) return 'admin';
  if (address === mailboxes.securityEmail?.toLowerCase()) return 'security';
  return 'faculty';
}
