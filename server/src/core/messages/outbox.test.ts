import { api } from '@keydesk/shared/api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLoan } from '../../../test/factories/loans.ts';
import { remindedLoan } from '../../../test/factories/reminded-loan.ts';
import { type MailServer, openMailServer, type Treatment } from '../../../test/mail-server.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { campusOfTest } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { currentMessages } from '../../app/current-messages.ts';
import { retentionJob } from '../../app/scheduled-jobs.ts';
import { transact } from '../../db/client.ts';
import { createMailTransport, type MailTransport } from './mail.ts';
import { notify } from './notify.ts';
import { leaseMails, mailJob } from './outbox.ts';

const from = 'Keydesk <keydesk@campus.test>';
const start = new Date('2026-03-10T06:30:00Z');
const minute = 60_000;

let server: MailServer;
let campus: TestApp;
let asha: TestClient;
let treatment: Treatment;
beforeEach(async () => {
  treatment = 'take';
  server = await openMailServer(() => treatment);
  campus = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: from });
  asha = await campus.person('faculty', { name: 'Asha <b>Rao</b>' });
});
afterEach(async () => {
  await campus.close();
  await server.close();
});

function after(minutes: number) {
  return new Date(start.getTime() + minutes * minute);
}

/** A security message to this person, which goes by mail, however many there are. */
function tell(name = '<Asha & Co>', who = asha) {
  const notice = {
    userId: who.user.id,
    template: 'card-added',
    // The name tells the mails of a test apart.
    facts: { guard: { id: who.user.id, name } },
    at: start,
    alone: true,
  } as const;
  return transact(campus.db, (tx) => notify(tx, [notice]));
}

type Times = { clock: () => Date; isQuiet?: (now: Date) => boolean };

/** Rounds at the times that are given. */
function job(transport?: MailTransport) {
  return { run: (now: Date) => round({ clock: () => now }, transport) };
}

/** A round of a process with a clock of its own. */
function round(
  { clock, isQuiet = () => false }: Times,
  transport: MailTransport = smtp(),
): Promise<void> {
  const one = mailJob({
    db: campus.db,
    transport,
    clock,
    current: currentMessages(campus.db),
    isQuiet: async (now) => isQuiet(now),
    about: campus.config,
    metrics: { mails: { inc: () => undefined } as never },
    log: campus.app.log,
  });
  return one.run(clock());
}

function smtp() {
  return createMailTransport({ to: 'server', url: server.url, from });
}

/** The names by which the mails that arrived are told apart. */
function numbers() {
  return server.received.map(({ text }) => /by (Number \d+)\./.exec(String(text))?.[1]);
}

async function outbox() {
  const { rows } = await campus.db.query(
    `SELECT attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, last_error
       FROM mail_outbox ORDER BY created_at, id`,
  );
  return rows;
}

