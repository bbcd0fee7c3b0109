import {
  ApiError,
  api,
  call,
  dropEarlyReads,
  getErrorMessage,
  isRetryable,
} from '../../lib/api.ts';
import { getConnectionState, updateConnection } from '../../lib/live/connection.ts';
import {
  beginSession,
  endSession,
  forgetSignOut,
  session,
  updateSession,
} from '../../lib/session.ts';
import { interruptedVisit, pendingLogout, storedToken } from '../../lib/storage.ts';

/** The page no longer waits for a check that takes longer. */
const checkTimeout = 5_000;

/** A check that got no answer is repeated this often; the repeated one is given up after this long. */
const repeatEveryMs = 3_000;
const repeatTimeoutMs = 12_000;

let pendingCheck: Promise<void> | null = null;

/**
 * Asks the server who is signed in; concurrent calls share one request. Without an answer the
 * signed-in person stays signed in until a request is refused.
 */
export function checkSession(): Promise<void> {
  if (!navigator.onLine && session.get().user) {
    updateConnection({ sessionChecked: false });
    return Promise.resolve();
  }
  pendingCheck ??= runCheck().finally(() => {
    pendingCheck = null;
  });
  return pendingCheck;
}

async function runCheck(): Promise<void> {
  updateSession({ checking: true });
  const timer = setTimeout(stopWaitingForCheck, checkTimeout);
  await askServer();
  clearTimeout(timer);
  updateSession({ checking: false });
}

let answeredAt = 0;

/** Only a 401, which `call` has dealt with, ends the session: everything else says nothing about it. */
async function askServer(signal?: AbortSignal): Promise<void> {
  const askedAt = performance.now();
  const wasSignedIn = session.get().user !== null;
  try {
    await readSession(signal);
  } catch (cause) {
    const refused = isRefusal(cause);
    if (refused) answeredAt = performance.now();
    // An earlier request may fail after a later one was answered.
    if (refused || answeredAt < askedAt) updateConnection({ sessionChecked: refused });
    if (!wasSignedIn) updateSession({ error: refused ? null : getErrorMessage(cause) });
  }
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof ApiError && cause.status === 401;
}

/** Begins the session that the server knows; a sign-out that it has not heard of is sent first. */
async function readSession(signal = new AbortController().signal): Promise<void> {
  await sendPendingLogout(signal);
  const hadToken = storedToken.read() !== null;
  const {
    user,
    token,
    session: end,
    desk = null,
  } = await call(api.checkAuth, { signal }).catch((cause: unknown) => {
    if (!hadToken || !isRefusal(cause)) throw cause;
    // The token was of an older session; the cookie may be a newer one's, or the computer's.
    dropEarlyReads();
    return call(api.checkAuth, { signal });
  });
  beginSession(user, token, end, desk);
  answeredAt = performance.now();
  updateConnection({ sessionChecked: true });
}

/** Repeats a check that got no answer until it gets one. */
export function repeatUnansweredChecks(): void {
  let repeating = false;
  const repeat = async () => {
    if (repeating || getConnectionState().sessionChecked || !navigator.onLine) return;
    repeating = true;
    await askServer(AbortSignal.timeout(repeatTimeoutMs));
    repeating = false;
  };
  window.addEventListener('online', () => void repeat());
  setInterval(() => {
    if (document.visibilityState === 'visible') void repeat();
  }, repeatEveryMs);
}

/** Checks the session of a signed-in person again. A refusal signs out; no answer changes nothing. */
export async function recheckSession(): Promise<void> {
  if (!session.get().user) return;
  try {
    await readSession();
  } catch (cause) {
    console.warn('The session could not be checked:', cause);
  }
}

/** Stops waiting for a check that is stuck, if there is one; it is then repeated. */
export function stopWaitingForCheck(): void {
  if (pendingCheck) updateConnection({ sessionChecked: false });
  updateSession({ checking: false });
}

/** A browser may hand over the answer seconds later, since it clears its cache first. */
const logoutTimeout = 1_000;

/** Signs out here, even if the server is slow or cannot be reached. */
export async function signOut(): Promise<void> {
  // Pending until the answer arrives: the page may be closed before.
  pendingLogout.write('yes');
  const logout = call(api.logout).then(pendingLogout.clear, (cause: unknown) => {
    // The next check that is answered sends it first.
    if (isRetryable(cause)) updateConnection({ sessionChecked: false });
    else pendingLogout.clear();
  });
  await Promise.race([logout, new Promise((resolve) => setTimeout(resolve, logoutTimeout))]);
  endSession();
  interruptedVisit.clear();
  forgetSignOut();
  updateSession({ error: null });
}

/**
 * Sends a logout that did not reach the server; otherwise its cookie would sign the person in
 * again. Somebody who has just signed in has a new session, so there is nothing to end.
 */
async function sendPendingLogout(signal: AbortSignal): Promise<void> {
  if (pendingLogout.read() === null) return;
  const justSignedIn = new URLSearchParams(window.location.search).get('auth') === 'success';
  if (!justSignedIn) await call(api.logout, { signal });
  pendingLogout.clear();
}
