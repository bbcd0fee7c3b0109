import { type Database, type Transaction, transact } from '../../db/client.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { findPersonByAddress } from '../users/find-person.service.ts';
import { type RecognitionPolicy, recognise } from '../users/recognise.service.ts';
import type { Identity } from './openid/identity.ts';
import { SignInFailed } from './openid/sign-in-failed.ts';
import {
  endSurplusSessions,
  type NewSession,
  openSession,
  type SessionOrigin,
  type SessionPolicy,
} from './sessions.service.ts';
import { insertSignIn } from './sign-ins.repository.ts';

export type SignIn = {
  session: NewSession;
  /** Sessions that had to make room. */
  ended: readonly string[];
};

/**
 * Opens a session for whoever the verified identity names. Recognition locks the person's row, so
 * that their sign-ins count each other's sessions.
 */
export async function signIn(
  db: Database,
  identity: Identity,
  policy: RecognitionPolicy & SessionPolicy,
  browser: Pick<SessionOrigin, 'device' | 'address'> = {},
): Promise<SignIn> {
  const outcome = await transact(db, async (tx) => {
    const recognition = await recognise(tx, identity, policy);
    if (!recognition) {
      const other = await findPersonByAddress(tx, identity.email);
      throw new SignInFailed('address-of-another', other?.id);
    }
    if ('entered' in recognition) {
      const origin = { ...browser, authenticatedAt: identity.authenticatedAt };
      return enter(tx, recognition.entered.id, policy, origin);
    }
    await recordAudit(tx, { action: 'sign-in-refused', subjectId: recognition.keptOut.id });
    return null;
  });
  if (!outcome) throw new SignInFailed('account-closed');
  return outcome;
}

async function enter(
  tx: Transaction,
  userId: string,
  policy: SessionPolicy,
  origin: SessionOrigin,
): Promise<SignIn> {
  const session = await openSession(tx, userId, origin);
  const ended = await endSurplusSessions(tx, policy, userId);
  await insertSignIn(tx, userId);
  await recordAudit(tx, {
    action: 'sign-in',
    actorId: userId,
    subjectId: userId,
    ...(ended.length > 0 ? { details: { endedSessions: ended.length } } : {}),
  });
  return { session, ended };
}
