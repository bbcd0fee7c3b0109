import { api, call, isRetryable } from '../../lib/api.ts';
import { endSession, updateSession } from '../../lib/session.ts';
import { pendingLogout } from '../../lib/storage.ts';

/** A browser that clears its cache first may pass the server's answer on only after seconds. */
const logoutTimeout = 1_000;

/** Ends the session here even when the server cannot be told, or is slow to answer. */
export async function signOut(): Promise<void> {
  // Owed until the answer is here: the page may be left before.
  pendingLogout.write('yes');
  const told = call(api.logout).then(pendingLogout.clear, (cause: unknown) => {
    if (!isRetryable(cause)) pendingLogout.clear();
  });
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, logoutTimeout))]);
  endSession();
  updateSession({ error: null });
}

/**
 * Tells the server of a sign-out that it has not heard of: its cookie would bring the person back.
 * Whoever has just signed in anew has another session.
 */
export async function sendPendingLogout(): Promise<void> {
  if (pendingLogout.read() === null) return;
  const signedInAnew = new URLSearchParams(window.location.search).get('auth') === 'success';
  if (!signedInAnew) await call(api.logout);
  pendingLogout.clear();
}
