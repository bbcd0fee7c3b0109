import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listAuditEvents } from '../../test/audit.ts';
import { dutyAt, enrolComputer, insertDesk } from '../../test/desk-computer.ts';
import { closeLoan, openLoan } from '../../test/factories/loans.ts';
import { giveKey, requestCode } from '../../test/handovers.ts';
import { testCampus } from '../../test/test-campus.ts';
import type { TestClient } from '../../test/test-client.ts';
import {
  auditEvents,
  codes,
  deskComputers,
  deskEnrolments,
  dutyPinFailures,
  linkPermissions,
  loans,
  notifications,
  pushSubscriptions,
  sentReminders,
  sessions,
  shiftNotes,
  signIns,
  waits,
} from '../db/schema.ts';
import { retentionJob } from './scheduled-jobs.ts';

const campus = testCampus();
const guard = campus.resident('security');

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

/** Runs the job as one process would that day. */
function runIn(days: number) {
  return retentionJob(campus.db).run(inDays(days));
}

async function countCodes({ user }: TestClient) {
  return (await campus.db.orm.select().from(codes).where(eq(codes.userId, user.id))).length;
}

async function countSessions({ user }: TestClient) {
  return (await campus.db.orm.select().from(sessions).where(eq(sessions.userId, user.id))).length;
}

test('used and expired codes are removed after 30 days; their loans and events stay', async () => {
  const asha = await campus.person();
  const [first, second] = [await campus.key(), await campus.key()];
  await giveKey(guard, asha, first.id);
  await requestCode(asha, second.id);
  await runIn(29);
  expect(await countCodes(asha)).toBe(2);
  await runIn(31);
  expect(await countCodes(asha)).toBe(0);
  const kept = await campus.db.orm.select().from(loans).where(eq(loans.holderId, asha.user.id));
  expect(kept).toHaveLength(1);
  const events = await listAuditEvents(campus.db, eq(auditEvents.keyId, first.id));
  expect(events.map(({ action }) => action)).toContain('hand-out');
});

test('a session is removed 30 days after it was ended, with its codes and its push', async () => {
  const asha = await campus.person();
  await requestCode(asha, (await campus.key()).id);
  const { sessionId } = asha.secrets;
  await campus.db.orm.insert(pushSubscriptions).values({
    endpoint: `https://push.test/${sessionId}`,
    userId: asha.user.id,
    sessionId,
    p256dh: 'p',
    auth: 'a',
  });
  await asha.get(api.logout);
  await runIn(29);
  expect(await countSessions(asha)).toBe(1);
  await runIn(31);
  expect(await countSessions(asha)).toBe(0);
  expect(
    await campus.db.orm
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.sessionId, sessionId)),
  ).toEqual([]);
});

test('a session that was never ended is removed once no setting could keep it alive', async () => {
  const asha = await campus.person();
  await runIn(36);
  expect(await countSessions(asha)).toBe(1);
  await runIn(38);
  expect(await countSessions(asha)).toBe(0);
});

test('sign-ins are kept for as long as the analytics may count them', async () => {
  const { user } = await campus.person();
  const at = new Date();
  await campus.db.orm
    .insert(signIns)
    .values(Array.from({ length: 2_500 }, () => ({ userId: user.id, at })));
  const count = async () =>
    (await campus.db.orm.select().from(signIns).where(eq(signIns.userId, user.id))).length;
  await runIn(119);
  expect(await count()).toBe(2_500);
  await runIn(121);
  expect(await count()).toBe(0);
});

test('permissions to link are removed when their time is up', async () => {
  const { user } = await campus.person();
  await campus.db.orm.insert(linkPermissions).values({ userId: user.id, expiresAt: inDays(2) });
  await runIn(1);
  expect(await campus.db.orm.select().from(linkPermissions)).toHaveLength(1);
  await runIn(3);
  expect(await campus.db.orm.select().from(linkPermissions)).toEqual([]);
});

test('several processes remove at once, and nobody living loses anything', async () => {
  const asha = await campus.person();
  await requestCode(asha, (await campus.key()).id);
  await Promise.all([runIn(1), runIn(1), runIn(1)]);
  expect(await countCodes(asha)).toBe(1);
  expect((await asha.call(api.checkAuth)).status).toBe(200);
});

test('notifications are removed after 90 days', async () => {
  const { user } = await campus.person();
  const notice = { userId: user.id, template: 'pin-set', facts: {} };
  await campus.db.orm.insert(notifications).values(notice as typeof notifications.$inferInsert);
  const stored = () =>
    campus.db.orm.select().from(notifications).where(eq(notifications.userId, user.id));
  await runIn(89);
  expect(await stored()).toHaveLength(1);
  await runIn(91);
  expect(await stored()).toEqual([]);
});

test('waits are removed 90 days after they were told or ended, and none that lasts', async () => {
  const { user } = await campus.person();
  const at = new Date();
  const wait = async (ending: Partial<typeof waits.$inferInsert>) =>
    campus.db.orm
      .insert(waits)
      .values({ keyId: (await campus.key()).id, userId: user.id, ...ending });
  await wait({ toldAt: at });
  await wait({ endedAt: at });
  await wait({ toldAt: at, endedAt: inDays(5) });
  await wait({ since: inDays(-400) });
  const count = async () => (await campus.db.orm.select().from(waits)).length;
  await runIn(89);
  expect(await count()).toBe(4);
  await runIn(91);
  expect(await count()).toBe(2);
  await runIn(96);
  expect(await campus.db.orm.select().from(waits)).toMatchObject([{ toldAt: null, endedAt: null }]);
});

