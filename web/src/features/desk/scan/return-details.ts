import type { Key } from '@keydesk/shared/keys/key';
import type { UserDetails } from '@keydesk/shared/users/user';

/** A return code as the server reads it. */
export type ReturnCode = { keyId: string; userId: string | null; attested: boolean };

/** What Confirm Return shows, placeholders filled in. */
export type ReturnDetails = {
  keyNumber: string;
  keyName: string;
  location: string | null;
  personName: string;
  personEmail: string;
  /** Truncated, for somebody whose details are unknown. */
  personId: string | null;
  /** Who has the key by its loan, where that is not the person above. */
  loanedTo: string | null;
  takenAt: string | null;
  /** The loan shown, which the return must still find open. */
  loanId: string | null;
  /** The key is known to hang at the desk. */
  atDesk: boolean;
  attested: boolean;
};

/** An id cut short to what a person may compare. */
const shortId = (id: string): string => `${id.slice(0, 8)}…`;

type Person = Pick<ReturnDetails, 'personName' | 'personEmail' | 'personId'>;

const personOf = (known: { name: string; email?: string | undefined } | null, id: string | null) =>
  ({
    personName: known?.name ?? 'Unknown User',
    personEmail: known?.email ?? 'Unknown Email',
    personId: known || !id ? null : shortId(id),
  }) satisfies Person;

/**
 * Puts together what is known; `key` and `user` are null where they could not be fetched. A code
 * that this server did not issue proves nothing about its person, so the loan's holder is shown.
 */
export const returnDetails = (
  code: ReturnCode,
  key: Key | null,
  user: UserDetails | null,
): ReturnDetails => {
  const holder = key?.takenBy ?? null;
  const person =
    holder && (!code.attested || !code.userId)
      ? personOf(holder, holder.userId)
      : personOf(user, code.userId);
  return {
    keyNumber: key?.keyNumber ?? shortId(code.keyId),
    keyName: key?.keyName ?? 'Unknown Key',
    location: key?.location ?? null,
    ...person,
    loanedTo: holder && holder.name !== person.personName ? holder.name : null,
    takenAt: key?.takenAt ?? null,
    loanId: key?.loanId ?? null,
    atDesk: key !== null && key.loanId === null,
    attested: code.attested,
  };
};
