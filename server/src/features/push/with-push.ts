import type { FastifyBaseLogger } from 'fastify';
import type { Publisher } from '../../realtime/publisher.ts';
import type { Told } from '../notifications/notifications.service.ts';
import type { PushSender } from './push-sender.ts';

/** A publisher whose notifications also reach closed browsers; a failed push holds nothing up. */
export const withPush = (
  publisher: Publisher,
  push: PushSender,
  log: FastifyBaseLogger,
): Publisher => {
  const send = (told: readonly Told[]): void => {
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
};
