import type { OwnSession } from '@keydesk/shared/auth/routes';
import { appError } from '@keydesk/shared/errors';
import { type Database, transact } from '../../platform/db/client.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { lockUserForUpdate } from '../users/index.ts';
import { unknownDevice } from './device-name.ts';
import { listActiveSessions, listUnrevokedSessionIds, type SessionPolicy } from './queries.ts';
import { endSession } from './sessions.ts';

type Deps = { db: Database; publisher: Publisher };

/** Where the caller is signed in: here first, then the latest used. */
export async function listOwnSessions(
  db: Database,
  policy: SessionPolicy,
  { sessionId, user }: Principal,
): Promise<OwnSession[]> {
  const living = await listActiveSessions(db, policy, user.id);
  const isHere = ({ id }: { id: string }) => Number(id === sessionId);
  return living
    .sort((a, b) => isHere(b) - isHere(a) || b.lastActiveAt.getTime() - a.lastActiveAt.getTime())
    .map(({ id, device, address, createdAt, lastActiveAt }) => ({
      id,
      device: device ?? unknownDevice,
      address,
      signedInAt: createdAt.toISOString(),
      lastActiveAt: lastActiveAt.toISOString(),
      isCurrent: id === sessionId,
    }));
}

/** Ends one of the caller's sessions. */
export async function endOwnSession(deps: Deps, caller: Principal, wanted: string): Promise<void> {
  const ended = await endWhere(deps, caller, (id) => id === wanted);
  if (ended === 0) throw appError('SESSION_NOT_FOUND');
}

/** Ends idle sessions too: a longer timeout would bring them back to life. */
async function endWhere(
  { db, publisher }: Deps,
  { user }: Principal,
  isMeant: (sessionId: string) => boolean,
): Promise<number> {
  const ended = await transact(db, async (tx) => {
    // A sign-in holds its person too: it is over by now, or has yet to begin.
    await lockUserForUpdate(tx, user.id);
    const meant = (await listUnrevokedSessionIds(tx, user.id)).filter(isMeant);
    for (const id of meant) await endSession(tx, id);
    if (meant.length > 0)
      await recordAudit(tx, {
        action: 'sign-out-elsewhere',
        actorId: user.id,
        subjectId: user.id,
        details: { sessions: meant.length },
      });
    return meant;
  });
  for (const id of ended) publisher.sessionEnded(id);
  return ended.length;
}

/** Ends all of the caller's sessions but the one they call from. */
export async function endOtherSessions(deps: Deps, caller: Principal): Promise<void> {
  await endWhere(deps, caller, (id) => id !== caller.sessionId);
}

/** Ends the caller's session. */
export async function signOut(db: Database, { sessionId, user }: Principal): Promise<void> {
  return transact(db, async (tx) => {
    await endSession(tx, sessionId);
    await recordAudit(tx, { action: 'sign-out', actorId: user.id, subjectId: user.id });
  });
}
