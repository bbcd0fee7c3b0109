import type { SessionOver } from '@keydesk/shared/auth/session-end';
import type { User } from '@keydesk/shared/users/user';
import { storedSignOut } from './storage.ts';
import { createStore } from './store.ts';

/** A session that ended by itself or was ended, and whose it was. */
export type SignedOut = SessionOver & Pick<User, 'role'> & { userId: string };

const signedOut = createStore<SignedOut | null>(readStored());

function readStored(): SignedOut | null {
  try {
    return JSON.parse(storedSignOut.read() ?? 'null') as SignedOut | null;
  } catch {
    return null;
  }
}

/** Remembers, in this tab, why a person was signed out; not if they did it themselves. */
export function rememberSignOut({ id, role }: User, over: SessionOver): void {
  if (over.reason === 'signed-out') return;
  const entry = { ...over, userId: id, role };
  storedSignOut.write(JSON.stringify(entry));
  signedOut.set(entry);
}

/** Somebody has signed in, or signed out on purpose. */
export function forgetSignOut(): void {
  storedSignOut.clear();
  signedOut.set(null);
}

/** Why this tab was signed out; null while somebody is signed in, or if they did it themselves. */
export function getSignedOut(): SignedOut | null {
  return signedOut.get();
}

/** The same as a hook. */
export const useSignedOut = signedOut.use;
