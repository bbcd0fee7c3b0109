import type { DeskComputer } from '@keydesk/shared/duty/duty';
import type { User } from '@keydesk/shared/people/user';
import type { SessionEnd, SessionOver } from '@keydesk/shared/session/session-end';
import { storedDeskComputer, storedSignOut, storedToken, storedUser } from './storage.ts';
import { createStore } from './store.ts';

export type Session = {
  user: User | null;
  checking: boolean;
  error: string | null;
  /** When an unused session ends, as the server last said. */
  end: SessionEnd | null;
  /** The enrolled computer of a desk, with its shift. */
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

/** Absent arguments leave the stored token, end and computer unchanged. */
export function beginSession(
  user: User,
  token?: string,
  end?: SessionEnd,
  desk: DeskComputer | null = session.get().desk,
): void {
  storeSession(user, token, desk);
  forgetSignOut();
  updateSession({ user, error: null, desk, ...(end && { end }) });
}

/** For the next start of the page. */
export function storeSession(user: User, token: string | undefined, desk: DeskComputer | null) {
  if (token) storedToken.write(token);
  storedUser.write(JSON.stringify(user));
  if (desk) storedDeskComputer.write(JSON.stringify(desk));
  else storedDeskComputer.clear();
}

/**
 * Clears token, person and computer after a 401 or a sign-out. `reason`, or why the session is
 * `over`, is shown to a person who was signed in until now.
 */
export function endSession(reason?: string, over?: SessionOver | null): void {
  const { user, error } = session.get();
  storedToken.clear();
  storedUser.clear();
  storedDeskComputer.clear();
  if (user && over) rememberSignOut(user, over);
  updateSession({ user: null, error: user && reason ? reason : error, end: null, desk: null });
}

export function useSession(): Session {
  return session.use();
}

/** This computer and its shift, if it is enrolled at a desk. */
export function useDeskComputer(): DeskComputer | null {
  return session.use().desk;
}

export function useUser(): User | null {
  return session.use().user;
}

type PendingReauthentication = { answer: Promise<boolean>; settle: (confirmed: boolean) => void };

/** The open request for a recent sign-in; null without one. */
const pendingReauthentication = createStore<PendingReauthentication | null>(null);

/** The broadcast channel on which one window reports a confirmed sign-in to the others. */
export const reauthenticationChannel = 'sign-in-confirmed';

/**
 * Asks the person to confirm their identity with the provider; resolves to whether they did.
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

/** Settles the open request; null without one. */
export function usePendingReauthentication(): PendingReauthentication['settle'] | null {
  return pendingReauthentication.use()?.settle ?? null;
}

/** Requests within this time after a user's action count as theirs. */
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

/** Whether the user has just acted; otherwise requests are in the background. */
export function isUserActive(): boolean {
  return performance.now() - lastActivityAt <= activeForMs;
}

function recordActivity(): void {
  lastActivityAt = performance.now();
}

/** A session that expired or was ended elsewhere, and its person. */
export type SignedOut = SessionOver & Pick<User, 'role'> & { userId: string };

const signedOut = createStore<SignedOut | null>(readReason());

function readReason(): SignedOut | null {
  try {
    return JSON.parse(storedSignOut.read() ?? 'null') as SignedOut | null;
  } catch {
    return null;
  }
}

/** Stores, per tab, why a person was signed out; not for their own sign-out. */
function rememberSignOut({ id, role }: User, over: SessionOver): void {
  if (over.reason === 'signed-out') return;
  const entry = { ...over, userId: id, role };
  storedSignOut.write(JSON.stringify(entry));
  signedOut.set(entry);
}

/** Call after a sign-in, or a deliberate sign-out. */
export function forgetSignOut(): void {
  storedSignOut.clear();
  signedOut.set(null);
}

/** Why this tab was signed out; null while signed in, or after the person's own sign-out. */
export function getSignedOut(): SignedOut | null {
  return signedOut.get();
}

export const useSignedOut = signedOut.use;
