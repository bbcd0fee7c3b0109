import type { Notification } from '@keydesk/shared/core/notifications';
import type {
  CampusTopic,
  ClientEvents,
  CodeRefusal,
  CodesVoided,
  CountChange,
  KeyAction,
  ServerEvents,
} from '@keydesk/shared/events';
import type { Role } from '@keydesk/shared/http/roles';
import type { Key } from '@keydesk/shared/keys/key';
import type { ReturnType } from '@keydesk/shared/loans/loan-kinds';
import type { CodeIssued } from '@keydesk/shared/loans/qr-payload';
import type { Server, Socket } from 'socket.io';
import type { KeyReader } from './key-readers.ts';

/** A committed change of a key, with everything that the desk may see. */
export type KeyChange = {
  action: KeyAction;
  key: Key;
  requestingUserId?: string;
  originalUserId?: string;
  scannerId?: string;
  returnType?: ReturnType;
  /** Whether it was said whose the key was, and disputed: nobody else is told whose. */
  wasDisputed?: boolean;
};

/** Up to this many changed keys are published one by one. */
export const maxSingleEvents = 50;

/** Tells connected pages, in every process, what has changed (`publish-after-commit`). */
export type Publisher = {
  /** More than `maxSingleEvents` are published as one change of the list. */
  keysChanged(changes: readonly KeyChange[]): void;
  /** Keys changed hands, and the people concerned get these notifications. */
  handedOver(changes: readonly KeyChange[], deliveries: readonly NotificationDelivery[]): void;
  /** Too many keys changed to publish each one: pages reload the list. */
  keyListChanged(): void;
  /** A code of this person was refused at the desk. */
  codeRefused(userId: string, refusal: CodeRefusal): void;
  /** A code was issued: the desk sees who is about to come. */
  codeIssued(issued: CodeIssued): void;
  /** Codes were voided before their time: the desk no longer expects whoever has them. */
  codesVoided(voided: readonly CodesVoided[]): void;
  /** A count began, ended, or what it has seen changed. */
  countChanged(countId: string): void;
  notified(deliveries: readonly NotificationDelivery[]): void;
  unreadChanged(userId: string, unreadCount: number): void;
  sessionEnded(sessionId: string): void;
  /**
   * Ends a person's live connections, and the desk no longer expects them: all their codes were
   * voided. Pages reconnect with the rights the person now has.
   */
  personChanged(userId: string): void;
  settingsChanged(): void;
  /**
   * The lists, desks, due times or access rules changed: pages read them again, and before that the
   * other processes.
   */
  campusChanged(about: CampusTopic): void;
};

/**
 * What one process sends the others, so that each can inform its own pages. During a rolling
 * restart it travels between versions: field names stay as they are.
 */
export type ClusterEvent = {
  changes?: readonly KeyChange[];
  keyListChanged?: true;
  codeRefused?: { userId: string; refusal: CodeRefusal };
  codeIssued?: CodeIssued;
  codesVoided?: readonly CodesVoided[];
  countChanged?: CountChange;
  /** Notifications to deliver. */
  told?: readonly NotificationDelivery[];
  unread?: { userId: string; unreadCount: number };
  settingsChanged?: true;
  campusChanged?: true;
  /** What of it; older versions do not say. */
  about?: CampusTopic;
  timestamp: string;
};

type ClusterEventMap = { news: (event: ClusterEvent) => void };

/** Whose socket this is: fixed when it connects. */
export type SocketOwner = {
  sessionId: string;
  userId: string;
  role: Role;
  /** How they read keys, if they may see them. */
  reader: Exclude<KeyReader, 'holder'>;
};

export type RealtimeServer = Server<ClientEvents, ServerEvents, ClusterEventMap, SocketOwner>;
export type RealtimeSocket = Socket<ClientEvents, ServerEvents, ClusterEventMap, SocketOwner>;

/** A stored notification to deliver, and how many unread ones its recipient has with it. */
export type NotificationDelivery = {
  userId: string;
  notification: Notification;
  unreadCount: number;
};
