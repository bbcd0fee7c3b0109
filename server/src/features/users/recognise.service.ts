import { nameForNewcomer } from '@keydesk/shared/users/person-name';
import type { RoleMailboxes } from '@keydesk/shared/users/role-assignment';
import type { Transaction } from '../../db/client.ts';
import { importedIssuer } from './imported-issuer.ts';
import { useLinkPermission } from './link-identity.service.ts';
import {
  findUserByEmail,
  findUserByIdentity,
  insertUnlessAddressTaken,
  lockIdentity,
  noteSignIn,
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
  mailboxes: RoleMailboxes;
};

/** Who signs in; or the person who is kept out; or null when the address is somebody else's. */
export type Recognition = { entered: UserRow } | { keptOut: UserRow } | null;

/**
 * The person who signs in with this identity; an unknown one becomes a new pending person. Who is
 * known from an imported list and never signed in is claimed by the verified address, and so is whom
 * an operator allowed to be linked. A removed or suspended person keeps identity and address, and so
 * stays out by either.
 */
export async function recognise(
  tx: Transaction,
  identity: KnownBy,
  policy: RecognitionPolicy,
): Promise<Recognition> {
  const user =
    (await findUserByIdentity(tx, identity.issuer, identity.subject)) ??
    (await firstSignIn(tx, identity, policy));
  if (!user) return null;
  const entered = await noteSignIn(tx, user.id);
  return entered ? { entered } : { keptOut: user };
}

/** Several first sign-ins of one identity at once wait for each other, and find the same person. */
async function firstSignIn(
  tx: Transaction,
  { issuer, subject, email, name }: KnownBy,
  { linksByEmail, mailboxes }: RecognitionPolicy,
): Promise<UserRow | null> {
  await lockIdentity(tx, issuer, subject);
  const known = await findUserByIdentity(tx, issuer, subject);
  if (known) return known;
  const sameAddress = await findUserByEmail(tx, email);
  if (!sameAddress) {
    const newcomer = {
      ...{ issuer, subject, email },
      name: nameForNewcomer(name, email, mailboxes),
      role: 'pending' as const,
    };
    // Another identity, or an import, may have brought the address a moment ago.
    const inserted = await insertUnlessAddressTaken(tx, newcomer);
    if (inserted) return inserted;
  }
  const holder = sameAddress ?? (await findUserByEmail(tx, email));
  if (!holder || holder.deletedAt || holder.suspendedAt) return holder ?? null;
  const claims =
    linksByEmail ||
    holder.issuer === importedIssuer ||
    (await useLinkPermission(tx, holder, issuer));
  if (!claims) return null;
  return (await updateUser(tx, holder.id, { issuer, subject, isVerified: true })) ?? holder;
}
