import { z } from 'zod';
import { dataEnvelope, messageEnvelope, route } from '../http/route.ts';
import { idSchema } from '../id.ts';
import { notificationSchema } from './notification.ts';

const notificationPath = z.strictObject({ id: idSchema });
const oneNotification = dataEnvelope(
  z.object({ notification: notificationSchema, unreadCount: z.int() }),
);

/** The caller's notifications. */
export const notificationRoutes = {
  listNotifications: route({
    method: 'GET',
    path: '/notifications',
    summary: "The caller's notifications, newest first",
    access: 'registered',
    ownership: 'caller',
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).optional(),
      /** Only those older than this notification. */
      before: idSchema.optional(),
    }),
    response: dataEnvelope(
      z.object({
        notifications: z.array(notificationSchema),
        unreadCount: z.int(),
        hasMore: z.boolean(),
      }),
    ),
  }),
  markNotificationRead: route({
    method: 'PATCH',
    path: '/notifications/:id/read',
    summary: 'Mark a notification as read',
    access: 'registered',
    ownership: 'caller',
    params: notificationPath,
    response: oneNotification,
  }),
  markNotificationUnread: route({
    method: 'PATCH',
    path: '/notifications/:id/unread',
    summary: 'Mark a notification as unread',
    access: 'registered',
    ownership: 'caller',
    params: notificationPath,
    response: oneNotification,
  }),
  markAllNotificationsRead: route({
    method: 'PATCH',
    path: '/notifications/mark-all-read',
    summary: "Mark all of the caller's notifications as read",
    access: 'registered',
    ownership: 'caller',
    response: dataEnvelope(z.object({ modifiedCount: z.int() })),
  }),
};

/** A browser's push subscription, as its `toJSON` returns it. */
const pushSubscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1_000),
  expirationTime: z.number().nullable().optional(),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{20,200}=*$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{10,100}=*$/),
  }),
});
export type PushSubscriptionRecord = z.infer<typeof pushSubscriptionSchema>;

/** Push subscriptions of browsers. */
export const pushRoutes = {
  subscribePush: route({
    method: 'POST',
    path: '/notifications/push',
    summary: "Send the caller's notifications to this browser as well",
    access: 'registered',
    ownership: 'caller',
    body: z.strictObject({ subscription: pushSubscriptionSchema }),
    response: messageEnvelope,
  }),
  unsubscribePush: route({
    method: 'DELETE',
    path: '/notifications/push',
    summary: 'Stop sending notifications to this browser',
    access: 'registered',
    ownership: 'caller',
    body: z.strictObject({ endpoint: z.string().max(1_000) }),
    response: messageEnvelope,
  }),
};
