import type { FastifyBaseLogger } from 'fastify';
import webPush from 'web-push';
import type { Database } from '../../db/client.ts';
import { gathered } from '../../gathered.ts';
import { installationValue } from '../../installation-secret.ts';
import type { Told } from '../notifications/notifications.service.ts';
import { deleteSubscription, listSubscriptions, type SubscriptionRow } from './push.repository.ts';

/** Sends notifications to people's browsers even while Keydesk is closed there. */
export type PushSender = { publicKey: string; send(told: readonly Told[]): Promise<void> };

type VapidKeys = { publicKey: string; privateKey: string };

/** Answers that mean the browser has given the subscription up. */
const goneStatuses = [404, 410];

/** A reminder that could not be delivered within a day has lost its point. */
const timeToLiveSeconds = 86_400;

const payloadOf = ({ notification }: Told): string =>
  JSON.stringify({ id: notification._id, title: notification.title, body: notification.message });

/**
 * The application's own push keys, made once; `contact` is what push services may write to, and
 * `sessionHours` how long browsers stay signed in.
 */
export const createPushSender = async (
  db: Database,
  { contact, sessionHours }: { contact: string; sessionHours: () => number },
  log: FastifyBaseLogger,
): Promise<PushSender> => {
  const made = await installationValue(db, 'vapid-keys', () =>
    JSON.stringify(webPush.generateVAPIDKeys()),
  );
  const keys = JSON.parse(made) as VapidKeys;

  const deliver = async (row: SubscriptionRow, told: Told): Promise<void> => {
    const subscription = { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } };
    try {
      await webPush.sendNotification(subscription, payloadOf(told), {
        TTL: timeToLiveSeconds,
        timeout: 10_000,
        vapidDetails: { subject: contact, ...keys },
      });
    } catch (error) {
      const status = error instanceof webPush.WebPushError ? error.statusCode : 0;
      if (goneStatuses.includes(status)) await deleteSubscription(db, row.endpoint, row.userId);
      else log.warn({ status }, 'push not delivered');
    }
  };

  /** What is told while the browsers are being looked up is looked up together next. */
  const subscriptionsOf = gathered(async (asked: string[][]) => {
    const rows = await listSubscriptions(db, [...new Set(asked.flat())], sessionHours());
    return asked.map((people) => rows.filter(({ userId }) => people.includes(userId)));
  });

  return {
    publicKey: keys.publicKey,
    async send(told) {
      const rows = await subscriptionsOf([...new Set(told.map(({ userId }) => userId))]);
      await Promise.all(
        rows.flatMap((row) =>
          told.filter(({ userId }) => userId === row.userId).map((one) => deliver(row, one)),
        ),
      );
    },
  };
};
