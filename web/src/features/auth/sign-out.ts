import { api, call, isRetryable } from '../../lib/api.ts';
import { updateConnection } from '../../lib/live/connection.ts';
import { endSession, updateSession } from '../../lib/session.ts';
import { forgetSignOut } from '../../lib/signed-out.ts';
import { interruptedVisit, pendingLogout } from '../../lib/storage.ts';

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
 * Sends a logout that did not reach the server; otherwise its cookie would sign the person in again.
 * Somebody who has just signed in has a new session, so there is nothing to end.
 */
export async function sendPendingLogout(signal: AbortSignal): Promise<void> {
  if (pendingLogout.read() === null) return;
  const justSignedIn = new URLSearchParams(window.location.search).get('auth') === 'success';
  if (!justSignedIn) await call(api.logout, { signal });
  pendingLogout.clear();
}
