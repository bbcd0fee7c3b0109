import { ApiError, api, call, getErrorMessage } from '../../lib/api.ts';
import { beginSession, endSession, session, updateSession } from '../../lib/session.ts';
import { sendPendingLogout } from './sign-out.ts';

/** A check that takes longer stops being waited for (spec §4). */
const checkTimeout = 5_000;

let pendingCheck: Promise<void> | null = null;

/**
 * Asks the server who is signed in; calls made meanwhile share the answer. Without a network there
 * is nobody to ask: whoever was signed in stays so until a call says otherwise.
 */
export function checkSession(): Promise<void> {
  if (!navigator.onLine && session.get().user) return Promise.resolve();
  pendingCheck ??= runCheck().finally(() => {
    pendingCheck = null;
  });
  return pendingCheck;
}

async function runCheck(): Promise<void> {
  updateSession({ checking: true });
  const timer = setTimeout(() => updateSession({ checking: false }), checkTimeout);
  try {
    await sendPendingLogout();
    const { user, token } = await call(api.checkAuth);
    beginSession(user, token);
  } catch (cause) {
    endSession();
    // Being signed out is no fault; a 401 that has something to tell has told it already.
    if (!(cause instanceof ApiError && cause.status === 401))
      updateSession({ error: getErrorMessage(cause) });
  } finally {
    clearTimeout(timer);
    updateSession({ checking: false });
  }
}

/** Asks again about somebody who is signed in. A refusal signs them out; no answer changes nothing. */
export async function recheckSession(): Promise<void> {
  if (!session.get().user) return;
  try {
    await sendPendingLogout();
    const { user, token } = await call(api.checkAuth);
    beginSession(user, token);
  } catch (cause) {
    console.warn('The session could not be checked:', cause);
  }
}

/** Stops waiting for a check that hangs. */
export function stopWaitingForCheck(): void {
  updateSession({ checking: false });
}
