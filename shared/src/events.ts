import { z } from 'zod';
import type { ErrorCode } from './core/errors.ts';
import { idSchema, instantSchema } from './core/fields.ts';
import type { Notification } from './core/notifications.ts';
import { keySchema } from './keys/key.ts';
import { returnTypeSchema } from './loans/loan.ts';
import type { CodeIssued, CodeType } from './loans/qr-payload.ts';

export const keyActions = [
  'take',
  'return',
  'qr-return',
  'qr-request',
  'create',
  'update',
  'delete',
  'toggle-frequent',
] as const;
export const keyActionSchema = z.enum(keyActions);
export type KeyAction = z.infer<typeof keyActionSchema>;

/** Clients drop an event whose `version` is older than the one they have. */
export const keyEventSchema = z.object({
  action: keyActionSchema,
  key: keySchema,
  version: z.int(),
  /** `requestingUserId`: who got the key, or whose key was returned. */
  requestingUserId: idSchema.optional(),
  originalUserId: idSchema.optional(),
  scannerId: idSchema.optional(),
  returnType: returnTypeSchema.optional(),
  timestamp: instantSchema,
});
export type KeyEvent = z.infer<typeof keyEventSchema>;

/** A code was refused at the desk. `issuedAt` (ISO instant) identifies it. */
export type CodeRefusal = {
  type: CodeType;
  keyIds: readonly string[];
  issuedAt: string;
  /** The desk's error. */
  code: ErrorCode;
  message: string;
  /** The desk is resolving the refusal; the code stays valid until this instant. */
  expiresAt?: string;
};

/** A person's codes for these keys were voided, so the desk no longer expects them. */
export type CodesVoided = {
  userId: string;
  /** Absent when all codes were voided. */
  keyIds?: readonly string[];
};

export type UnreadCount = { unreadCount: number };

/** Parts of a campus: lists and desks, due times, access rules. */
export const campusTopics = ['lists', 'due', 'access'] as const;
export type CampusTopic = (typeof campusTopics)[number];

/** `version` is the current one of the campus. */
export type CampusChange = { about: CampusTopic; version: string };

/** Clients reload this count. */
export type CountChange = { countId: string };

export type ServerEvents = {
  'key-updated': (event: KeyEvent) => void;
  'user-key-updated': (event: KeyEvent) => void;
  /** Many keys changed at once, by an import: clients reload their lists. */
  'key-list-changed': () => void;
  /** Clients reload it. Older servers do not say what has changed. */
  'campus-changed': (change?: CampusChange) => void;
  /** Only to the person to whom the code was issued. */
  'code-refused': (refusal: CodeRefusal) => void;
  /** Only to the desk. */
  'code-issued': (issued: CodeIssued) => void;
  /** Only to the desk. */
  'codes-voided': (voided: readonly CodesVoided[]) => void;
  /** Has its id under both names that clients use, `_id` and `id`. */
  /** Only to the desk. */
  'count-changed': (change: CountChange) => void;
  notification: (notification: Notification & { id: string }) => void;
  'notification-count-update': (count: UnreadCount) => void;
};

/**
 * The session decides the rooms; these messages change nothing, and the answer says whether they
 * name one of the session's own rooms.
 */
export type ClientEvents = {
  'join-user-room': (userId: string, joined?: (ok: boolean) => void) => void;
  'join-role-room': (role: string, joined?: (ok: boolean) => void) => void;
  'join-keys-room': (joined?: (ok: boolean) => void) => void;
};
