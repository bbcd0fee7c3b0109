import { api } from '@keydesk/shared/api';
import { type MessageKind, rowOfKind } from '@keydesk/shared/core/message-kinds';
import type { Notification } from '@keydesk/shared/core/notifications';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askFor, decide, inMinutes } from '../../../test/access.ts';
import { enrolComputer, insertDesk } from '../../../test/desk-computer.ts';
import { addKeyRule } from '../../../test/due-rules.ts';
import { batchCode, giveKey } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { entered } from '../../../test/visitors.ts';
import { currentMessages } from '../../app/current-messages.ts';
import { transact } from '../../db/client.ts';
import { notify } from './notify.ts';
import { leaseMails } from './outbox.ts';
import { maxPerHour } from './queries.ts';

const hour = 3_600_000;
let deskId: string;

const campus = testCampus();
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'Main Desk' });
});
beforeEach(async () => {
  await campus.db.query("UPDATE users SET suspended_at = now() WHERE role <> 'faculty'");
});
const admin = campus.newcomer('admin', { name: 'Zadmin' });
const guard = campus.newcomer('security', { name: 'Zguard' });
const asha = campus.newcomer('faculty', { name: 'Zasha Rao' });
const ravi = campus.newcomer('faculty', { name: 'Zravi Kumar' });
const meera = campus.newcomer('faculty', { name: 'Zmeera Nair' });

async function listed(who: TestClient, query: Record<string, string> = {}) {
  return (
    await who.get(api.listNotifications, { query: { limit: '100', bundle: 'none', ...query } })
  ).data;
}

/** What a bundle holds, by the page to which it leads. */
async function inside(who: TestClient, bundle: Notification) {
  const id = new URL(bundle.link ?? '', campus.url).searchParams.get('bundle');
  expect(id).toBe(bundle._id);
  return (await listed(who, { bundle: bundle._id })).notifications;
}

async function newKey(more: Parameters<TestApp['key']>[0] = {}) {
  return (await campus.key({ keyName: 'Zroom', ...more })).id;
}

/** As many messages as someone gets of this kind in an hour. */
async function fill(who: TestClient, kind: MessageKind, priority: 'medium' | 'high') {
  await campus.db.query(
    `INSERT INTO notifications (id, user_id, template, kind, priority)
     SELECT substr(md5(random()::text), 1, 24), $1, 'welcome', $2, $3 FROM generate_series(1, ${maxPerHour})`,
    [who.user.id, kind, priority],
  );
  // As mails of messages that were stored with them.
  if (rowOfKind(kind).mail)
    await campus.db.query(
      `INSERT INTO mail_outbox (id, user_id, kind)
       SELECT id, user_id, kind FROM notifications WHERE user_id = $1 AND kind = $2`,
      [who.user.id, kind],
    );
}

async function mailsTo(who: TestClient, kind: MessageKind) {
  const { rows } = await campus.db.query<{ template: string; dueAt: Date; createdAt: Date }>(
    `SELECT template, due_at AS "dueAt", mail.created_at AS "createdAt"
       FROM mail_outbox mail JOIN notifications USING (id)
      WHERE mail.user_id = $1 AND mail.kind = $2`,
    [who.user.id, kind],
  );
  return rows;
}

async function disputed() {
  const loanId = await lent(guard, asha, await newKey());
  await asha.get(api.disputeLoan, { params: { id: loanId } });
  return loanId;
}

async function overridden(holder = asha) {
  const keyId = await newKey({ level: 'restricted', ownerId: ravi.user.id });
  const body = { keyId, holderId: holder.user.id, identifiedBy: 'desk' };
  await guard.get(api.lendKey, { body: { ...body, overrideReason: 'Fire drill' } });
}

async function setAuditLevel(logLevel: 'INFO' | 'ERROR') {
  const { data } = await admin.get(api.getSecuritySettings);
  const auditLogging = { ...data.auditLogging, logLevel };
  await admin.get(api.putSecuritySettings, { body: { ...data, auditLogging } });
}

const pin = '402719';

async function dutyByPin() {
  await guard.get(api.setDutyPin, { body: { pin } });
  const computer = await enrolComputer(campus, deskId);
  await computer.get(api.beginDuty, { body: { guardId: guard.user.id, pin } });
}

