import { refusal } from '@keydesk/shared/errors';
import type { Access } from '@keydesk/shared/http/route';
import { roleAllows } from '@keydesk/shared/users/role';
import { needsRegistration } from '@keydesk/shared/users/user';
import type { Principal } from './principal.ts';

/**
 * Lets `principal` pass a route of this access or throws: 401 when signed out, 403 otherwise.
 * Pending and incomplete people reach only what is open to anyone signed in (DESIGN §6.8).
 */
export const authorize = (access: Access, principal: Principal | null): void => {
  if (access === 'public') return;
  if (!principal) throw refusal('NOT_SIGNED_IN');
  if (access === 'signed-in') return;
  if (needsRegistration(principal.user)) throw refusal('NOT_REGISTERED');
  if (access !== 'registered' && !roleAllows(principal.user.role, access))
    throw refusal('NOT_ALLOWED');
};
