import webPush from 'web-push';
import type { Database } from '../../db/client.ts';
import { installationValue } from '../../installation-secret.ts';

export type Vapid = {
  publicKey: string;
  /** The Authorization header for a push service. */
  authorize(endpoint: string): string;
};

type VapidKeys = { publicKey: string; privateKey: string };

/** A signature is valid for 12 hours (the library's default), so one may be reused for an hour. */
const reuseMs = 3_600_000;

/**
 * The installation's own push keys, made once, and what they sign: one token for each push service
 * and hour, because signing costs more than everything else in a delivery. `contact` is what push
 * services may write to.
 */
export async function createVapid(db: Database, contact: string): Promise<Vapid> {
  const stored = await installationValue(db, 'vapid-keys', () =>
    JSON.stringify(webPush.generateVAPIDKeys()),
  );
  const { publicKey, privateKey } = JSON.parse(stored) as VapidKeys;
  const sign = (origin: string): string =>
    webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm').Authorization;

  const tokens = new Map<string, string>();
  let tokensExpireAt = 0;
  return {
    publicKey,
    authorize(endpoint) {
      const now = Date.now();
      if (now >= tokensExpireAt) {
        tokens.clear();
        tokensExpireAt = now + reuseMs;
      }
      const { origin } = new URL(endpoint);
      const token = tokens.get(origin) ?? sign(origin);
      tokens.set(origin, token);
      return token;
    },
  };
}
