import type { ConfirmationError } from '@keydesk/shared/core/sign-in-error';
import { sessionEnd } from '@keydesk/shared/session/session-end';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery } from '../../core/live/publisher.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { hashSecret } from '../../db/ids.ts';
import { isOlderThan, type Principal } from '../../http/principal.ts';
import { findPersonByAddress, findUserByIdentity } from '../people/index.ts';
import { followProvider } from './follow-provider.ts';
import type { Identity } from './identity.ts';
import { SignInFailed } from './identity.ts';
import {
  findUnrevokedSession,
  insertSignIn,
  type SessionPolicy,
  storeConfirmation,
} from './queries.ts';
import {
  type EndedSession,
  endSession,
  endSurplusSessions,
  type NewSession,
  openSession,
  type SessionOrigin,
} from './sessions.ts';
import { findOrLinkUser, type LinkPolicy } from './sign-up.ts';

type SignInResult = {
  session: NewSession;
  /** The replaced session, and those beyond the allowed number. */
  ended: readonly EndedSession[];
  /** Notifications to admins about the person. */
  deliveries: readonly NotificationDelivery[];
};

type SignInOrigin = Pick<SessionOrigin, 'device' | 'address'> & {
  /** The cookie that the new session replaces; it may be another person's. */
  replaced?: string | undefined;
};

/**
 * Opens a session for the person with this verified identity. Locks the person's row, so that
 * concurrent sign-ins count each other's sessions.
 */
export async function signIn(
  db: Database,
  identity: Identity,
  policy: LinkPolicy & SessionPolicy,
  { replaced, ...browser }: SignInOrigin = {},
): Promise<SignInResult> {
  const outcome = await transact(db, async (tx) => {
    const match = await findOrLinkUser(tx, identity, policy);
    if (!match) {
      const other = await findPersonByAddress(tx, identity.email);
      throw new SignInFailed('address-of-another', other?.id);
    }
    if ('entered' in match) {
      const before = replaced ? await endReplaced(tx, replaced, policy, match.entered.id) : [];
      const origin = { ...browser, authenticatedAt: identity.authenticatedAt };
      const { session, ended } = await startSession(tx, match.entered.id, policy, origin);
      const deliveries = policy.linksByEmail
        ? []
        : await followProvider(tx, match.entered, identity, policy);
      return { session, ended: [...before, ...ended], deliveries };
    }
    await recordAudit(tx, { action: 'sign-in-refused', subjectId: match.keptOut.id });
    return null;
  });
  if (!outcome) throw new SignInFailed('account-closed');
  return outcome;
}

/**
 * The browser gets a new cookie, so no one could end the old session there. An expired one is ended
 * too, because a higher limit would revive it; it counts as a sign-out only if it was cut short.
 */
async function endReplaced(
  tx: Transaction,
  cookie: string,
  policy: SessionPolicy,
  byUserId: string,
): Promise<EndedSession[]> {
  const session = await findUnrevokedSession(tx, hashSecret(cookie));
  if (!session) return [];
  const ended = await endSession(tx, session.id);
  const { endsAt, reason } = sessionEnd({ ...session, startedAt: session.createdAt }, policy);
  if (reason === 'expired' && new Date(endsAt) <= new Date()) return [ended];
  await recordAudit(tx, {
    action: 'sign-out',
    actorId: byUserId,
    subjectId: session.userId,
    reason: 'signed-in-again',
  });
  return [ended];
}

async function startSession(
  tx: Transaction,
  userId: string,
  policy: SessionPolicy,
  origin: SessionOrigin,
): Promise<Omit<SignInResult, 'deliveries'>> {
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

/**
 * Stores the `recent-sign-in` of a session. It must be the same person, and if the provider says
 * when it authenticated them, that must be recent, because it may have used a session of its own.
 * The limit is that of the confirmed call.
 */
export async function confirmSignIn(
  db: Database,
  { sessionId, user }: Principal,
  identity: Identity,
  maxAgeMinutes: number,
): Promise<ConfirmationError | null> {
  const { issuer, subject, authenticatedAt } = identity;
  return transact(db, async (tx) => {
    const person = await findUserByIdentity(tx, issuer, subject);
    const error = findConfirmationError(person?.id === user.id, authenticatedAt, maxAgeMinutes);
    if (!error) await storeConfirmation(tx, sessionId, authenticatedAt);
    await recordAudit(tx, {
      action: error ? 'confirm-sign-in-refused' : 'confirm-sign-in',
      actorId: user.id,
      subjectId: user.id,
      ...(error && { reason: error }),
    });
    return error;
  });
}

function findConfirmationError(
  isSamePerson: boolean,
  authenticatedAt: Date | undefined,
  maxAgeMinutes: number,
): ConfirmationError | null {
  if (!isSamePerson) return 'other-person';
  return authenticatedAt && isOlderThan(authenticatedAt, maxAgeMinutes) ? 'not-recent' : null;
}
