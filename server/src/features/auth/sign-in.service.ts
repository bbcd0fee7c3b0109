import { type Database, transact } from '../../db/client.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type RecognitionPolicy, recognise } from '../users/recognise.service.ts';
import type { Identity } from './openid/identity.ts';
import { SignInFailed } from './openid/sign-in-failed.ts';
import {
  endSurplusSessions,
  type NewSession,
  openSession,
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
export const signIn = async (
  db: Database,
  identity: Identity,
  policy: RecognitionPolicy & SessionPolicy,
): Promise<SignIn> =>
  transact(db, async (tx) => {
    const user = await recognise(tx, identity, policy);
    if (!user) throw new SignInFailed('response-invalid', 'address-of-another');
    const session = await openSession(tx, user.id);
    const ended = await endSurplusSessions(tx, policy, user.id);
    await insertSignIn(tx, user.id);
    await recordAudit(tx, {
      action: 'sign-in',
      actorId: user.id,
      subjectId: user.id,
      ...(ended.length > 0 ? { details: { endedSessions: ended.length } } : {}),
    });
    return { session, ended };
  });
