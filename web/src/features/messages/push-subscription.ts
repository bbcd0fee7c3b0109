import { t } from '@keydesk/shared/texts/en/push';
import { api, call } from '../../lib/api.ts';
import { pushOwner } from '../../lib/storage.ts';

export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

export async function isPushEnabled(userId: string): Promise<boolean> {
  if (!isPushSupported() || Notification.permission !== 'granted') return false;
  const subscription = await currentSubscription();
  return pushOwner.read() === userId && subscription !== null;
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks for permission and subscribes this browser to the notifications of `userId`. @throws Error
 * with a message to show if the browser or its push service refuses.
 */
export async function enablePush(userId: string, applicationServerKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(t('not-allowed'));
  const { pushManager } = await activeRegistration();
  // The existing subscription may have another key or belong to another person.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey })
    .catch(() => {
      throw new Error(t('service-unreachable'));
    });
  await sendSubscription(subscription.toJSON());
  pushOwner.write(userId);
}

async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) throw new Error(t('not-ready'));
  return registration;
}

async function sendSubscription({
  endpoint,
  expirationTime,
  keys,
}: PushSubscriptionJSON): Promise<void> {
  const { p256dh = '', auth = '' } = keys ?? {};
  await call(api.subscribePush, {
    body: { subscription: { endpoint: endpoint ?? '', expirationTime, keys: { p256dh, auth } } },
  });
}

export async function disablePush(): Promise<void> {
  pushOwner.clear();
  const { pushManager } = await activeRegistration();
  const subscription = await pushManager.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await call(api.unsubscribePush, { body: { endpoint: subscription.endpoint } });
}

/** A subscription ends with its session, so the next sign-in sends it again. */
export async function resendPushSubscription(userId: string): Promise<void> {
  if (!(await isPushEnabled(userId))) return;
  const subscription = await currentSubscription();
  if (subscription) await sendSubscription(subscription.toJSON());
}
