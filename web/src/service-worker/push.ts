/** What the server sends to a subscribed browser. */
type PushedNotification = { id: string; title: string; body: string };

const page = '/dashboard/notifications';

/** Shows a pushed notification; the same one twice shows once. */
export const showPush = async (
  worker: Pick<ServiceWorkerGlobalScope, 'registration'>,
  data: PushMessageData | null,
): Promise<void> => {
  if (!data) return;
  const { id, title, body }: PushedNotification = data.json();
  await worker.registration.showNotification(title, {
    body,
    tag: id,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
  });
};

/** Brings the application to the front, at the notifications. */
export const openNotifications = async (clients: Clients): Promise<void> => {
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) {
    await clients.openWindow(page);
    return;
  }
  open.postMessage({ open: page });
  await open.focus();
};
