import { api } from '@keydesk/shared/api';
import type { Calendar } from '@keydesk/shared/due/calendar';
import { dueFor } from '@keydesk/shared/due/due-for';
import { isQuiet, recommendedReminderSchedule } from '@keydesk/shared/due/reminder-schedule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLoan, type LoanRow, openLoan } from '../../../test/factories/loans.ts';
import { type MailServer, openMailServer, type Treatment } from '../../../test/mail-server.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { currentMessages } from '../../app/current-messages.ts';
import { silentPublisher } from '../../core/live/silent-publisher.ts';
import { createMailTransport } from '../../core/messages/mail.ts';
import { countWaitingMails, mailJob } from '../../core/messages/outbox.ts';
import { reminderJob } from './reminder-schedule.ts';

const from = 'keydesk@campus.test';
const calendar: Calendar = {
  timezone: 'Asia/Kolkata',
  reminderTime: '17:20',
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '17:20' })),
  days: [{ day: '2026-03-18', kind: 'closed', label: 'Founders’ Day' }],
};

let server: MailServer;
let campus: TestApp;
let people: TestClient[];
let guard: TestClient;
let now = new Date('2026-03-02T03:00:00Z');

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** The same days in every run. */
const random = seeded(20_260_302);

/** Apart from the days, since deliveries at the same time draw in any order. */
const randomOfDeliveries = seeded(20_260_303);

/** Key numbers that are out, with their loans. */
const out = new Map<string, LoanRow>();
const faults: string[] = [];

/** One mail in three meets a mail server in trouble; one address does not exist. */
function treat(to: string): Treatment {
  if (to.startsWith('gone')) return 'refuse';
  return (
    (['busy', 'drop', 'slow', 'take', 'take', 'take'] as const)[randomOfDeliveries(6)] ?? 'take'
  );
}

beforeAll(async () => {
  server = await openMailServer(treat);
  campus = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: from });
  guard = await campus.person('security');
  const admin = await campus.person('admin');
  const head = await campus.person('faculty', { department: 'CSE' });
  await campus.db.query("UPDATE departments SET head_id = $1 WHERE code = 'CSE'", [head.user.id]);
  await admin.get(api.putLadder, { body: recommendedReminderSchedule });
  people = await Promise.all(
    Array.from({ length: 9 }, (_, at) =>
      campus.person('faculty', {
        department: at % 2 === 0 ? 'CSE' : 'ECE',
        ...(at === 8 && { email: 'gone@campus.test' }),
      }),
    ),
  );
});
afterAll(async () => {
  await campus.close();
  await server.close();
});

/** The jobs of a process of its own. */
function process() {
  const reminders = reminderJob({
    db: campus.db,
    publisher: silentPublisher,
    calendar: () => calendar,
  });
  const mail = mailJob({
    db: campus.db,
    transport: createMailTransport({ to: 'server', url: server.url, from }),
    current: currentMessages(campus.db),
    isQuiet: async (moment) => isQuiet(moment, recommendedReminderSchedule, calendar),
    clock: () => now,
    about: campus.config,
    metrics: { mails: { inc: () => undefined } as never },
    log: campus.app.log,
  });
  return {
    send: () => mail.run(now),
    run: async () => {
      await reminders.run(now);
      await mail.run(now);
    },
  };
}

async function lendSomething(): Promise<void> {
  const key = await campus.key();
  const holder = people[random(people.length)] ?? guard;
  const input = { key: { ...key }, holderId: holder.user.id, rules: [] };
  const { dueAt, graceUntil } = dueFor(now, input, calendar);
  const parties = { keyId: key.id, holderId: holder.user.id, handedBy: guard.user.id };
  out.set(
    key.keyNumber,
    await openLoan(campus.db, { ...parties, takenAt: now, dueAt, graceUntil }),
  );
}

async function bringBackSomething(): Promise<void> {
  const [number, loan] = [...out][random(out.size)] ?? [];
  if (!number || !loan) return;
  await closeLoan(campus.db, loan, { returnedAt: now });
  out.delete(number);
}

/** The extension of a loan makes what was about to be sent untrue. */
async function extendSomething(): Promise<void> {
  const [number, loan] = [...out][random(out.size)] ?? [];
  if (!number || !loan) return;
  const later = new Date(now.getTime() + 3 * 3_600_000);
  await campus.db.query('UPDATE loans SET due_at = $2, grace_until = $2 WHERE id = $1', [
    loan.id,
    later,
  ]);
  out.set(number, { ...loan, dueAt: later, graceUntil: later });
}

/** Looks at what has arrived since the last look: it must be true at this moment. */
function inspect(fromIndex: number): void {
  for (const mail of server.received.slice(fromIndex)) {
    if (isQuiet(now, recommendedReminderSchedule, calendar))
      faults.push(`in quiet hours: ${mail.text}`);
    const numbers = [...String(mail.text).matchAll(/\bK-\d+\b/g)].map(([it]) => it);
    for (const number of numbers) {
      const loan = out.get(number);
      if (!loan?.graceUntil || loan.graceUntil > now)
        faults.push(`${number} is not overdue at ${now.toISOString()}: ${mail.text}`);
    }
    if (numbers.length === 0) faults.push(`names no key: ${mail.text}`);
  }
}

test('weeks on end: no step twice, none after the return, none in quiet hours, none missing', async () => {
  const end = new Date('2026-03-20T03:00:00Z');
  const processes = [process(), process()];
  while (now < end) {
    for (let handouts = random(2); handouts > 0; handouts -= 1) await lendSomething();
    if (random(2) === 0) await bringBackSomething();
    if (random(12) === 0) await extendSomething();
    const arrived = server.received.length;
    // One process, two at once, or downtime.
    await Promise.all(processes.slice(random(3)).map(({ run }) => run()));
    inspect(arrived);
    now = new Date(now.getTime() + (40 + random(200)) * 60_000);
  }
  // A whole round more, then only what is tried again, until nothing waits.
  await processes[0]?.run();
  while ((await countWaitingMails(campus.db)) > 0) {
    const arrived = server.received.length;
    await processes[0]?.send();
    inspect(arrived);
    now = new Date(now.getTime() + 47 * 60_000);
  }
  expect(faults).toEqual([]);

  const ids = server.received.map(({ messageId }) => messageId);
  expect(ids.length).toBeGreaterThan(40);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await unaccounted()).toEqual([]);
  expect(await missing()).toEqual([]);
}, 120_000);

/** Mails that were neither accepted, nor untrue, nor refused for good or for too long. */
async function unaccounted() {
  const accepted = server.received.map(({ messageId }) => messageId?.slice(1, 25));
  const { rows } = await campus.db.query(
    `SELECT m.id, u.email, m.last_error FROM mail_outbox m JOIN users u ON u.id = m.user_id
      WHERE (sent_at IS NOT NULL) <> (m.id = ANY ($1))
         OR (sent_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL)
         OR (failed_at IS NOT NULL AND attempts < 6 AND u.email NOT LIKE 'gone%')`,
    [accepted],
  );
  return rows;
}

/** Open loans whose holder was not told of the last closing before this moment. */
async function missing() {
  const { rows } = await campus.db.query(
    `SELECT l.id FROM loans l
      WHERE l.returned_at IS NULL AND l.grace_until < $1::timestamptz - interval '4 days'
        AND (SELECT count(DISTINCT step) FROM ladder_sent s
              WHERE s.loan_id = l.id AND s.due_at = l.due_at
                AND (step IN ('head', 'digest') OR nth > 0)) < 4`,
    [now],
  );
  return rows;
}
