import { createHash } from 'node:crypto';
import { ExpiringStore } from './storage.ts';

/** Someone the chooser offers by name. `role` is a label for the eye, it grants nothing. */
export interface LocalAccount {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

export type ListAccounts = () => Promise<readonly LocalAccount[]>;

export interface Person {
  readonly email: string;
  readonly name: string;
}

const REMEMBERED_SECONDS = 900;

/** The same address is the same subject in every process and after every restart. */
export function subjectOf(email: string): string {
  return createHash('sha256').update(`local-identity:${email}`).digest('hex').slice(0, 32);
}

/** Who has just chosen to sign in, by subject, until their token is issued. */
export class Directory {
  readonly #people = new ExpiringStore<Person>();
  readonly #accounts: ListAccounts;

  constructor(accounts: ListAccounts) {
    this.#accounts = accounts;
  }

  /** Admits the address and answers its subject. A listed account keeps its own name. */
  async admit(email: string, typedName?: string): Promise<string> {
    const listed = (await this.#accounts()).find(
      (account) => account.email.toLowerCase() === email,
    );
    const name = listed?.name ?? (typedName || nameFromEmail(email));
    const subject = subjectOf(email);
    this.#people.set(subject, { email, name }, REMEMBERED_SECONDS);
    return subject;
  }

  find(subject: string): Person | undefined {
    return this.#people.get(subject);
  }
}

/** 'asha.rao@campus.test' reads as 'Asha Rao'; a tag after '+' is no part of the name. */
export function nameFromEmail(email: string): string {
  const localPart = email.split('@')[0] ?? email;
  const words = (localPart.split('+')[0] ?? localPart).split(/[._\-\s]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return name || localPart;
}
