import { recallText } from '@keydesk/shared/access/refusal-cause';
import type { CampusTopic, KeyEvent } from '@keydesk/shared/events';
import { may, type Role } from '@keydesk/shared/http/roles';
import { isHeldBy } from '@keydesk/shared/keys/key';
import { inLanguage } from '../../http/language.ts';
import { hideFromHolder, hideFromOthers, hideFromUnattended } from './key-readers.ts';
import {
  type ClusterEvent,
  type KeyChange,
  maxSingleEvents,
  type Publisher,
  type RealtimeServer,
  type RealtimeSocket,
  type SocketOwner,
} from './publisher.ts';

/** Publishes events to this process's pages (`broadcastLocally`), then to other processes. */
export function createPublisher(
  io: RealtimeServer,
  broadcastLocally: (event: ClusterEvent) => void,
  tellOfCampus: (about: CampusTopic) => void,
): Publisher {
  const publish = (event: Omit<ClusterEvent, 'timestamp'>): void => {
    const stamped = { ...event, timestamp: new Date().toISOString() };
    broadcastLocally(stamped);
    io.serverSideEmit('news', stamped);
  };
  return {
    keysChanged: (changes) =>
      publish(changes.length > maxSingleEvents ? { keyListChanged: true } : { changes }),
    handedOver: (changes, deliveries) => publish({ changes, told: deliveries }),
    keyListChanged: () => publish({ keyListChanged: true }),
    codeRefused: (userId, refusal) => publish({ codeRefused: { userId, refusal } }),
    codeIssued: (issued) => publish({ codeIssued: issued }),
    codesVoided(voided) {
      if (voided.length > 0) publish({ codesVoided: voided });
    },
    countChanged: (countId) => publish({ countChanged: { countId } }),
    notified(deliveries) {
      if (deliveries.length > 0) publish({ told: deliveries });
    },
    unreadChanged: (userId, unreadCount) => publish({ unread: { userId, unreadCount } }),
    sessionEnded(sessionId) {
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    personChanged(userId) {
      io.in(userRoom(userId)).disconnectSockets(true);
      publish({ codesVoided: [{ userId }] });
    },
    settingsChanged: () => publish({ settingsChanged: true }),
    campusChanged(about) {
      tellOfCampus(about);
      publish({ campusChanged: true, about });
    },
  };
}

export function broadcast(io: RealtimeServer, event: ClusterEvent): void {
  for (const change of event.changes ?? []) broadcastKeyChange(io, change, event.timestamp);
  if (event.keyListChanged) io.local.to(Object.values(keyRooms)).emit('key-list-changed');
  if (event.codeRefused) {
    const { userId, refusal } = event.codeRefused;
    io.local.to(userRoom(userId)).emit('code-refused', refusal);
  }
  if (event.codeIssued) io.local.to(keyRooms.desk).emit('code-issued', event.codeIssued);
  if (event.codesVoided) io.local.to(keyRooms.desk).emit('codes-voided', event.codesVoided);
  if (event.countChanged) io.local.to(keyRooms.desk).emit('count-changed', event.countChanged);
  if (event.unread) {
    const { userId, unreadCount } = event.unread;
    io.local.to(userRoom(userId)).emit('notification-count-update', { unreadCount });
  }
  for (const { userId, notification, unreadCount } of event.told ?? []) {
    const page = io.local.to(userRoom(userId));
    page.emit('notification', { ...notification, id: notification._id });
    page.emit('notification-count-update', { unreadCount });
  }
}

function broadcastKeyChange(io: RealtimeServer, change: KeyChange, timestamp: string): void {
  const full = toKeyEvent(change, timestamp);
  const reduced = { ...full, key: hideFromOthers(full.key) };
  io.local.to(keyRooms.desk).emit('key-updated', full);
  const userIds = [change.requestingUserId, change.originalUserId];
  // Before the events to others: pages drop the second event of a version, which says less.
  for (const userId of new Set(userIds.filter((id) => id !== undefined))) {
    // A former holder now sees what others see (`private-address`).
    const own = isHeldBy(full.key, userId) ? { ...full, key: hideFromHolder(full.key) } : reduced;
    io.local.to(userRoom(userId)).emit('user-key-updated', own);
  }
  // Unless the key changed hands undisputed, only the desk and the people concerned learn who.
  const { requestingUserId, originalUserId, ...nobodys } = reduced;
  const isNobodys = change.action === 'update' || change.wasDisputed;
  const toOthers = isNobodys ? nobodys : reduced;
  io.local.to(keyRooms.others).emit('key-updated', toOthers);
  const toUnattended = { ...toOthers, key: hideFromUnattended(full.key) };
  io.local.to(keyRooms.unattended).emit('key-updated', toUnattended);
}

function toKeyEvent({ wasDisputed, ...change }: KeyChange, timestamp: string): KeyEvent {
  const { key } = change;
  return {
    ...change,
    // Readers of any language get it.
    ...(key.recallCause && {
      key: { ...key, recallReason: inLanguage('en', () => recallText(key)) },
    }),
    // Pages must not list a deleted key again, whatever changed about it.
    action: change.key.isActive ? change.action : 'delete',
    version: change.key.version,
    timestamp,
  };
}

/** Key events come in a variant for each kind of reader (`private-address`). */
const keyRooms = {
  desk: 'keys:desk',
  unattended: 'keys:unattended',
  others: 'keys:others',
} as const;

export function userRoom(userId: string): string {
  return `user:${userId}`;
}

function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

/** The `session-rooms`: session, user, role, and keys for roles that see keys. */
export function roomsOf({ sessionId, userId, role, reader }: SocketOwner): string[] {
  return [
    sessionRoom(sessionId),
    userRoom(userId),
    roleRoom(role),
    ...(may(role, 'seeKeys') ? [keyRooms[reader]] : []),
  ];
}

function roleRoom(role: Role): string {
  return `role:${role}`;
}

/** A socket that sends more packets within the window is disconnected. */
const packetsPerWindow = 20;
const windowMs = 10_000;

/** Only acknowledges joins: sockets are in their `session-rooms` already. */
export function handleJoins(io: RealtimeServer): void {
  io.on('connection', (socket) => {
    limitPackets(socket);
    const { userId, role } = socket.data;
    socket.on('join-user-room', (id, joined) => acknowledge(joined, id === userId));
    socket.on('join-role-room', (name, joined) => acknowledge(joined, name === role));
    socket.on('join-keys-room', (joined) => acknowledge(joined, may(role, 'seeKeys')));
  });
}

function limitPackets(socket: RealtimeSocket): void {
  let windowStart = 0;
  let packets = 0;
  socket.use((_packet, next) => {
    const now = Date.now();
    if (now - windowStart > windowMs) {
      windowStart = now;
      packets = 0;
    }
    packets += 1;
    if (packets > packetsPerWindow) socket.disconnect(true);
    else next();
  });
}

function acknowledge(joined: unknown, ok: boolean): void {
  if (typeof joined === 'function') joined(ok);
}
