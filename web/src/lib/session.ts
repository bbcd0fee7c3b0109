import type { User } from '@keydesk/shared/users/user';
import { observable } from './observable.ts';
import { storedToken, storedUser } from './storage.ts';

/** Who is signed in, as far as this browser knows. */
export type Session = {
  user: User | null;
  /** A check of the session is under way. */
  checking: boolean;
  /** Why the last attempt to sign in or to check failed. */
  error: string | null;
};

const readStoredUser = (): User | null => {
  try {
    return JSON.parse(storedUser.read() ?? 'null') as User | null;
  } catch {
    return null;
  }
};

export const session = observable<Session>({
  user: readStoredUser(),
  checking: false,
  error: null,
});

export const changeSession = (change: Partial<Session>): void =>
  session.set({ ...session.get(), ...change });

/** Remembers the signed-in person and, when given, their bearer token. */
export const beginSession = (user: User, token?: string): void => {
  if (token) storedToken.write(token);
  storedUser.write(JSON.stringify(user));
  changeSession({ user, error: null });
};

/**
 * Forgets token and person: after a 401, a failed check or a sign-out. `reason` tells someone who
 * was signed in why they no longer are.
 */
export const endSession = (reason?: string): void => {
  const { user, error } = session.get();
  storedToken.clear();
  storedUser.clear();
  changeSession({ user: null, error: user && reason ? reason : error });
};

/** The session as a hook. */
export const useSession = (): Session => session.use();

/** The signed-in person, for pages behind the guard. */
export const useUser = (): User | null => session.use().user;
