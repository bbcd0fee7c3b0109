import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLoan } from '../../test/factories/loans.ts';
import { giveKey } from '../../test/handovers.ts';
import { type MailServer, openMailServer } from '../../test/mail-server.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import type { TestClient } from '../../test/test-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../../test/test-database.ts';
import { currentMessages } from '../app/current-messages.ts';
import { silentPublisher } from '../core/live/silent-publisher.ts';
import { readHeldMessages } from '../core/messages/held-messages.ts';
import { createMailTransport } from '../core/messages/mail.ts';
import { notify } from '../core/messages/notify.ts';
import { mailJob } from '../core/messages/outbox.ts';
import { openPushService, type PushService } from '../core/messages/testing/push-service.ts';
import { transact } from '../db/client.ts';
import { reminderJob } from '../features/due/reminder-schedule.ts';
import { holdAllMessages, sendMessages } from './admin.ts';
import { backup } from './backup/backup.ts';
import { restore } from './backup/restore.ts';

const folder = scratchFolder();
const file = join(folder, 'campus.backup');
const from = 'keydesk@campus.test';

let mails: MailServer;
let pushes: PushService;
let original: TestApp;
let target: TestDatabase;
let copy: TestApp;
let asha: TestClient;
let guard: TestClient;
let admin: TestClient;

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

/** A backup with a waiting mail, an overdue key and a subscribed browser, restored beside it. */
beforeAll(async () => {
  mails = await openMailServer(() => 'take');
  pushes = await openPushService();
  const settings = { SMTP_URL: mails.url, MAIL_FROM: from, PUSH_HOSTS: '127.0.0.1' };
  original = await startTestApp(settings);
  asha = await original.person();
  guard = await original.person('security');
  admin = await original.person('admin');
  await asha.get(api.subscribePush, { body: { subscription: pushes.subscription('asha') } });
  await openLoan(original.db, {
    keyId: (await original.key()).id,
    holderId: asha.user.id,
    handedBy: guard.user.id,
    takenAt: daysAgo(3),
    dueAt: daysAgo(2),
    graceUntil: daysAgo(2),
  });
  const facts = { guard: { id: guard.user.id, name: guard.user.name } };
  await transact(original.db, (tx) =>
    notify(tx, [{ userId: asha.user.id, template: 'card-added', facts }]),
  );
  await backup(original.databaseUrl, file);
  target = await createEmptyDatabase();
  await restore(target.url, file, { replace: false });
  copy = await startTestApp(settings, () => target.url);
});
afterAll(async () => {
  await copy.close();
  await original.close();
  await mails.close();
  await pushes.close();
  await target.drop();
  rmSync(folder, { recursive: true });
});

/** A round of what sends mails and reminders. */
async function runJobs() {
  const { db } = copy;
  const calendar = { timezone: 'UTC', reminderTime: '17:20', hours: [], days: [] };
  await reminderJob({ db, publisher: silentPublisher, calendar: () => calendar }).run(new Date());
  await mailJob({
    db,
    transport: createMailTransport({ to: 'server', url: mails.url, from }),
    clock: () => new Date(),
    current: currentMessages(db),
    isQuiet: async () => false,
    about: copy.config,
    metrics: { mails: { inc: () => undefined } as never },
    log: copy.app.log,
  }).run(new Date());
}

function handOver() {
  return copy.key().then(({ id }) => giveKey(guard.at(copy), asha.at(copy), id));
}

const system = async () => (await admin.at(copy).get(api.system)).data;

test('a restored copy mails, pushes and reminds nobody until an operator says so', async () => {
  expect((await original.db.query('SELECT FROM mail_outbox')).rowCount).toBe(1);
  expect(await readHeldMessages(original.db)).toBeNull();
  await runJobs();
  await handOver();
  expect(mails.received).toEqual([]);
  expect((await copy.db.query('SELECT FROM ladder_sent')).rowCount).toBe(0);
  expect(await system()).toMatchObject({
    messagesHeld: { since: expect.any(String), backupOf: expect.any(String) },
    mail: { waiting: 1 },
  });

  expect(await sendMessages(copy.db)).toContain('leave again');
  expect((await system()).messagesHeld).toBeNull();
  await runJobs();
  expect(mails.received.map(({ subject }) => subject)).toContain('ID card added');
  expect((await copy.db.query('SELECT FROM ladder_sent')).rowCount).toBeGreaterThan(0);
  await handOver();
  await expect.poll(() => pushes.received.length).toBe(1);
  expect(await sendMessages(copy.db)).toContain('Nothing was changed');
});

test('a copy made by other means is made quiet by hand', async () => {
  await holdAllMessages(copy.db);
  expect((await system()).messagesHeld).toMatchObject({ backupOf: null });
});
