import type { Role } from '@keydesk/shared/users/role';

type Rule = { path: string; roles: readonly Role[] | 'anyone' };

/** Pages within the dashboard and who may enter; admin passes every check (spec §2). */
export const rules: readonly Rule[] = [
  { path: '/dashboard', roles: 'anyone' },
  { path: '/dashboard/admin', roles: ['admin'] },
  { path: '/dashboard/admin/users', roles: ['admin'] },
  { path: '/dashboard/admin/keys', roles: ['admin'] },
  { path: '/dashboard/admin/security', roles: ['admin'] },
  { path: '/dashboard/admin/reports', roles: ['admin'] },
  { path: '/dashboard/admin/audit', roles: ['admin'] },
  { path: '/dashboard/admin/system', roles: ['admin'] },
  { path: '/dashboard/operator', roles: ['operator'] },
  { path: '/dashboard/responder', roles: ['responder'] },
  { path: '/dashboard/security', roles: ['security'] },
  { path: '/dashboard/security/scanner', roles: ['security'] },
  { path: '/dashboard/security/available', roles: ['security'] },
  { path: '/dashboard/security/unavailable', roles: ['security'] },
  { path: '/dashboard/faculty', roles: ['faculty'] },
  { path: '/dashboard/faculty/taken', roles: ['faculty'] },
  { path: '/dashboard/faculty/keylist', roles: ['faculty'] },
  { path: '/dashboard/collective-return', roles: ['security', 'faculty'] },
  { path: '/dashboard/profile', roles: 'anyone' },
  { path: '/dashboard/about', roles: 'anyone' },
  { path: '/dashboard/notifications', roles: 'anyone' },
  // Shows itself in the local environment only.
  { path: '/dashboard/style', roles: 'anyone' },
];

/** The rule of a dashboard page, or undefined for a path that does not exist. */
export const ruleFor = (path: string): Rule | undefined => rules.find((rule) => rule.path === path);
