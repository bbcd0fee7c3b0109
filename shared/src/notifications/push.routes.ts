import { z } from 'zod';
import { messageEnvelope } from '../http/envelope.ts';
import { route } from '../http/route.ts';

/** A browser's push subscription, as its own `toJSON` gives it. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1_000),
  expirationTime: z.number().nullable().optional(),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{20,200}=*$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{10,100}=*$/),
  }),
});
export type PushSubscriptionRecord = z.infer<typeof pushSubscriptionSchema>;

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
