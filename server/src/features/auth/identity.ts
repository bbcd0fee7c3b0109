import { z } from 'zod';
import { SignInFailed } from './sign-in-failed.ts';

/** Who signed in, a `verified-identity`: `issuer` and `subject` together never change. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly hostedDomain?: string;
  /** When the provider last authenticated the person; not every provider says. */
  readonly authenticatedAt?: Date;
};

const maxNameLength = 120;

const claimsSchema = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().pipe(z.email()),
  email_verified: z.unknown().optional(),
  name: z.string().trim().optional().catch(undefined),
  hd: z.string().min(1).optional().catch(undefined),
  auth_time: z.number().positive().max(8.64e12).optional(),
});

/** Whose accounts may sign in. */
export type AllowedAccounts = {
  /** Only accounts that the provider itself says belong to this domain. */
  readonly hostedDomain?: string;
  /** Only verified addresses of these domains, in lower case; empty means every domain. */
  readonly domains?: readonly string[];
};

/** Reads an identity from claims whose signature, issuer, audience and times have been verified. */
export function parseIdentity(
  claims: unknown,
  { hostedDomain, domains = [] }: AllowedAccounts,
): Identity {
  const read = claimsSchema.safeParse(claims);
  if (!read.success) {
    throw new SignInFailed('token-invalid', String(read.error.issues[0]?.path[0] ?? 'claims'));
  }
  const { iss, sub, email, email_verified, name, hd, auth_time } = read.data;
  if (email_verified !== true) throw new SignInFailed('email-unverified');
  if (hostedDomain && hd?.toLowerCase() !== hostedDomain.toLowerCase()) {
    throw new SignInFailed('wrong-domain');
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) throw new SignInFailed('wrong-domain');
  return {
    issuer: iss,
    subject: sub,
    email,
    name: (name || email.slice(0, email.indexOf('@'))).slice(0, maxNameLength).trim(),
    ...(hd && { hostedDomain: hd.toLowerCase() }),
    ...(auth_time && { authenticatedAt: new Date(auth_time * 1000) }),
  };
}
