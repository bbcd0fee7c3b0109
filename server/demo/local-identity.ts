import { createHash } from 'node:crypto';

export const localSignInPath = '/local-identity';

/** The issuer of the identities of a trial at `publicUrl`. */
export function localIssuer(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}${localSignInPath}`;
}

/** The subject of an address: the same in every process and after every restart. */
export function subjectOf(email: string): string {
  return createHash('sha256').update(`local-identity:${email}`).digest('hex').slice(0, 32);
}

/** Derives 'Asha Rao' from 'asha.rao@campus.test'; a tag after '+' is not part of the name. */
export function nameFromEmail(email: string): string {
  const localPart = email.split('@')[0] ?? email;
  const words = (localPart.split('+')[0] ?? localPart).split(/[._\-\s]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return name || localPart;
}
