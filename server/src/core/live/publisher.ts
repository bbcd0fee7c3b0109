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
  /** The loan was disputed: no one else may learn whose it was. */
  wasDisputed?: boolean;
};

/** Up to this many changed keys are published one by one. */
export const maxSingleEvents = 50;

/** Notifies connected pages, in every process, of changes (`publish-after-commit`). */
export type Publisher = {
  /** More than `maxSingleEvents` are published as one change of the list. */
  keysChanged(changes: readonly KeyChange[]): void;
  /** Keys changed hands, with the notifications to people concerned. */
  handedOver(changes: readonly KeyChange[], deliveries: readonly NotificationDelivery[]): void;
  /** Too many keys changed to publish each one: pages reload the list. */
  keyListChanged(): void;
  /** A code of this person was refused at the desk. */
  codeRefused(userId: string, refusal: CodeRefusal): void;
  /** The desk shows who is about to come. */
  codeIssued(issued: CodeIssued): void;
  /** The desk no longer expects these people. */
  codesVoided(voided: readonly CodesVoided[]): void;
  countChanged(countId: string): void;
  notified(deliveries: readonly NotificationDelivery[]): void;
  unreadChanged(userId: string, unreadCount: number): void;
  sessionEnded(sessionId: string): void;
  /**
   * All codes of the person were voided: the desk no longer expects them, and their live
   * connections close. Pages reconnect with the person's current rights.
   */
  personChanged(userId: string): void;
  settingsChanged(): void;
  /** Campus or access changed: other processes and then pages read it again. */
  campusChanged(about: CampusTopic): void;
};

/**
 * Sent between processes, so that each can inform its own pages. During a rolling restart it
 * travels between versions, so field names must not change.
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
  /** What changed; older versions do not say. */
  about?: CampusTopic;
  timestamp: string;
};

type ClusterEventMap = { news: (event: ClusterEvent) => void };

/** Fixed when the socket connects. */
export type SocketOwner = {
  sessionId: string;
  userId: string;
  role: Role;
  /** How they read keys, if they may see them. */
  reader: Exclude<KeyReader, 'holder'>;
};

export type RealtimeServer = Server<ClientEvents, ServerEvents, ClusterEventMap, SocketOwner>;
export type RealtimeSocket = Socket<ClientEvents, ServerEvents, ClusterEventMap, SocketOwner>;

/** A stored notification, and its recipient's unread count including it. */
export type NotificationDelivery = {
  userId: string;
  notification: Notification;
  unreadCount: number;
};
