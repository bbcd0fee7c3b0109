import { request } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import webPush from 'web-push';
import type { AppMetrics } from '../../app-metrics.ts';
import type { Database } from '../../platform/db/client.ts';
import { batchPerTick } from '../../platform/event-loop.ts';
import { installationValue } from '../../platform/secrets.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { NotificationDelivery } from '../notifications/index.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { deleteSubscription, listSubscriptions, type SubscriptionRow } from './subscriptions.ts';

/** Sends notifications to people's browsers even while Keydesk is closed there. */
export type PushSender = {
  publicKey: string;
  /** Resolves as soon as the deliveries are queued. */
  send(told: readonly NotificationDelivery[]): Promise<void>;
  /** Gives up what is not delivered yet. */
  close(): void;
};

type Delivery = { to: SubscriptionRow; payload: string };

type Options = {
  /** What push services may write to. */
  contact: string;
  /** How long browsers stay signed in. */
  sessionHours: () => number;
  metrics: Pick<AppMetrics, 'pushDeliveries'>;
  log: FastifyBaseLogger;
};

/** Few enough to leave requests their turns, enough for a campus' reminders within minutes. */
const concurrency = 8;
/** The reminders of one evening, to every browser of a few thousand people. */
const maxWaiting = 10_000;
const timeoutMs = 10_000;

/** A reminder that could not be delivered within a day has lost its point. */
const timeToLiveSeconds = 86_400;

/** Answers that mean the browser has given the subscription up. */
const goneStatuses = [404, 410];

export async function createPushSender(
  db: Database,
  { contact, sessionHours, metrics, log }: Options,
): Promise<PushSender> {
  const vapid = await createVapid(db, contact);
  const closing = new AbortController();
  const count = (outcome: 'delivered' | 'gone' | 'failed' | 'dropped') =>
    metrics.pushDeliveries.inc({ outcome });

  async function deliver({ to, payload }: Delivery): Promise<void> {
    try {
      const status = await post(to, payload, vapid.authorize(to.endpoint), closing.signal);
      if (goneStatuses.includes(status)) {
        await deleteSubscription(db, to.endpoint, to.userId);
        return count('gone');
      }
      if (status >= 200 && status < 300) return count('delivered');
      log.warn({ status }, 'push not delivered');
    } catch (error) {
      if (closing.signal.aborted) return;
      log.warn({ err: error }, 'push not delivered');
    }
    count('failed');
  }

  const queue = createDeliveryQueue({
    deliver,
    concurrency,
    maxWaiting,
    onDropped: () => count('dropped'),
  });

  /** Whoever is notified in the same event loop turn is looked up together. */
  const subscriptionsOf = batchPerTick(async (userIds: string[]) => {
    const rows = await listSubscriptions(db, [...new Set(userIds)], sessionHours());
    const byUser = new Map<string, SubscriptionRow[]>(userIds.map((userId) => [userId, []]));
    for (const row of rows) byUser.get(row.userId)?.push(row);
    return userIds.map((userId) => byUser.get(userId) ?? []);
  });

  return {
    publicKey: vapid.publicKey,
    async send(told) {
      const subscriptions = await Promise.all(told.map(({ userId }) => subscriptionsOf(userId)));
      queue.add(
        told.flatMap((one, at) => {
          const payload = payloadOf(one);
          return (subscriptions[at] ?? []).map((to) => ({ to, payload }));
        }),
      );
    },
    close() {
      queue.clear();
      closing.abort();
    },
  };
}

/**
 * The installation's own push keys, made once, and what they sign: one token for each push service
 * and hour, because signing costs more than everything else in a delivery. `contact` is what push
 * services may write to.
 */
async function createVapid(db: Database, contact: string): Promise<Vapid> {
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

/** Encrypts and posts one message; answers with the status of the push service. */
function post(
  { endpoint, p256dh, auth }: SubscriptionRow,
  payload: string,
  authorization: string,
  closing: AbortSignal,
): Promise<number> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    { TTL: timeToLiveSeconds, headers: { Authorization: authorization } },
  );
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  return new Promise((resolve, reject) => {
    const call = request(endpoint, { method: 'POST', headers, signal }, (answer) => {
      answer.on('error', reject).on('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    call.on('error', reject);
    call.end(body);
  });
}

function payloadOf({ notification }: NotificationDelivery): string {
  return JSON.stringify({
    id: notification._id,
    title: notification.title,
    body: notification.message,
  });
}

/** A publisher whose notifications also reach closed browsers; a failed push holds nothing up. */
export function withPush(
  publisher: Publisher,
  push: PushSender,
  log: FastifyBaseLogger,
): Publisher {
  const send = (told: readonly NotificationDelivery[]): void => {
    if (told.length > 0)
      push.send(told).catch((error: unknown) => log.warn({ err: error }, 'push'));
  };
  return {
    ...publisher,
    handedOver(changes, told) {
      publisher.handedOver(changes, told);
      send(told);
    },
    notified(told) {
      publisher.notified(told);
      send(told);
    },
  };
}

type Vapid = {
  publicKey: string;
  /** The Authorization header for a push service. */
  authorize(endpoint: string): string;
};

type VapidKeys = { publicKey: string; privateKey: string };

/** A signature is valid for 12 hours (the library's default), so one may be reused for an hour. */
const reuseMs = 3_600_000;
