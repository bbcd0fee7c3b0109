import type { Role } from './role.ts';

export type RoleMailboxes = { adminEmail: string | undefined; securityEmail: string | undefined };

/** The role that an address receives at registration (spec §4): two fixed mailboxes, else faculty. */
export const roleForMailbox = (email: string, mailboxes: RoleMailboxes): Role => {
  const address = email.trim().toLowerCase();
  if (address === mailboxes.adminEmail?.toLowerCase()) return 'admin';
  if (address === mailboxes.securityEmail?.toLowerCase()) return 'security';
  return 'faculty';
};
