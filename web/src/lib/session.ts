import type { DeskComputer } from '@keydesk/shared/duty/duty';
import type { User } from '@keydesk/shared/people/user';
import type { SessionEnd, SessionOver } from '@keydesk/shared/session/session-end';
import { storedDeskComputer, storedSignOut, storedToken, storedUser } from './storage.ts';
import { createStore } from './store.ts';

/** Who is signed in, as far as this browser knows. */
export type Session = {
  user: User | null;
  /** The session is being checked. */
  checking: boolean;
  /** Why the last attempt to sign in or to check failed. */
  error: string | null;
  /** When the session ends if nobody uses it any more, as the server last said. */
  end: SessionEnd | null;
  /** Where this is, at an enrolled computer of a desk. */
  desk: DeskComputer | null;
};

export const session = createStore<Session>({
  user: readStored<User>(storedUser),
  checking: false,
  error: null,
  end: null,
  desk: readStored<DeskComputer>(storedDeskComputer),
});

function readStored<T>(item: typeof storedUser): T | null {
  try {
    return JSON.parse(item.read() ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function updateSession(change: Partial<Session>): void {
  session.set({ ...session.get(), ...change });
}

/**
 * Stores the signed-in person and, if given, their bearer token, when the session ends, and at
 * which desk's computer they are.
 */
export function beginSession(
  user: User,
  token?: string,
  end?: SessionEnd,
  desk: DeskComputer | null = session.get().desk,
): void {
  if (token) storedToken.write(token);
  storedUser.write(JSON.stringify(user));
  if (desk) storedDeskComputer.write(JSON.stringify(desk));
  else storedDeskComputer.clear();
  forgetSignOut();
  updateSession({ user, error: null, desk, ...(end && { end }) });
}

/**
 * Forgets token, person and computer: after a 401 or a sign-out. `reason`, or why the session
 * is `over`, is shown to someone who was signed in until now.
 */
export function endSession(reason?: string, over?: SessionOver | null): void {
  const { user, error } = session.get();
  storedToken.clear();
  storedUser.clear();
  storedDeskComputer.clear();
  if (user && over) rememberSignOut(user, over);
  updateSession({ user: null, error: user && reason ? reason : error, end: null, desk: null });
}

/** The session as a hook. */
export function useSession(): Session {
  return session.use();
}

/** This computer and who is on duty here, if it is enrolled at a desk. */
export function useDeskComputer(): DeskComputer | null {
  return session.use().desk;
}

/** The signed-in person, for pages behind the guard. */
export function useUser(): User | null {
  return session.use().user;
}

type PendingReauthentication = { answer: Promise<boolean>; settle: (confirmed: boolean) => void };

/** The open request to confirm who one is; null when there is none. */
const pendingReauthentication = createStore<PendingReauthentication | null>(null);

/** The broadcast channel on which one window reports to the others that the person confirmed. */
export const reauthenticationChannel = 'sign-in-confirmed';

/**
 * Asks the person to confirm with the identity provider who they are; resolves to whether they did.
 * Concurrent calls share one request.
 */
export function requestReauthentication(): Promise<boolean> {
  const pending = pendingReauthentication.get() ?? openReauthentication();
  return pending.answer;
}

function openReauthentication(): PendingReauthentication {
  let settle: PendingReauthentication['settle'] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = (confirmed) => {
      pendingReauthentication.set(null);
      resolve(confirmed);
    };
  });
  const pending = { answer, settle };
  pendingReauthentication.set(pending);
  return pending;
}

/** Settles the open request, as a hook; null when there is none. */
export function usePendingReauthentication(): PendingReauthentication['settle'] | null {
  return pendingReauthentication.use()?.settle ?? null;
}

/** For this long after a person's last action, the page's requests count as theirs. */
const activeForMs = 30_000;

const activityEvents = ['pointerdown', 'keydown', 'wheel'] as const;

/** Opening the page counts as an action. */
let lastActivityAt = performance.now();

if (typeof window !== 'undefined') {
  for (const type of activityEvents)
    window.addEventListener(type, recordActivity, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') recordActivity();
  });
}

/** Whether a person has just used this page; otherwise its requests are its own. */
export function isUserActive(): boolean {
  return performance.now() - lastActivityAt <= activeForMs;
}

function recordActivity(): void {
  lastActivityAt = performance.now();
}

/** A session that ended by itself or was ended, and whose it was. */
export type SignedOut = SessionOver & Pick<User, 'role'> & { userId: string };

const signedOut = createStore<SignedOut | null>(readReason());

function readReason(): SignedOut | null {
  try {
    return JSON.parse(storedSignOut.read() ?? 'null') as SignedOut | null;
  } catch {
    return null;
  }
}

/** Remembers, in this tab, why a person was signed out; not if they did it themselves. */
function rememberSignOut({ id, role }: User, over: SessionOver): void {
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
