import { request } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import webPush from 'web-push';
import type { Database } from '../../db/client.ts';
import { gathered } from '../../gathered.ts';
import type { AppMetrics } from '../../metrics/app-metrics.ts';
import type { Told } from '../notifications/notifications.service.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { deleteSubscription, listSubscriptions, type SubscriptionRow } from './push.repository.ts';
import { createVapid } from './vapid.ts';

/** Sends notifications to people's browsers even while Keydesk is closed there. */
export type PushSender = {
  publicKey: string;
  /** Resolves as soon as the deliveries are queued. */
  send(told: readonly Told[]): Promise<void>;
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
  const subscriptionsOf = gathered(async (userIds: string[]) => {
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

function payloadOf({ notification }: Told): string {
  return JSON.stringify({
    id: notification._id,
    title: notification.title,
    body: notification.message,
  });
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
