import { z } from 'zod';
import { dataEnvelope } from '../http/envelope.ts';
import { route } from '../http/route.ts';
import { idSchema } from '../id.ts';
import { notificationSchema } from './notification.ts';

const notificationPath = z.strictObject({ id: idSchema });
const oneNotification = dataEnvelope(
  z.object({ notification: notificationSchema, unreadCount: z.int() }),
);

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
