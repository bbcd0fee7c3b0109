import { minuteMs } from '@keydesk/shared/core/dates';
import type { Notification } from '@keydesk/shared/core/notifications';
import {
  type CampusChange,
  type CampusTopic,
  type ClientEvents,
  type CodeRefusal,
  type CodesVoided,
  type CountChange,
  campusTopics,
  type KeyEvent,
  type ServerEvents,
} from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import type { CodeIssued } from '@keydesk/shared/loans/qr-payload';
import { showNames } from '@keydesk/shared/people/shown-name';
import type { Query } from '@tanstack/react-query';
import type { Socket } from 'socket.io-client';
import { queryClient } from '../query-client.ts';
import { createEmitter } from '../store.ts';
import { isConnected } from './connection.ts';

export type KeydeskSocket = Socket<ServerEvents, ClientEvents>;
export type SocketUser = { id: string; role: string };

const keyEvents = createEmitter<[KeyEvent]>();
const keyListChanges = createEmitter<[]>();
const campusChanges = createEmitter<[PendingChange]>();
const codeRefusals = createEmitter<[CodeRefusal]>();
const codesIssued = createEmitter<[CodeIssued]>();
const codesVoided = createEmitter<[readonly CodesVoided[]]>();
const countChanges = createEmitter<[CountChange]>();
const notifications = createEmitter<[Notification]>();
const unreadCounts = createEmitter<[number]>();

export function joinRooms(socket: KeydeskSocket, person: SocketUser): void {
  socket.emit('join-user-room', person.id);
  socket.emit('join-role-room', person.role);
  socket.emit('join-keys-room');
}

export function forwardEvents(socket: KeydeskSocket): void {
  let isNew = dedupeKeyEvents();
  // Everything is refetched after a connect, perhaps from a restored database.
  socket.on('connect', () => {
    isNew = dedupeKeyEvents();
  });
  const forwardKeyEvent = (event: KeyEvent): void => {
    if (isNew(event)) keyEvents.emit({ ...event, key: withShownHolder(event.key) });
  };
  // Servers that send the events in camel case are supported, too.
  for (const name of ['key-updated', 'user-key-updated', 'keyUpdated', 'userKeyUpdated'])
    socket.on(name as 'key-updated', forwardKeyEvent);
  socket.on('key-list-changed', () => keyListChanges.emit());
  socket.on('campus-changed', onCampusChange);
  socket.on('code-refused', codeRefusals.emit);
  socket.on('code-issued', codesIssued.emit);
  socket.on('codes-voided', codesVoided.emit);
  socket.on('count-changed', countChanges.emit);
  socket.on('notification', notifications.emit);
  socket.on('notification-count-update', ({ unreadCount }) => unreadCounts.emit(unreadCount));
}

/** A key that readers of any language got, with its holder's name for this one. */
export function withShownHolder(key: Key): Key {
  return key.takenBy ? { ...key, takenBy: showNames(key.takenBy) } : key;
}

/** Calls back once per change of a key, and never for an older one after a newer. */
export const onKeyEvent = keyEvents.on;
/** Publishes a key from an answer, whose event may come later or never. */
export function takeInKey(key: Key): void {
  keyEvents.emit({ action: 'update', key, version: key.version, timestamp: key.updatedAt });
}
/** Calls back when key lists must be refetched: many keys changed, or events may have been lost. */
export const onKeyListChanged = keyListChanges.on;
const readKeysAgain = keyListChanges.emit;
/** The first event of a change of the campus. */
export type PendingChange = {
  about: CampusTopic;
  /** The campus's version after the change; undefined from an older server. */
  version: string | undefined;
  /** Whether a query's data may be older than the change. */
  mayBeStale: (query: Query) => boolean;
};

/** Calls back once for changes in quick succession. */
export function onCampusChanged(
  about: CampusTopic,
  listener: (change: PendingChange) => void,
): () => void {
  return campusChanges.on((change) => {
    if (change.about === about) listener(change);
  });
}

/**
 * The page that made a change refetches on its answer, about when its event arrives: after this
 * delay, in milliseconds, only older data are read again.
 */
const settleMs = 250;
const pending = new Map<CampusTopic, PendingChange>();

function onCampusChange(change?: CampusChange): void {
  for (const about of change ? [change.about] : campusTopics) {
    const earlier = pending.get(about);
    const at = Date.now();
    const running = new Set(queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' }));
    pending.set(about, {
      about,
      version: change?.version,
      mayBeStale: (query) => query.state.dataUpdatedAt <= at || running.has(query),
    });
    if (earlier) continue;
    setTimeout(() => {
      const latest = pending.get(about);
      pending.delete(about);
      if (latest) campusChanges.emit(latest);
    }, settleMs);
  }
}
export const onCodeRefused = codeRefusals.on;
export const onCodeIssued = codesIssued.on;
export const onCodesVoided = codesVoided.on;
/** For the desk: a count started, ended, or has new scans. */
export const onCountChanged = countChanges.on;
export const onNotification = notifications.on;
export const onUnreadCount = unreadCounts.on;

/**
 * Passes each change of a key once, never an older one after a newer (`newest-wins`): a server
 * process sends its own changes at once and those of other processes a moment later.
 */
export function dedupeKeyEvents(): (event: KeyEvent) => boolean {
  const newest = new Map<string, number>();
  return ({ key, version }) => {
    const isNew = version > (newest.get(key._id) ?? -1);
    if (isNew) newest.set(key._id, version);
    return isNew;
  };
}

/** Connected pages may lose events, so visible ones refetch their keys (`no-lost-change`). */
export function readKeysEachMinute(): void {
  setInterval(() => {
    if (isConnected() && document.visibilityState === 'visible') readKeysAgain();
  }, minuteMs);
}

export function isAboutPerson(event: KeyEvent, userId: string): boolean {
  return event.requestingUserId === userId || event.originalUserId === userId;
}
