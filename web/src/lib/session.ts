import type { User } from '@keydesk/shared/users/user';
import { observable } from './observable.ts';
import { storedToken, storedUser } from './storage.ts';

/** Who is signed in, as far as this browser knows. */
type Session = {
  user: User | null;
  /** A check of the session is under way. */
  checking: boolean;
  /** Why the last attempt to sign in or to check failed. */
  error: string | null;
};

export const session = observable<Session>({
  user: readStoredUser(),
  checking: false,
  error: null,
});

function readStoredUser(): User | null {
  try {
    return JSON.parse(storedUser.read() ?? 'null') as User | null;
  } catch {
    return null;
  }
}

export function updateSession(change: Partial<Session>): void {
  session.set({ ...session.get(), ...change });
}

/** Remembers the signed-in person and, when given, their bearer token. */
export function beginSession(user: User, token?: string): void {
  if (token) storedToken.write(token);
  storedUser.write(JSON.stringify(user));
  updateSession({ user, error: null });
}

/**
 * Forgets token and person: after a 401, a failed check or a sign-out. `reason` tells someone who
 * was signed in why they no longer are.
 */
export function endSession(reason?: string): void {
  const { user, error } = session.get();
  storedToken.clear();
  storedUser.clear();
  updateSession({ user: null, error: user && reason ? reason : error });
}

/** The session as a hook. */
export function useSession(): Session {
  return session.use();
}

/** The signed-in person, for pages behind the guard. */
export function useUser(): User | null {
  return session.use().user;
}

type PendingReauthentication = { answer: Promise<boolean>; settle: (confirmed: boolean) => void };

/** The question that stands, whether it is still the same person; null while nobody is asked. */
const pendingReauthentication = observable<PendingReauthentication | null>(null);

/** Tells the other windows of this browser that their person has confirmed who they are. */
export const reauthenticationChannel = 'sign-in-confirmed';

/**
 * Asks the person to confirm with the identity provider who they are; answers whether they did.
 * Calls that come in the meantime share the answer.
 */
export function requestReauthentication(): Promise<boolean> {
  const standing = pendingReauthentication.get() ?? openReauthentication();
  return standing.answer;
}

function openReauthentication(): PendingReauthentication {
  let settle: PendingReauthentication['settle'] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = (confirmed) => {
      pendingReauthentication.set(null);
      resolve(confirmed);
    };
  });
  const posed = { answer, settle };
  pendingReauthentication.set(posed);
  return posed;
}

/** How to answer the question that stands, as a hook; null while nobody is asked. */
export function usePendingReauthentication(): PendingReauthentication['settle'] | null {
  return pendingReauthentication.use()?.settle ?? null;
}

/** For this long after a person's last act, what a page reads may be because of it. */
const activeForMs = 30_000;

const activityEvents = ['pointerdown', 'keydown', 'wheel'] as const;

/** Opening a page is an act, too. */
let lastActivityAt = performance.now();

if (typeof window !== 'undefined') {
  for (const act of activityEvents)
    window.addEventListener(act, note, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') note();
  });
}

/** Whether a person has just done something with this page; otherwise it reads by itself. */
export function isUserActive(): boolean {
  return performance.now() - lastActivityAt <= activeForMs;
}

function note(): void {
  lastActivityAt = performance.now();
}
