import { request } from 'node:https';
import { hourMs } from '@keydesk/shared/core/dates';
import { isPushed } from '@keydesk/shared/core/message-kinds';
import type { FastifyBaseLogger } from 'fastify';
import type { Counter } from 'prom-client';
import webPush from 'web-push';
import type { Database } from '../../db/client.ts';
import { batchPerTick } from '../event-loop.ts';
import type { NotificationDelivery, Publisher } from '../live/publisher.ts';
import { installationValue } from '../secrets.ts';
import type { CurrentMessages, MessageContent } from './messages.ts';
import {
  deleteSubscription,
  isPushService,
  listSubscriptions,
  type SubscriptionRow,
} from './push-subscriptions.ts';

export type PushSender = {
  publicKey: string;
  /** Resolves once queued; contents are rechecked on sending (`recheck-before-send`). */
  send(deliveries: readonly NotificationDelivery[]): Promise<void>;
  /** Drops undelivered messages. */
  close(): void;
};

type Delivery = { to: SubscriptionRow; messageId: string };

type Options = {
  /** The address at which push services may contact the operator. */
  contact: string;
  /** Additional push services. */
  additionalHosts: readonly string[];
  /** How long browsers stay signed in. */
  sessionHours: () => number;
  /** Whether email is set up: otherwise required messages are pushed regardless of preferences. */
  mailIsSent: boolean;
  current: CurrentMessages;
  metrics: { pushDeliveries: Counter<'outcome'> };
  log: FastifyBaseLogger;
};

/** Few enough not to delay requests, enough for a campus's reminders within minutes. */
const concurrency = 8;
/** Enough for the reminders of one evening to every browser of a few thousand people. */
const maxWaiting = 10_000;
const timeoutMs = 10_000;

/** After a day a reminder is no longer useful. */
const timeToLiveSeconds = 86_400;

/** Statuses that mean the subscription no longer exists. */
const goneStatuses = [404, 410];

export async function createPushSender(
  db: Database,
  { contact, additionalHosts, sessionHours, mailIsSent, current, metrics, log }: Options,
): Promise<PushSender> {
  const vapid = await createVapid(db, contact);
  const closing = new AbortController();
  const count = (outcome: 'delivered' | 'gone' | 'failed' | 'dropped' | 'outdated') =>
    metrics.pushDeliveries.inc({ outcome });

  async function deliver({ to, messageId }: Delivery): Promise<void> {
    try {
      const content = (await current([messageId], new Date())).get(messageId);
      if (!content) return count('outdated');
      const payload = payloadOf(messageId, content);
      // Subscriptions stored earlier may belong to hosts that are not allowed any more.
      const status = isPushService(to.endpoint, additionalHosts)
        ? await post(to, payload, vapid.authorize(to.endpoint), closing.signal)
        : 410;
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

  /** One query for all people who are notified in the same event-loop turn. */
  const subscriptionsOf = batchPerTick(async (userIds: string[]) => {
    const rows = await listSubscriptions(db, [...new Set(userIds)], sessionHours());
    const byUser = new Map<string, SubscriptionRow[]>(userIds.map((userId) => [userId, []]));
    for (const row of rows) byUser.get(row.userId)?.push(row);
    return userIds.map((userId) => byUser.get(userId) ?? []);
  });

  return {
    publicKey: vapid.publicKey,
    async send(deliveries) {
      const subscriptions = await Promise.all(
        deliveries.map(({ userId }) => subscriptionsOf(userId)),
      );
      queue.add(
        deliveries.flatMap(({ notification: { _id: messageId, kind = null } }, index) => {
          return (subscriptions[index] ?? [])
            .filter(({ chosen }) => isPushed(kind, chosen?.[kind ?? ''], mailIsSent))
            .map((to) => ({ to, messageId }));
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
 * The installation's VAPID keys, generated once, and their tokens, one per push service and hour:
 * signing is the most expensive part of a delivery.
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

/** Encrypts and posts a message; returns the status code. */
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
    const call = request(endpoint, { method: 'POST', headers, signal }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    call.on('error', reject);
    call.end(body);
  });
}

function payloadOf(id: string, { title, message, link }: MessageContent): string {
  return JSON.stringify({ id, title, body: message, ...(link && { link }) });
}

/** Also pushes notifications to closed browsers; a failed push is only logged. */
export function withPush(
  publisher: Publisher,
  push: PushSender,
  log: FastifyBaseLogger,
): Publisher {
  const send = (deliveries: readonly NotificationDelivery[]): void => {
    if (deliveries.length > 0)
      push.send(deliveries).catch((error: unknown) => log.warn({ err: error }, 'push'));
  };
  return {
    ...publisher,
    handedOver(changes, deliveries) {
      publisher.handedOver(changes, deliveries);
      send(deliveries);
    },
    notified(deliveries) {
      publisher.notified(deliveries);
      send(deliveries);
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
const reuseMs = hourMs;

export type DeliveryQueue<Item> = {
  add(items: readonly Item[]): void;
  /** Drops all waiting items. */
  clear(): void;
};

type DeliveryQueueOptions<Item> = {
  /** Never rejects. */
  deliver: (item: Item) => Promise<void>;
  concurrency: number;
  maxWaiting: number;
  onDropped: () => void;
};

/**
 * Delivers a few items at a time, in order. Each delivery starts in its own event-loop turn, so
 * that requests are served in between. When too many are waiting, the oldest is dropped.
 */
export function createDeliveryQueue<Item>({
  deliver,
  concurrency,
  maxWaiting,
  onDropped,
}: DeliveryQueueOptions<Item>): DeliveryQueue<Item> {
  const waiting: Item[] = [];
  let active = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || active >= concurrency || waiting.length === 0) return;
    scheduled = true;
    setImmediate(startNext);
  }

  function startNext(): void {
    scheduled = false;
    const item = waiting.shift();
    if (item === undefined) return;
    active += 1;
    void deliver(item).finally(() => {
      active -= 1;
      schedule();
    });
    schedule();
  }

  return {
    add(items) {
      for (const item of items) {
        if (waiting.length >= maxWaiting) {
          waiting.shift();
          onDropped();
        }
        waiting.push(item);
      }
      schedule();
    },
    clear() {
      waiting.length = 0;
    },
  };
}
