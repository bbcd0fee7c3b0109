import { createHash } from 'node:crypto';
import { ExpiringStore } from './storage.ts';

/** An account that the chooser offers. `role` is only a label and grants nothing. */
export type LocalAccount = {
  readonly email: string;
  readonly name: string;
  readonly role: string;
};

export type ListAccounts = () => Promise<readonly LocalAccount[]>;

export type Person = {
  readonly email: string;
  readonly name: string;
};

const rememberedSeconds = 900;

/** The OpenID subject of an address: the same in every process and after every restart. */
export function subjectOf(email: string): string {
  return createHash('sha256').update(`local-identity:${email}`).digest('hex').slice(0, 32);
}

/** People who have just signed in, by subject, until their token is issued. */
export class Directory {
  readonly #people = new ExpiringStore<Person>();
  readonly #accounts: ListAccounts;

  constructor(accounts: ListAccounts) {
    this.#accounts = accounts;
  }

  /** Remembers who signs in and returns their subject. Listed accounts keep their name. */
  async admit(email: string, typedName?: string): Promise<string> {
    const listed = (await this.#accounts()).find(
      (account) => account.email.toLowerCase() === email,
    );
    const name = listed?.name ?? (typedName || nameFromEmail(email));
    const subject = subjectOf(email);
    this.#people.set(subject, { email, name }, rememberedSeconds);
    return subject;
  }

  find(subject: string): Person | undefined {
    return this.#people.get(subject);
  }
}

/** Derives 'Asha Rao' from 'asha.rao@campus.test'; a tag after '+' is not part of the name. */
export function nameFromEmail(email: string): string {
  const localPart = email.split('@')[0] ?? email;
  const words = (localPart.split('+')[0] ?? localPart).split(/[._\-\s]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return name || localPart;
}
