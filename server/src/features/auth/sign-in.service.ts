import { type Database, transact } from '../../db/client.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type RecognitionPolicy, recognise } from '../users/recognise.service.ts';
import type { Identity } from './openid/identity.ts';
import { SignInFailed } from './openid/sign-in-failed.ts';
import { type NewSession, openSession } from './sessions.service.ts';

/** Opens a session for whoever the verified identity names. */
export const signIn = async (
  db: Database,
  identity: Identity,
  policy: RecognitionPolicy,
): Promise<NewSession> =>
  transact(db, async (tx) => {
    const user = await recognise(tx, identity, policy);
    if (!user) throw new SignInFailed('response-invalid', 'address-of-another');
    const session = await openSession(tx, user.id);
    await recordAudit(tx, { action: 'sign-in', actorId: user.id, subjectId: user.id });
    return session;
  });
