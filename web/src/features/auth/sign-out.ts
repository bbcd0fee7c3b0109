import { api, call } from '../../lib/api-client.ts';
import { isUnheard } from '../../lib/api-error.ts';
import { changeSession, endSession } from '../../lib/session.ts';
import { owedSignOut } from '../../lib/storage.ts';

/** A browser that clears its cache first may pass the server's answer on only after seconds. */
const longestWait = 1_000;

/** Ends the session here even when the server cannot be told, or is slow to answer. */
export const signOut = async (): Promise<void> => {
  // Owed until the answer is here: the page may be left before.
  owedSignOut.write('yes');
  const told = call(api.logout).then(owedSignOut.clear, (cause: unknown) => {
    if (!isUnheard(cause)) owedSignOut.clear();
  });
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, longestWait))]);
  endSession();
  changeSession({ error: null });
};

/**
 * Tells the server of a sign-out that it has not heard of: its cookie would bring the person back.
 * Whoever has just signed in anew has another session.
 */
export const settleSignOut = async (): Promise<void> => {
  if (owedSignOut.read() === null) return;
  const signedInAnew = new URLSearchParams(window.location.search).get('auth') === 'success';
  if (!signedInAnew) await call(api.logout);
  owedSignOut.clear();
};
