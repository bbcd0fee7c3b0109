import type { Role } from '@keydesk/shared/users/role';

/** A role as Manage Users writes it. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  faculty: 'Faculty',
  security: 'Security',
  operator: 'Operator',
  responder: 'Responder',
  pending: 'Pending',
};
