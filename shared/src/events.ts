import { z } from 'zod';
import type { ErrorCode } from './core/errors.ts';
import { idSchema, instantSchema } from './core/fields.ts';
import type { Notification } from './core/notifications.ts';
import { keySchema } from './keys/key.ts';
import { returnTypeSchema } from './loans/loan.ts';
import type { CodeIssued, CodeType } from './loans/qr-payload.ts';

/** What happened to a key. */
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

/** A key has changed. Clients drop an event whose `version` is older than the one they have. */
export const keyEventSchema = z.object({
  action: keyActionSchema,
  key: keySchema,
  version: z.int(),
  /** Who got the key; of a return whose key it was. */
  requestingUserId: idSchema.optional(),
  originalUserId: idSchema.optional(),
  scannerId: idSchema.optional(),
  returnType: returnTypeSchema.optional(),
  timestamp: instantSchema,
});
export type KeyEvent = z.infer<typeof keyEventSchema>;

/** The desk scanned a code and it was refused. `issuedAt`, an instant, tells which code it was. */
export type CodeRefusal = {
  type: CodeType;
  keyIds: readonly string[];
  issuedAt: string;
  /** The error that the desk got, with its message. */
  code: ErrorCode;
  message: string;
  /** The desk still works on the code, which stays good until this instant. */
  expiresAt?: string;
};

/** A person's codes for these keys were voided, so they do not wait at the desk with one any more. */
export type CodesVoided = {
  userId: string;
  /** Absent when all their codes were. */
  keyIds?: readonly string[];
};

export type UnreadCount = { unreadCount: number };

/** What of a campus can change: its lists and desks, its due times, who may take which keys. */
export const campusTopics = ['lists', 'due', 'access'] as const;
export type CampusTopic = (typeof campusTopics)[number];

/** `version` is that of the campus as it is now. */
export type CampusChange = { about: CampusTopic; version: string };

/** This count began, ended, or what it has seen changed: clients read it again. */
export type CountChange = { countId: string };

/** Every event the server sends, by name. */
export type ServerEvents = {
  'key-updated': (event: KeyEvent) => void;
  'user-key-updated': (event: KeyEvent) => void;
  /** Many keys changed at once, by an import: clients fetch their lists again. */
  'key-list-changed': () => void;
  /** Something of the campus changed: clients fetch it again. Older servers do not say what. */
  'campus-changed': (change?: CampusChange) => void;
  /** To the person to whom the code was issued, and nobody else. */
  'code-refused': (refusal: CodeRefusal) => void;
  /** To the desk alone. */
  'code-issued': (issued: CodeIssued) => void;
  /** To the desk alone. */
  'codes-voided': (voided: readonly CodesVoided[]) => void;
  /** Carries its id under both names that clients use, `_id` and `id`. */
  /** To the desk alone. */
  'count-changed': (change: CountChange) => void;
  notification: (notification: Notification & { id: string }) => void;
  'notification-count-update': (count: UnreadCount) => void;
};

/**
 * Every event the client sends. The session decides the rooms; these messages change nothing and
 * are answered with whether they name one of the session's own rooms.
 */
export type ClientEvents = {
  'join-user-room': (userId: string, joined?: (ok: boolean) => void) => void;
  'join-role-room': (role: string, joined?: (ok: boolean) => void) => void;
  'join-keys-room': (joined?: (ok: boolean) => void) => void;
};
