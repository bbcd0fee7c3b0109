import {
  ApiError,
  api,
  call,
  dropEarlyReads,
  getErrorMessage,
  isRetryable,
} from '../../lib/api.ts';
import { reloadFor, rememberLanguage, speaksOther, unlessEnding } from '../../lib/language.ts';
import { getConnectionState, updateConnection } from '../../lib/live/connection.ts';
import {
  beginSession,
  endSession,
  forgetSignOut,
  session,
  storeSession,
  updateSession,
} from '../../lib/session.ts';
import { interruptedVisit, pendingLogout, storedToken } from '../../lib/storage.ts';
import { keepChosenLanguage } from './own-language.ts';

/** After this time, the page no longer waits for a check. */
const checkTimeout = 5_000;

/** How often an unanswered check is repeated, and the timeout of each repetition. */
const repeatEveryMs = 3_000;
const repeatTimeoutMs = 12_000;

let pendingCheck: Promise<void> | null = null;

/**
 * Asks the server who is signed in; concurrent calls share one request. Without an answer the
 * person stays signed in until a request is refused.
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

/** Only a 401, which `call` handles, ends the session; other failures say nothing about it. */
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

/** Starts the session that the server knows; a pending sign-out is sent first. */
async function readSession(signal = new AbortController().signal): Promise<void> {
  await sendPendingLogout(signal);
  const hadToken = storedToken.read() !== null;
  if (await isSignedOut(signal)) {
    answeredAt = performance.now();
    updateConnection({ sessionChecked: true });
    return;
  }
  const answer = await call(api.checkAuth, { signal }).catch((cause: unknown) => {
    if (!hadToken || !isRefusal(cause)) throw cause;
    // The token was from an older session; the cookie may be from a newer one or the computer's.
    dropEarlyReads();
    return call(api.checkAuth, { signal });
  });
  const { token, session: end, desk = null } = answer;
  const user = desk ? answer.user : await keepChosenLanguage(answer.user);
  if (!desk && user.language) rememberLanguage(user.language);
  const isNew = !getConnectionState().sessionChecked || session.get().user?.id !== user.id;
  if (isNew && speaksOther(user.language)) {
    storeSession(user, token, desk);
    await reloadFor(user.id);
  }
  beginSession(user, token, end, desk);
  answeredAt = performance.now();
  updateConnection({ sessionChecked: true });
}

/** Repeats an unanswered check until it is answered. */
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

/** A refusal signs the person out; no answer changes nothing. */
export async function recheckSession(): Promise<void> {
  if (!session.get().user) return;
  try {
    await readSession();
  } catch (cause) {
    console.warn('The session could not be checked:', cause);
  }
  // A reload cuts short what is asked, and no scan may be sent then.
  await unlessEnding();
}

/** Stops waiting for a stuck check, which is then repeated. */
export function stopWaitingForCheck(): void {
  if (pendingCheck) updateConnection({ sessionChecked: false });
  updateSession({ checking: false });
}

/** Browsers may delay the answer by seconds, because they clear their cache first. */
const logoutTimeout = 1_000;

/** Signs out here, even if the server is slow or unreachable. */
export async function signOut(): Promise<void> {
  pendingLogout.write('yes');
  const logout = call(api.logout).then(pendingLogout.clear, (cause: unknown) => {
    // The next answered check sends it first.
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
 * Sends a sign-out that did not reach the server, because its cookie would sign the person in
 * again. A person who has just signed in has a new session, so nothing must end.
 */
async function sendPendingLogout(signal: AbortSignal): Promise<void> {
  if (pendingLogout.read() === null) return;
  if (!hasJustSignedIn()) await call(api.logout, { signal });
  pendingLogout.clear();
}

function hasJustSignedIn(): boolean {
  return new URLSearchParams(window.location.search).get('auth') === 'success';
}

/** Asked where a refusal is likely, because browsers show each one in the console. */
async function isSignedOut(signal: AbortSignal): Promise<boolean> {
  const isKnown = storedToken.read() !== null || session.get().user !== null;
  if (isKnown || hasJustSignedIn() || window.location.pathname.startsWith('/dashboard'))
    return false;
  return !(await call(api.hasSession, { signal })).data.hasSession;
}
