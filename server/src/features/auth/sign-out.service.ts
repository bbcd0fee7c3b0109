import { type Database, transact } from '../../db/client.ts';
import type { Principal } from '../../http/principal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { voidCodesOfSession } from '../handovers/codes.service.ts';
import { revokeSession } from './sessions.repository.ts';

/** Ends a session and voids the codes it issued (DESIGN §6.3). */
export const signOut = async (db: Database, { sessionId, user }: Principal): Promise<void> =>
  transact(db, async (tx) => {
    await revokeSession(tx, sessionId);
    await voidCodesOfSession(tx, sessionId);
    await recordAudit(tx, { action: 'sign-out', actorId: user.id, subjectId: user.id });
  });