type Cause = {
  title: string;
  kind: MessageKind;
  priority?: 'medium' | 'high';
  to: () => TestClient;
  /** Done by one account, as often as it likes. */
  once: () => Promise<unknown>;
};

/** Every notice that one account can cause again and again. */
const causes: Cause[] = [
  {
    title: 'Key taken',
    kind: 'handover',
    to: () => asha,
    once: async () => giveKey(guard, asha, await newKey()),
  },
  {
    title: 'Key returned',
    kind: 'handover',
    to: () => asha,
    async once() {
      const id = await newKey();
      await lent(guard, asha, id);
      await guard.get(api.collectKey, { params: { id } });
    },
  },
  {
    title: 'Key handed out by override',
    kind: 'access',
    to: () => ravi,
    once: () => overridden(),
  },
  {
    title: 'Key is back',
    kind: 'wait',
    to: () => ravi,
    async once() {
      const id = await newKey();
      await lent(guard, asha, id);
      await ravi.get(api.waitForKey, { params: { id } });
      await guard.get(api.collectKey, { params: { id } });
    },
  },
  {
    title: 'Due time moved',
    kind: 'due-soon',
    to: () => asha,
    async once() {
      const key = await newKey();
      await addKeyRule(admin, key, { extensions: 1, extendMinutes: 90 });
      const id = await lent(guard, asha, key);
      const body = { until: inMinutes(300), reason: 'Longer rounds' };
      await guard.get(api.extendLoan, { params: { id }, body });
    },
  },
  {
    title: 'Key return reminder',
    kind: 'overdue',
    priority: 'high',
    to: () => asha,
    async once() {
      const id = await lent(guard, asha, await newKey());
      await guard.get(api.remindHolder, { params: { id }, body: {} });
    },
  },
  {
    title: 'Access requested',
    kind: 'access',
    to: () => ravi,
    once: async () => askFor(asha, await newKey({ level: 'restricted', ownerId: ravi.user.id })),
  },
  {
    title: 'Access denied',
    kind: 'access',
    to: () => asha,
    async once() {
      const { id } = await askFor(
        asha,
        await newKey({ level: 'restricted', ownerId: ravi.user.id }),
      );
      await decide(ravi, id, { decision: 'deny' });
    },
  },
  {
    title: 'Access approved',
    kind: 'access',
    to: () => asha,
    async once() {
      const { id } = await askFor(
        asha,
        await newKey({ level: 'restricted', ownerId: ravi.user.id }),
      );
      await decide(ravi, id, { decision: 'approve' });
    },
  },
  {
    title: 'ID card added',
    kind: 'security',
    to: () => asha,
    async once() {
      const body = { cardText: `ZZ${Math.random()}` };
      await guard.get(api.addPersonCard, { params: { id: asha.user.id }, body });
    },
  },
  {
    title: 'ID cards removed',
    kind: 'security',
    to: () => asha,
    async once() {
      const params = { id: asha.user.id };
      await guard.get(api.addPersonCard, { params, body: { cardText: `ZZ${Math.random()}` } });
      await guard.get(api.endPersonCards, { params });
    },
  },
  {
    title: 'Audit log reduced',
    kind: 'security',
    priority: 'high',
    to: () => admin,
    async once() {
      await setAuditLevel('ERROR');
      await setAuditLevel('INFO');
    },
  },
  {
    title: 'Handed out without an answer',
    kind: 'security',
    priority: 'high',
    to: () => admin,
    async once() {
      const holderId = await entered(guard, ravi);
      const body = { keyId: await newKey(), holderId, identifiedBy: 'desk', unanswered: true };
      await guard.get(api.lendKey, { body });
    },
  },
  {
    title: 'Security alert',
    kind: 'security',
    priority: 'high',
    to: () => guard,
    once: () => guard.get(api.setDutyPin, { body: { pin } }),
  },
  {
    title: 'Name changed',
    kind: 'account',
    to: () => admin,
    once: () => asha.get(api.updateProfile, { body: { name: `Zasha ${Math.random()}` } }),
  },
];

async function undo(handover: 'hand-out' | 'return', loanId: string | null) {
  const params = { id: loanId ?? '' };
  await guard.get(api.undoHandover, { params, body: { reason: 'mistake', handover } });
}

