import type { Transaction } from '../../db/client.ts';
import { importedIssuer } from './imported-issuer.ts';
import {
  findUserByEmail,
  findUserByIdentity,
  insertUser,
  type UserRow,
  updateUser,
} from './users.repository.ts';

/** The part of a verified identity that names a person. */
export type KnownBy = { issuer: string; subject: string; email: string; name: string };

export type RecognitionPolicy = {
  /**
   * A local provider's issuer contains its port, so there a known address is the same person. A
   * real provider may give a freed address to somebody else: there it never is.
   */
  linksByEmail: boolean;
};

const findOrCreate = async (
  tx: Transaction,
  identity: KnownBy,
  policy: RecognitionPolicy,
): Promise<UserRow | null> => {
  const { issuer, subject, email, name } = identity;
  const known = await findUserByIdentity(tx, issuer, subject);
  if (known) return known;
  const sameAddress = await findUserByEmail(tx, email);
  if (!sameAddress) return insertUser(tx, { issuer, subject, email, name, role: 'pending' });
  const claims = policy.linksByEmail || sameAddress.issuer === importedIssuer;
  if (!claims) return null;
  return (await updateUser(tx, sameAddress.id, { issuer, subject, isVerified: true })) ?? null;
};

/**
 * The person who signs in with this identity; an unknown one becomes a new pending person. Who is
 * known from an imported list and never signed in is claimed by the verified address. Null when the
 * address belongs to somebody with another identity.
 */
export const recognise = async (
  tx: Transaction,
  identity: KnownBy,
  policy: RecognitionPolicy,
): Promise<UserRow | null> => {
  const user = await findOrCreate(tx, identity, policy);
  return user && ((await updateUser(tx, user.id, { lastLogin: new Date() })) ?? null);
};
