import { z } from 'zod';
import { nullAsUndefined } from '../http/input.ts';
import { idSchema, instantSchema } from './fields.ts';
import { messageKinds, messageTemplateNames } from './message-kinds.ts';
import { dataWith, deskRoute, messageEnvelope, route } from './route-rows.ts';
import { says } from './schema-texts.ts';
import { visitorAnswerNames } from './visitor-answers.ts';

export const notificationTypes = [
  'general',
  'key_reminder',
  'security_alert',
  'system_alert',
  'other',
] as const;
export const notificationPriorities = ['low', 'medium', 'high'] as const;

const notificationSchema = z.object({
  _id: idSchema,
  title: z.string(),
  message: z.string(),
  createdAt: instantSchema,
  read: z.boolean(),
  readAt: instantSchema.nullable(),
  type: z.enum(notificationTypes),
  priority: z.enum(notificationPriorities),
  /** The single key that it is about. */
  keyId: idSchema.optional(),
  /** Absent in messages that predate kinds. */
  kind: z.enum(messageKinds).optional(),
  /** Absent in messages that predate templates. */
  template: z.enum(messageTemplateNames).optional(),
  /** The single loan that it is about. */
  loanId: idSchema.optional(),
  /** The path of the page that it links to. */
  link: z.string().optional(),
  /** The reader's shift that it is about. */
  dutyId: idSchema.optional(),
  /** Its reader has disputed that loan or shift. */
  disputed: z.literal(true).optional(),
  /** Key numbers whose handover was undone since. */
  undone: z.array(z.string()).optional(),
  /** A key that was reported back cannot be taken now. */
  gone: z.literal(true).optional(),
  /** The dispute is settled, or the sponsor vouches or can vouch again. */
  over: z.literal(true).optional(),
  /** The reader gets it as the sponsor of a visitor. */
  ofVisitor: z.literal(true).optional(),
  /** The question about a visitor, and the reader's answer. */
  visitorAskId: idSchema.optional(),
  answered: z.literal(true).optional(),
  visitorAnswer: z.enum(visitorAnswerNames).optional(),
  /** The question is obsolete: the visit was renewed, or the visitor erased. */
  askedNoMore: z.literal(true).optional(),
});
export type Notification = z.infer<typeof notificationSchema>;

const oneNotification = dataWith({ notification: notificationSchema, unreadCount: z.int() });

const preferenceSchema = z.object({
  kind: z.enum(messageKinds),
  push: z.boolean(),
  mail: z.boolean(),
  /** At least one of push and email stays on. */
  required: z.boolean(),
});
export type MessagePreference = z.infer<typeof preferenceSchema>;

const preferencesEnvelope = dataWith({
  /** Whether this installation can send email. */
  mail: z.boolean(),
  kinds: z.array(preferenceSchema),
});

/** As returned by the browser's `toJSON`. */
const pushSubscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1_000),
  expirationTime: z.number().nullable().optional(),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{20,200}=*$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{10,100}=*$/),
  }),
});
export type PushSubscriptionRecord = z.infer<typeof pushSubscriptionSchema>;

/** The caller's notifications and where they are pushed, and reminders by the desk. */
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
      /** `none`: a bundle stands for those in it. An id: only those in this bundle. Default: all. */
      bundle: z.union([z.literal('none'), idSchema]).optional(),
    }),
    response: dataWith({
      notifications: z.array(notificationSchema),
      unreadCount: z.int(),
      hasMore: z.boolean(),
      /** The caller's newest one, bundled ones included: all up to it can be marked as read. */
      newest: idSchema.nullable(),
    }),
  }),
  markNotificationRead: route({
    method: 'PATCH',
    path: '/notifications/:id/read',
    summary: 'Mark a notification as read',
    access: 'registered',
    ownership: 'caller',
    response: oneNotification,
  }),
  markNotificationUnread: route({
    method: 'PATCH',
    path: '/notifications/:id/unread',
    summary: 'Mark a notification as unread',
    access: 'registered',
    ownership: 'caller',
    response: oneNotification,
  }),
  markAllNotificationsRead: route({
    method: 'PATCH',
    path: '/notifications/mark-all-read',
    summary: "Mark all of the caller's notifications as read, or those that were shown",
    access: 'registered',
    ownership: 'caller',
    body: z.strictObject({
      /** The newest one shown; later ones stay unread. */
      until: nullAsUndefined(idSchema.optional()),
    }),
    response: dataWith({ modifiedCount: z.int(), unreadCount: z.int() }),
  }),
  getMessagePreferences: route({
    method: 'GET',
    path: '/notifications/preferences',
    summary: 'How the caller receives each kind of message',
    access: 'registered',
    ownership: 'caller',
    deskComputer: 'never',
    response: preferencesEnvelope,
  }),
  putMessagePreferences: route({
    method: 'PUT',
    path: '/notifications/preferences',
    summary: 'Choose how to get these kinds of message; the others stay unchanged',
    access: 'registered',
    ownership: 'caller',
    deskComputer: 'never',
    body: z.strictObject({
      kinds: z
        .array(z.strictObject({ kind: z.enum(messageKinds), push: z.boolean(), mail: z.boolean() }))
        .min(1, says('choose-a-kind'))
        .max(messageKinds.length),
    }),
    response: preferencesEnvelope,
  }),
  remindHolder: deskRoute({
    method: 'POST',
    path: '/loans/:id/remind',
    summary: 'Remind the holder of a key that is out; once in 15 minutes for each loan',
    body: z.strictObject({}),
    response: dataWith({ remindedAt: instantSchema }),
  }),
  subscribePush: route({
    method: 'POST',
    path: '/notifications/push',
    summary: "Send the caller's notifications to this browser as well",
    access: 'registered',
    ownership: 'caller',
    deskComputer: 'never',
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
