import { api, call } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { beginSession, changeSession, endSession, session } from '../../lib/session.ts';
import { settleSignOut } from './sign-out.ts';

/** A check that takes longer stops being waited for (spec §4). */
const checkTimeout = 5_000;

let running: Promise<void> | null = null;

const check = async (): Promise<void> => {
  changeSession({ checking: true });
  const timer = setTimeout(() => changeSession({ checking: false }), checkTimeout);
  try {
    await settleSignOut();
    const { user, token } = await call(api.checkAuth);
    beginSession(user, token);
  } catch (cause) {
    endSession();
    // Being signed out is no fault; a 401 that has something to tell has told it already.
    if (!(cause instanceof ApiError && cause.status === 401))
      changeSession({ error: messageOf(cause) });
  } finally {
    clearTimeout(timer);
    changeSession({ checking: false });
  }
};

/**
 * Asks the server who is signed in; calls made meanwhile share the answer. Without a network there
 * is nobody to ask: whoever was signed in stays so until a call says otherwise.
 */
export const checkSession = (): Promise<void> => {
  if (!navigator.onLine && session.get().user) return Promise.resolve();
  running ??= check().finally(() => {
    running = null;
  });
  return running;
};

/** Asks again about somebody who is signed in. A refusal signs them out; no answer changes nothing. */
export const recheckSession = async (): Promise<void> => {
  if (!session.get().user) return;
  try {
    await settleSignOut();
    const { user, token } = await call(api.checkAuth);
    beginSession(user, token);
  } catch (cause) {
    console.warn('The session could not be checked:', cause);
  }
};

/** Stops waiting for a check that hangs. */
export const stopWaiting = (): void => changeSession({ checking: false });