test('which reminders were sent is removed 30 days after the key came back', async () => {
  const { user } = await campus.person();
  const lend = async () => {
    const facts = { keyId: (await campus.key()).id, holderId: user.id, handedBy: guard.user.id };
    const loan = await openLoan(campus.db, facts);
    const dueAt = loan.dueAt as Date;
    await campus.db.orm
      .insert(sentReminders)
      .values([0, 1].map((nth) => ({ loanId: loan.id, dueAt, step: 'overdue', nth })));
    return loan;
  };
  const [out, back] = [await lend(), await lend()];
  await closeLoan(campus.db, back, { returnedAt: new Date() });
  const stored = async () =>
    (await campus.db.orm.select().from(sentReminders)).map(({ loanId }) => loanId);
  await runIn(29);
  expect(await stored()).toHaveLength(4);
  await runIn(31);
  expect(await stored()).toEqual([out.id, out.id]);
});

test('codes that enrol a computer are removed a day after their ten minutes, used or not', async () => {
  const admin = await campus.person('admin');
  const deskId = await insertDesk(campus);
  await enrolComputer(campus, deskId);
  await admin.get(api.createEnrolment, { body: { deskId, name: 'PC 2' } });
  const stored = async () => (await campus.db.orm.select().from(deskEnrolments)).length;
  await runIn(1);
  expect(await stored()).toBe(2);
  await runIn(1.01);
  expect(await stored()).toBe(0);
  expect(await campus.db.orm.select().from(deskComputers)).toHaveLength(1);
});

test('wrong PINs are removed a day after their lock, or when their computer is revoked', async () => {
  const [locked, counted, revoked] = [
    await enrolComputer(campus),
    await enrolComputer(campus),
    await enrolComputer(campus),
  ];
  const { id: userId } = guard.user;
  await campus.db.orm.insert(dutyPinFailures).values([
    { userId, deviceId: locked.id, failures: 5, lockedUntil: inDays(0.01) },
    { userId, deviceId: counted.id, failures: 4 },
    { userId, deviceId: revoked.id, failures: 4 },
  ]);
  const admin = await campus.person('admin');
  await admin.get(api.revokeComputer, { params: { id: revoked.id } });
  const stored = async () =>
    (await campus.db.orm.select().from(dutyPinFailures)).map(({ deviceId }) => deviceId);
  await runIn(0.99);
  expect(await stored()).toEqual([locked.id, counted.id, revoked.id]);
  await runIn(1.005);
  expect(await stored()).toEqual([locked.id, counted.id]);
  await runIn(1.02);
  expect(await stored()).toEqual([counted.id]);
});

test('notes for the next shift are removed after 30 days, read or not', async () => {
  const { computer } = await dutyAt(campus);
  await computer.get(api.putShiftNote, { body: { text: 'The lift is stuck' } });
  const countNotes = async () => (await campus.db.orm.select().from(shiftNotes)).length;
  await runIn(29);
  expect(await countNotes()).toBe(1);
  await runIn(31);
  expect(await countNotes()).toBe(0);
});

/** A closed count of a cabinet of its own, which saw its first key and these others. */
async function countOf(hooks: string[], ...others: string[]) {
  const someone = await campus.person('security');
  const cabinet = `Year ${hooks.join()}`;
  const keys: string[] = [];
  for (const hook of hooks) keys.push((await campus.key({ hook: `${cabinet} · ${hook}` })).id);
  const body = { scope: { kind: 'cabinet' as const, cabinet } };
  const { id } = (await someone.get(api.beginCount, { body })).data.count;
  const seen = {
    params: { id },
    body: { tags: [...keys.slice(0, 1), ...others].map(formatKeyTag) },
  };
  await someone.get(api.scanForCount, seen);
  await someone.get(api.closeCount, { params: { id } });
  return { id, keys };
}

test('a key that a removed count saw stays seen, though an older count missed it', async () => {
  const { keys } = await countOf(['4', '5', '6']);
  const [, seenSince = ''] = keys;
  await countOf(['7'], seenSince);
  await runIn(366);
  const someone = await campus.person('security');
  const { data } = await someone.get(api.getKey, { params: { id: seenSince } });
  expect(data.key).not.toHaveProperty('notSeenSince');
  await someone.get(api.sayHere, { params: { id: keys[2] ?? '' } });
  await runIn(366);
});

test('counts are removed after a year with what was scanned, but not while a key is not seen', async () => {
  const count = (...hooks: string[]) => countOf(hooks);
  const [whole, unseen] = [await count('1'), await count('2', '3')];
  const left = async () =>
    (await campus.db.query<{ id: string }>('SELECT DISTINCT count_id AS id FROM count_scans')).rows
      .map(({ id }) => id)
      .toSorted();
  await runIn(364);
  expect(await left()).toEqual([whole.id, unseen.id].toSorted());
  await runIn(366);
  expect(await left()).toEqual([unseen.id]);
  const someone = await campus.person('security');
  await someone.get(api.sayHere, { params: { id: unseen.keys[1] ?? '' } });
  await runIn(366);
  expect(await left()).toEqual([]);
});