async function makeHigh(keyId: string) {
  await campus.db.query("UPDATE keys SET level = 'high' WHERE id = $1", [keyId]);
}

/** What corrects, disputes or recalls, is done in someone's name, or is about such a key. */
const corrections: Cause[] = [
  {
    title: 'Key taken',
    kind: 'lent',
    to: () => asha,
    once: async () => lent(guard, asha, await newKey()),
  },
  {
    title: 'Key recalled',
    kind: 'overdue',
    priority: 'high',
    to: () => asha,
    async once() {
      const id = await newKey();
      await lent(guard, asha, id);
      await admin.get(api.updateKey, { params: { id }, body: { level: 'high' } });
    },
  },
  {
    title: 'Handover disputed',
    kind: 'security',
    priority: 'high',
    to: () => admin,
    once: disputed,
  },
  {
    title: 'Dispute settled',
    kind: 'security',
    to: () => asha,
    async once() {
      const params = { id: await disputed() };
      await admin.get(api.settleDispute, { params, body: { resolution: 'confirmed' } });
    },
  },
  {
    title: 'Shift started',
    kind: 'duty',
    to: () => guard,
    once: dutyByPin,
  },
  {
    title: 'Shift disputed',
    kind: 'security',
    priority: 'high',
    to: () => admin,
    async once() {
      await dutyByPin();
      const [begun] = (await listed(guard)).notifications.filter(({ dutyId }) => dutyId);
      await guard.get(api.disputeDuty, { params: { id: begun?.dutyId ?? '' } });
    },
  },
  {
    title: 'Hand-out undone',
    kind: 'your-name',
    priority: 'high',
    to: () => asha,
    once: async () => undo('hand-out', (await giveKey(guard, asha, await newKey())).loanId),
  },
  {
    title: 'Return undone',
    kind: 'your-name',
    priority: 'high',
    to: () => asha,
    async once() {
      const { _id: id, loanId } = await giveKey(guard, asha, await newKey());
      await guard.get(api.collectKey, { params: { id } });
      await undo('return', loanId);
    },
  },
  {
    title: 'Key returned',
    kind: 'handover',
    to: () => asha,
    async once() {
      const { _id: id } = await giveKey(guard, asha, await newKey());
      await makeHigh(id);
      await guard.get(api.collectKey, { params: { id } });
    },
  },
  {
    title: 'Key returned',
    kind: 'handover',
    to: () => asha,
    async once() {
      const one = await giveKey(guard, asha, await newKey());
      const other = await giveKey(guard, asha, await newKey());
      await makeHigh(other._id);
      const { qrText } = await batchCode(asha, [one._id, other._id]);
      await guard.get(api.batchReturn, { body: { qrData: qrText } });
    },
  },
  {
    title: 'Key is back',
    kind: 'wait',
    to: () => ravi,
    async once() {
      const id = await newKey();
      await lent(guard, asha, id);
      await ravi.get(api.waitForKey, { params: { id } });
      await makeHigh(id);
      await guard.get(api.collectKey, { params: { id } });
    },
  },
];

describe('however many there are, each by itself is told every', () => {
  test.each(corrections)(
    '$title ($kind)',
    async ({ title, kind, priority = 'medium', to, once }) => {
      const who = to();
      await fill(who, kind, priority);
      await once();
      await once();
      const list = (await listed(who)).notifications.filter((one) => one.kind === kind);
      expect(list.filter((one) => one.title === title)).toHaveLength(2);
      expect(list[0]?.message).not.toMatch(/^Z/);
      if (rowOfKind(kind).mail)
        expect((await mailsTo(who, kind)).length).toBeGreaterThanOrEqual(maxPerHour + 2);
    },
  );
});

test('corrections take the place of nothing else', async () => {
  for (let count = 0; count < maxPerHour; count += 1) {
    const { loanId } = await giveKey(guard, asha, await newKey());
    await undo('hand-out', loanId);
  }
  await campus.db.query("DELETE FROM notifications WHERE template = 'key-taken'");
  for (let count = 0; count < maxPerHour; count += 1) await giveKey(guard, asha, await newKey());
  expect((await listed(asha)).notifications).toHaveLength(2 * maxPerHour);
});

