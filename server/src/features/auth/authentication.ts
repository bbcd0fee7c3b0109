import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import { gathered } from '../../gathered.ts';
import { hashSecret } from '../../hash-secret.ts';
import type { Credentials, Principal } from '../../http/principal.ts';
import { presentUser } from '../users/users.presenter.ts';
import { bearerFrom } from './session-secret.ts';
import {
  findLivingSessions,
  type LivingSession,
  type SecretKind,
  type SessionPolicy,
} from './sessions.repository.ts';

/**
 * The caller behind these credentials, or null. When cookie and bearer are both presented they must
 * name the same session (DESIGN §6.9).
 */
export type Authenticate = (credentials: Credentials) => Promise<Principal | null>;

type Find = (hash: Buffer) => Promise<LivingSession | undefined>;

/** Every look is at the database as it is after the call came; calls of one turn share a look. */
const findBy = (db: Database, policy: () => SessionPolicy, kind: SecretKind): Find =>
  gathered(async (hashes: Buffer[]) => {
    const found = await findLivingSessions(db, policy(), kind, hashes);
    const byHash = new Map(found.map((one) => [one[`${kind}_hash`].toString('hex'), one]));
    return hashes.map((hash) => byHash.get(hash.toString('hex')));
  });

export const createAuthentication = (db: Database, policy: () => SessionPolicy): Authenticate => {
  const byCookie = findBy(db, policy, 'cookie');
  const byBearer = findBy(db, policy, 'bearer');
  return async ({ cookie, bearer }) => {
    const bearerHash = bearer === undefined ? undefined : hashSecret(bearer);
    const found = cookie
      ? await byCookie(hashSecret(cookie))
      : bearerHash && (await byBearer(bearerHash));
    if (!found) return null;
    if (bearerHash && !timingSafeEqual(bearerHash, found.bearer_hash)) return null;
    return {
      sessionId: found.id,
      user: presentUser(found.user),
      confirmedAt: found.confirmed_at,
      // Hardly any call asks for it.
      get bearer() {
        return cookie ? bearerFrom(cookie) : (bearer ?? '');
      },
    };
  };
};
