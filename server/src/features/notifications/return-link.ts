import { may, type Role } from '@keydesk/shared/users/role';

/** Where the desk sees which keys are out. */
const keysOutLink = '/dashboard/security/unavailable';

/** Opens the code with which a holder returns their key, or all their keys; the desk's list for guards. */
export function returnLink(loans: readonly { keyId: string; holderRole: Role }[]): string {
  const [first] = loans;
  if (!first || !may(first.holderRole, 'openFacultyPages')) return keysOutLink;
  const code = loans.length === 1 ? `code=key-return.${first.keyId}` : 'batch=shown';
  return `/dashboard/faculty/taken?${code}`;
}
