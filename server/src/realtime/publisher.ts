import type { KeyAction } from '@keydesk/shared/events';
import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import type { Key } from '@keydesk/shared/keys/key';
import type { Told } from '../features/notifications/notifications.service.ts';

/** A committed change of a key, as the desk may see it. */
export type KeyChange = {
  action: KeyAction;
  key: Key;
  requestingUserId?: string;
  originalUserId?: string;
  scannerId?: string;
  returnType?: ReturnType;
};

/** Tells connected pages what has been committed. Never called inside a transaction. */
export type Publisher = {
  keysChanged(changes: readonly KeyChange[]): void;
  /** Keys changed hands, and the people concerned are told. */
  handedOver(changes: readonly KeyChange[], told: readonly Told[]): void;
  /** Too many keys changed to tell of each: pages read the list anew. */
  keyListChanged(): void;
  notified(told: readonly Told[]): void;
  unreadChanged(userId: string, unreadCount: number): void;
  sessionEnded(sessionId: string): void;
  /** Ends a person's live connections; those that may come back do so by their rights of now. */
  personChanged(userId: string): void;
  settingsChanged(): void;
};
