import { ApiError, api, call, getErrorMessage } from '../../lib/api.ts';
import { beginSession, endSession, session, updateSession } from '../../lib/session.ts';
import { sendPendingLogout } from './sign-out.ts';

/** The page no longer waits for a check that takes longer. */
const checkTimeout = 5_000;

let pendingCheck: Promise<void> | null = null;

/**
 * Asks the server who is signed in; concurrent calls share one request. Without a network the
 * signed-in person stays signed in until a request is refused.
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
    await readSession();
  } catch (cause) {
    endSession();
    // Being signed out is not an error; a 401 with a message has already shown it.
    if (!(cause instanceof ApiError && cause.status === 401))
      updateSession({ error: getErrorMessage(cause) });
  } finally {
    clearTimeout(timer);
    updateSession({ checking: false });
  }
}

/** Begins the session that the server knows; a sign-out that it has not heard of is sent first. */
async function readSession(): Promise<void> {
  await sendPendingLogout();
  const { user, token, session: end, desk = null } = await call(api.checkAuth);
  beginSession(user, token, end, desk);
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

/** Stops waiting for a check that is stuck. */
export function stopWaitingForCheck(): void {
  updateSession({ checking: false });
}
