import { type Database, transact } from '../../db/client.ts';
import type { Principal } from '../../http/principal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSession } from './sessions.service.ts';

/** Ends the caller's session. */
export const signOut = async (db: Database, { sessionId, user }: Principal): Promise<void> =>
  transact(db, async (tx) => {
    await endSession(tx, sessionId);
    await recordAudit(tx, { action: 'sign-out', actorId: user.id, subjectId: user.id });
  });