describe('beyond ten an hour, one bundle holds every', () => {
  test.each(causes)('$title ($kind)', async ({ title, kind, priority = 'medium', to, once }) => {
    const who = to();
    await fill(who, kind, priority);
    await once();
    await once();
    const list = (await listed(who)).notifications.filter((one) => one.kind === kind);
    const bundles = list.filter((one) => one.title === 'More messages');
    expect(bundles).toHaveLength(1);
    expect(list.filter((one) => one.priority === priority)).toHaveLength(maxPerHour + 1);
    const [bundle] = bundles;
    if (!bundle) return;
    const held = await inside(who, bundle);
    expect(held.filter((one) => one.title === title)).toHaveLength(2);
    expect(bundle.message).toMatch(new RegExp(`^${held.length} more messages? \\(`));
    for (const { message } of held) {
      expect(bundle.message).toContain(message);
      // The first words are ours.
      expect(message).not.toMatch(/^Z/);
    }
    const mails = await mailsTo(who, kind);
    if (!rowOfKind(kind).mail) return expect(mails).toEqual([]);
    const later = mails.filter(({ template }) => template === 'more-messages');
    expect(later.map(({ dueAt, createdAt }) => Number(dueAt) - Number(createdAt))).toEqual([hour]);
    if (kind !== 'security') expect(mails).toHaveLength(maxPerHour + 1);
  });
});

describe('fifty handovers by override to the owner of the keys', () => {
  beforeEach(async () => {
    for (const holder of [asha, meera])
      for (let count = 0; count < 25; count += 1) await overridden(holder);
  });

  test('are eleven messages and mails, and each can be read in the last', async () => {
    const { notifications, unreadCount } = await listed(ravi);
    expect(unreadCount).toBe(maxPerHour + 1);
    const [bundle] = notifications.filter(({ title }) => title === 'More messages');
    expect(bundle?.message).toContain('40 more messages (Access to keys)');
    if (!bundle) return;
    expect(await inside(ravi, bundle)).toHaveLength(40);
    expect(await inside(asha, bundle)).toEqual([]);
    expect(await mailsTo(ravi, 'access')).toHaveLength(maxPerHour + 1);
  });

  test('are said by the mail of the bundle as they are when it leaves', async () => {
    const now = new Date(Date.now() + hour);
    const leased = await leaseMails(campus.db, { now, limit: 10_000, isQuiet: false });
    const mails = leased.filter(({ userId }) => userId === ravi.user.id);
    const ids = mails.map(({ id }) => id);
    const contents = await currentMessages(campus.db)(ids, now);
    const said = [...contents.values()].map(({ message }) => message);
    expect(said.filter((text) => text.startsWith('40 more messages'))).toHaveLength(1);
  });

  test('do not hide what is urgent, and a bundle that was read is new when it grows', async () => {
    await ravi.get(api.markAllNotificationsRead);
    await overridden();
    expect((await listed(ravi)).unreadCount).toBe(1);
    const { id: userId } = ravi.user;
    await transact(campus.db, (tx) => notify(tx, [{ userId, template: 'pin-set', facts: {} }]));
    expect((await listed(ravi)).notifications[0]).toMatchObject({ template: 'pin-set' });
  });

  test('are few again an hour later', async () => {
    await campus.db.query(
      "UPDATE notifications SET created_at = created_at - interval '61 minutes' WHERE user_id = $1",
      [ravi.user.id],
    );
    await overridden();
    expect((await listed(ravi)).notifications[0]).toMatchObject({
      title: 'Key handed out by override',
    });
  });
});

test('a mass return tells its holder once, and names the first keys', async () => {
  const keys = await Promise.all(Array.from({ length: 30 }, () => newKey()));
  for (const id of keys) await lent(guard, asha, id);
  await campus.db.query('DELETE FROM notifications WHERE user_id = $1', [asha.user.id]);
  const { qrText } = await batchCode(ravi, keys);
  await guard.get(api.batchReturn, { body: { qrData: qrText } });
  const { notifications, unreadCount } = await listed(asha);
  expect(notifications.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^30 keys were returned for you by Zravi Kumar: (\S+ \(Zroom\)(, )?){10} and 20 other keys\.$/,
    ),
  ]);
  expect(unreadCount).toBe(1);
});
