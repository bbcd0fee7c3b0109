import { z } from 'zod';

/** Roles of spec §1; `pending` has not completed registration. */
export const roles = ['admin', 'faculty', 'security', 'operator', 'responder', 'pending'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/** Admin passes every check; otherwise the role must be among the allowed (spec §5). */
export const roleAllows = (role: Role, allowed: readonly Role[]): boolean =>
  role === 'admin' || allowed.includes(role);

/** Those who perform handovers at the desk. */
export const deskRoles: readonly Role[] = ['security', 'admin'];

export const isDesk = (role: Role): boolean => deskRoles.includes(role);