test('a mail is plain text and one column of HTML, and its links only open pages', async () => {
  const [told] = await tell();
  await job().run(start);
  const [mail] = server.received;
  expect(mail).toMatchObject({
    to: asha.user.email,
    subject: 'ID card added',
    messageId: `<${told?.notification._id}@campus.test>`,
  });
  expect(mail?.text).toContain('at the desk by <Asha & Co>.');
  expect(mail?.text).toContain(`${campus.url}/dashboard/profile`);
  const html = String(mail?.html);
  expect(html).toContain('at the desk by &lt;Asha &amp; Co&gt;.');
  expect(html).not.toMatch(/<(img|script|link|form|iframe)|src=|url\(/i);
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => new URL(href ?? ''));
  expect(links.length).toBeGreaterThan(0);
  for (const { origin, pathname } of links) {
    expect(origin).toBe(campus.url);
    expect(pathname).toMatch(/^\/dashboard\//);
  }
  expect(await outbox()).toMatchObject([{ sent: true, attempts: 1 }]);
});

test('a refused mail is tried again after 1, 5 and 30 minutes, 2 and 8 hours, and then given up', async () => {
  treatment = 'busy';
  await tell();
  const attemptsBy = async (minutes: number) => {
    await job().run(after(minutes));
    return server.attempts;
  };
  const seen: number[] = [];
  for (const minutes of [0, 0.5, 1, 5, 6, 35, 36, 155, 156, 635, 636, 5_000])
    seen.push(await attemptsBy(minutes));
  expect(seen).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
  expect(await outbox()).toMatchObject([{ sent: false, failed: true, attempts: 6 }]);
});

describe('what is refused for good is given up at once, and an admin sees why', () => {
  test.each([
    ['refuse', 'No such mailbox'],
    ['refuse-text', 'This looks like spam'],
  ] as const)('%s', async (how, reason) => {
    treatment = how;
    await tell();
    await job().run(start);
    await job().run(after(60));
    expect(server.attempts).toBe(1);
    const admin = await campus.person('admin');
    const { data } = await admin.get(api.userOverview, { params: { id: asha.user.id } });
    expect(data.failedMails).toEqual([
      {
        subject: 'ID card added',
        failedAt: start.toISOString(),
        reason: expect.stringContaining(reason),
      },
    ]);
    expect(JSON.stringify(await outbox())).not.toContain(asha.user.email);
    const { mail } = (await admin.get(api.system)).data;
    expect(mail).toMatchObject({
      to: 'server',
      place: new URL(server.url).host,
      waiting: 0,
      failed: 1,
      lastError: { reason: expect.stringContaining(reason) },
    });
  });
});

test('a connection that is cut after the text was sent means another attempt', async () => {
  treatment = 'drop';
  await tell();
  await job().run(start);
  expect(await outbox()).toMatchObject([{ sent: false, failed: false, attempts: 1 }]);
  treatment = 'slow';
  await job().run(after(1));
  expect(server.received).toHaveLength(1);
  expect(await outbox()).toMatchObject([{ sent: true, attempts: 2 }]);
});

test('a mail whose process dies while it has it is sent once its lease is over', async () => {
  await tell();
  // The process leases the mail, and is never heard of again.
  expect(await leaseMails(campus.db, { now: start, limit: 10, isQuiet: false })).toHaveLength(1);
  await job().run(after(4));
  expect(server.received).toHaveLength(0);
  await job().run(after(5));
  expect(server.received).toHaveLength(1);
});

test('whoever comes back after the lease does not mark the mail of another', async () => {
  await tell();
  let late: () => void = () => undefined;
  const stuck = new Promise<void>((resolve) => {
    late = resolve;
  });
  const first = job(() => stuck.then(() => Promise.reject(new Error('too late')))).run(start);
  await expect.poll(async () => (await outbox())[0]?.attempts).toBe(1);
  await job().run(after(5));
  late();
  await first;
  expect(await outbox()).toMatchObject([{ sent: true, failed: false, last_error: null }]);
});

test('several processes send each mail once', async () => {
  for (let number = 0; number < 30; number += 1) await tell(`Number ${number}`);
  await Promise.all([job().run(start), job().run(start), job().run(start)]);
  expect(numbers()).toHaveLength(30);
  expect(new Set(numbers()).size).toBe(30);
});

test('who has left gets no mail', async () => {
  await tell();
  await campus.db.query('UPDATE users SET deleted_at = now() WHERE id = $1', [asha.user.id]);
  await job().run(start);
  expect(server.attempts).toBe(0);
  expect(await outbox()).toMatchObject([{ sent: false, failed: false }]);
});

test('a round that takes long leases by the time of each turn, so that another sends nothing twice', async () => {
  for (let number = 0; number < 8; number += 1) await tell(`Number ${number}`);
  let minutes = 0;
  let goOn: () => void = () => undefined;
  const others = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let begun = 0;
  const long = round({ clock: () => after(minutes) }, async (mail) => {
    begun += 1;
    if (begun === 4) minutes = 6;
    if (begun > 4) await others;
    await smtp()(mail);
  });
  await expect.poll(() => begun).toBe(8);
  await job().run(after(6));
  goOn();
  await long;
  expect(numbers().sort()).toEqual(Array.from({ length: 8 }, (_, number) => `Number ${number}`));
});

/** Reminders of a key each. */
async function remindOfEight() {
  const guard = await campus.person('security');
  for (let count = 0; count < 8; count += 1) {
    const key = await campus.key();
    const { id: userId } = asha.user;
    const parties = { keyId: key.id, holderId: userId, handedBy: guard.user.id };
    const loan = await openLoan(campus.db, { ...parties, takenAt: after(-60) });
    const facts = { loans: [remindedLoan(loan, key, asha.user)] };
    const notice = { userId, template: 'overdue', facts, at: start, alone: true } as const;
    await transact(campus.db, (tx) => notify(tx, [notice]));
  }
}

test('quiet hours that begin within a round hold what speaks of due times', async () => {
  await remindOfEight();
  let minutes = 0;
  const times = { clock: () => after(minutes), isQuiet: (now: Date) => now >= after(6) };
  await round(times, async (mail) => {
    await smtp()(mail);
    minutes = 6;
  });
  expect(server.received).toHaveLength(4);
  expect((await outbox()).filter(({ sent, attempts }) => !sent && attempts === 0)).toHaveLength(4);
});

test('senders that died use up nothing of what a refused mail is given', async () => {
  await tell();
  for (let death = 0; death < 7; death += 1)
    await leaseMails(campus.db, { now: after(5 * death), limit: 10, isQuiet: false });
  treatment = 'busy';
  await job().run(after(35));
  expect(await outbox()).toMatchObject([{ failed: false }]);
  await job().run(after(36));
  expect(server.attempts).toBe(2);
  treatment = 'take';
  await job().run(after(41));
  expect(server.received).toHaveLength(1);
});

describe('what has waited for more than a day', () => {
  test('is dropped', async () => {
    await tell();
    await job().run(after(24 * 60 + 1));
    expect(server.attempts).toBe(0);
    const { rows } = await campus.db.query('SELECT dropped_at FROM mail_outbox');
    expect(rows).toEqual([{ dropped_at: after(24 * 60 + 1) }]);
  });

  test('is forgotten like other mails, also where no mail is sent', async () => {
    await tell();
    await retentionJob(campus.db).run(after(29 * 24 * 60));
    expect(await outbox()).toHaveLength(1);
    await retentionJob(campus.db).run(after(31 * 24 * 60));
    expect(await outbox()).toEqual([]);
  });
});

test('while the mail server is away, what waits is not used up', async () => {
  await server.close();
  for (let number = 0; number < 12; number += 1) await tell(`Number ${number}`);
  await job().run(start);
  expect((await outbox()).filter(({ attempts }) => attempts > 0)).toHaveLength(4);
  server = await openMailServer();
});

test('without mail set up nothing waits to be sent', async () => {
  const silent = await campusOfTest({ KEYDESK_ENV: 'local' });
  await silent.db.query("DELETE FROM installation WHERE name = 'mail-is-on'");
  const ravi = await silent.person();
  await transact(silent.db, (tx) =>
    notify(tx, [{ userId: ravi.user.id, template: 'pin-set', facts: {} }]),
  );
  expect((await silent.db.query('SELECT FROM mail_outbox')).rowCount).toBe(0);
});
