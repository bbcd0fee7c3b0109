import { api, call } from '../../lib/api-client.ts';
import { changeSession, endSession } from '../../lib/session.ts';

/** Ends the session here even when the server cannot be told (spec §4). */
export const signOut = async (): Promise<void> => {
  await call(api.logout).catch(() => undefined);
  endSession();
  changeSession({ error: null });
};
