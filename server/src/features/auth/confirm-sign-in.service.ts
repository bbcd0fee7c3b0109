import type { ConfirmationFault } from '@keydesk/shared/auth/confirmation-fault';
import { type Database, transact } from '../../db/client.ts';
import type { Principal } from '../../http/principal.ts';
import { isOlder } from '../../http/recent-sign-in.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { findPersonByIdentity } from '../users/find-person.service.ts';
import type { Identity } from './openid/identity.ts';
import { storeConfirmation } from './sessions.repository.ts';

/** The provider's clock need not agree with ours. */
const toleranceMinutes = 1;

/**
 * Notes that the person of this session has proved again who they are. It must be the same person,
 * and where the provider tells when it saw their proof, that must be recent: it may have let them
 * pass by what it remembered.
 */
export async function confirmSignIn(
  db: Database,
  { sessionId, user }: Principal,
  identity: Identity,
  maxAgeMinutes: number,
): Promise<ConfirmationFault | null> {
  const { issuer, subject, authenticatedAt } = identity;
  return transact(db, async (tx) => {
    const person = await findPersonByIdentity(tx, issuer, subject);
    const fault = faultOf(person?.id === user.id, authenticatedAt, maxAgeMinutes);
    if (!fault) await storeConfirmation(tx, sessionId, authenticatedAt);
    await recordAudit(tx, {
      action: fault ? 'confirm-sign-in-refused' : 'confirm-sign-in',
      actorId: user.id,
      subjectId: user.id,
      ...(fault && { reason: fault }),
    });
    return fault;
  });
}

function faultOf(
  isSamePerson: boolean,
  authenticatedAt: Date | undefined,
  maxAgeMinutes: number,
): ConfirmationFault | null {
  if (!isSamePerson) return 'other-person';
  if (authenticatedAt && isOlder(authenticatedAt, maxAgeMinutes + toleranceMinutes))
    return 'not-recent';
  return null;
}
