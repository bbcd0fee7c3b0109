import { z } from 'zod';
import { idSchema, instantSchema } from '../id.ts';

export const notificationTypes = [
  'general',
  'key_reminder',
  'security_alert',
  'system_alert',
  'other',
] as const;
export const notificationPriorities = ['low', 'medium', 'high'] as const;

/** A message to one person. */
export const notificationSchema = z.object({
  _id: idSchema,
  title: z.string(),
  message: z.string(),
  createdAt: instantSchema,
  read: z.boolean(),
  readAt: instantSchema.nullable(),
  type: z.enum(notificationTypes),
  priority: z.enum(notificationPriorities),
});
export type Notification = z.infer<typeof notificationSchema>;
