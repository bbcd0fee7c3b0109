import type { Role } from '@keydesk/shared/users/role';

const homes: Partial<Record<Role, string>> = {
  admin: '/dashboard/admin',
  faculty: '/dashboard/faculty',
  security: '/dashboard/security',
  operator: '/dashboard/operator',
  responder: '/dashboard/responder',
};

/** Where a role starts; an unknown or missing role starts at /dashboard. */
export const roleHome = (role: string | null | undefined): string =>
  homes[role as Role] ?? '/dashboard';
