import { api, call } from '../../lib/api-client.ts';
import { isUnheard } from '../../lib/api-error.ts';
import { changeSession, endSession } from '../../lib/session.ts';
import { owedSignOut } from '../../lib/storage.ts';

/** Ends the session here even when the server cannot be told (spec §4). */
export const signOut = async (): Promise<void> => {
  await call(api.logout).catch((cause: unknown) => {
    if (isUnheard(cause)) owedSignOut.write('yes');
  });
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
