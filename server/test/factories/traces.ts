import type { Connection } from '../../src/db/client.ts';
import { newId } from '../../src/db/ids.ts';
import {
  codes,
  deskComputers,
  desks,
  dutyPinFailures,
  dutyPins,
  linkPermissions,
  mailOutbox,
  messagePreferences,
  notifications,
  personCards,
  pushSubscriptions,
  sessions,
  shiftNotes,
  visitors,
  waits,
} from '../../src/db/schema.ts';
import { insertKey } from './keys.ts';
import { nextNumber, numberedId } from './numbering.ts';

/** Stores a row about this person in every table that an erasure clears. */
export async function leaveTraces(db: Connection, userId: string): Promise<void> {
  const id = numberedId(nextNumber());
  const at = new Date('2025-01-06T03:30:00Z');
  const bytes = (of: string) => Buffer.from(`${of} ${id}`);
  const key = await insertKey(db, { keyNumber: `W-${id}` });
  const { orm } = db;
  await orm
    .insert(sessions)
    .values({ id, userId, cookieHash: bytes('cookie'), bearerHash: bytes('bearer') });
  await orm.insert(codes).values({
    userId,
    sessionId: id,
    type: 'key-request',
    keyIds: [key.id],
    secretHash: bytes('code'),
    issuedAt: at,
    expiresAt: at,
  });
  await orm
    .insert(pushSubscriptions)
    .values({ userId, sessionId: id, endpoint: `https://push.test/${id}`, p256dh: '', auth: '' });
  const messageId = newId();
  await orm
    .insert(notifications)
    .values({ id: messageId, userId, title: 'Trace', message: 'A mail' });
  await orm.insert(mailOutbox).values({ id: messageId, userId, kind: 'handover', sentAt: at });
  await orm
    .insert(messagePreferences)
    .values({ userId, kind: 'handover', push: false, mail: true });
  await orm.insert(waits).values({ userId, keyId: key.id });
  await orm.insert(linkPermissions).values({ userId, expiresAt: at });
  await orm
    .insert(personCards)
    .values({ userId, cardHash: bytes('card'), label: 'Trace', addedBy: userId });
  await orm
    .insert(visitors)
    .values({ userId, name: 'Trace', sponsorId: userId, validUntil: at, askId: id });
  await orm.insert(dutyPins).values({ userId, hash: 'scrypt' });
  await orm.insert(desks).values({ id, name: `Desk ${id}`, place: 'Main Gate', position: 1 });
  await orm
    .insert(shiftNotes)
    .values({ deskId: id, writtenBy: userId, writtenAt: at, text: 'Trace' });
  await orm.insert(deskComputers).values({
    id,
    deskId: id,
    name: 'PC 1',
    secretHash: bytes('computer'),
    enrolledBy: userId,
  });
  await orm.insert(dutyPinFailures).values({ userId, deviceId: id, failures: 1 });
}
