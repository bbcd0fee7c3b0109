import { z } from 'zod';
import { idSchema, instantSchema } from '../id.ts';
import { messageKinds } from './message-kinds.ts';
import { messageTemplateNames } from './message-templates.ts';

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
  /** The one key that it is about. */
  keyId: idSchema.optional(),
  /** What it is about; absent in those from before it was recorded. */
  kind: z.enum(messageKinds).optional(),
  /** Which of our messages it is; absent in those of which that was not recorded. */
  template: z.enum(messageTemplateNames).optional(),
  /** The one loan that it is about. */
  loanId: idSchema.optional(),
  /** The page of the application that it leads to, as a path. */
  link: z.string().optional(),
  /** The reader's duty that it is about. */
  dutyId: idSchema.optional(),
  /** Its reader has disputed that loan or duty. */
  disputed: z.literal(true).optional(),
});
export type Notification = z.infer<typeof notificationSchema>;
