import { api } from '@keydesk/shared/api';
import type { Calendar } from '@keydesk/shared/due/calendar';
import {
  type ReminderSchedule,
  recommendedReminderSchedule,
} from '@keydesk/shared/due/reminder-schedule';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeLoan, openLoan } from '../../../test/factories/loans.ts';
import { campusPerTest } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { currentMessages } from '../../app/current-messages.ts';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import { silentPublisher } from '../../core/live/silent-publisher.ts';
import { reminderJob } from './reminder-schedule.ts';

const calendar: Calendar = { timezone: 'Asia/Kolkata', reminderTime: '17:20', hours: [], days: [] };
const at = (text: string) => new Date(`${text}+05:30`);
/** A Tuesday. */
const due = at('2026-03-10T17:20');

const campus = campusPerTest();
const admin = campus.resident('admin');
const guard = campus.resident('security');

function job(publisher = silentPublisher, times = calendar) {
  return reminderJob({ db: campus.db, publisher, calendar: () => times });
}

function save(schedule: ReminderSchedule) {
  return admin.call(api.putLadder, { body: schedule });
}

async function lend(holder: TestClient, dueAt = due, graceUntil = dueAt) {
  const key = await campus.key();
  const parties = { keyId: key.id, holderId: holder.user.id, handedBy: guard.user.id };
  const takenAt = new Date(dueAt.getTime() - 6 * 3_600_000);
  const loan = await openLoan(campus.db, { ...parties, takenAt, dueAt, graceUntil });
  return { key, loan };
}

async function messagesOf(person: TestClient) {
  return (await person.get(api.listNotifications)).data.notifications;
}

async function titlesOf(person: TestClient): Promise<string[]> {
  return (await messagesOf(person)).map(({ title }) => title).sort();
}

/** The link of a message, and whether it is about one key. */
async function placeOf(person: TestClient, wanted: string) {
  const message = (await messagesOf(person)).find(({ title }) => title === wanted);
  return [message?.link, message?.keyId !== undefined];
}

describe('with every step switched on', () => {
  beforeEach(async () => {
    expect((await save(recommendedReminderSchedule)).status).toBe(200);
  });

  test('who was told to bring a key back is not told that it is due soon', async () => {
    const asha = await campus.person();
    const { loan } = await lend(asha);
    const recall = "UPDATE loans SET recalled_at = now(), recall_reason = 'A rule' WHERE id = $1";
    await campus.db.query(recall, [loan.id]);
    await job().run(at('2026-03-10T16:55'));
    expect(await titlesOf(asha)).toEqual([]);
    await job().run(at('2026-03-10T17:20'));
    expect(await titlesOf(asha)).toEqual(['Key return reminder']);
  });

  test('whoever reported a key lost is not reminded of it, but of their others', async () => {
    const asha = await campus.person();
    const [{ key: lost }] = [await lend(asha), await lend(asha)];
    const { data } = await asha.get(api.reportKey, {
      params: { id: lost.id },
      body: { kind: 'lost' },
    });
    await job().run(at('2026-03-10T17:20'));
    expect(await titlesOf(asha)).toEqual(['Key return reminder']);
    const [reminder] = await messagesOf(asha);
    expect(reminder?.message).not.toContain(lost.keyNumber);
    await admin.get(api.resolveIncident, {
      params: { id: data.incident.id },
      body: { resolution: 'mistake' },
    });
    await job().run(at('2026-03-11T17:20'));
    expect((await messagesOf(asha))[0]?.message).toContain(lost.keyNumber);
  });

  test('each recipient hears of a step once, whatever the number of keys', async () => {
    const head = await campus.person('faculty', { department: 'CSE' });
    const asha = await campus.person('faculty', { department: 'CSE' });
    const ravi = await campus.person('faculty', { department: 'ECE' });
    await admin.get(api.changeDepartment, {
      params: { code: 'CSE' },
      body: { headId: head.user.id },
    });
    for (const holder of [asha, asha, asha, ravi]) await lend(holder);
    const one = job();
    await one.run(at('2026-03-10T16:55'));
    expect([await titlesOf(asha), await titlesOf(guard)]).toEqual([['Key due soon'], []]);
    await one.run(at('2026-03-10T17:20'));
    await one.run(at('2026-03-10T19:21'));
    await one.run(at('2026-03-11T09:00'));
    expect(await titlesOf(asha)).toEqual(['Key due soon', 'Key return reminder']);
    expect(await titlesOf(head)).toEqual(['Overdue keys in your department']);
    expect(await titlesOf(guard)).toEqual(['Unreturned keys alert']);
    // Heads have no list of what is overdue; one key has its details.
    expect(await placeOf(head, 'Overdue keys in your department')).toEqual([undefined, false]);
    expect(await placeOf(admin, 'Overdue keys in your department')).toEqual([undefined, true]);
    expect((await placeOf(guard, 'Unreturned keys alert'))[0]).toBe('/dashboard/security/overdue');
    // ECE has no head.
    expect(await titlesOf(admin)).toEqual([
      'Overdue keys digest',
      'Overdue keys in your department',
      'Unreturned keys alert',
    ]);
    const { rows } = await campus.db.query(
      `SELECT u.id, m.kind FROM mail_outbox m JOIN users u ON u.id = m.user_id ORDER BY 1, 2`,
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual(
      ['department', 'department', 'digest', 'overdue', 'overdue'].sort(),
    );
  });

  test('in quiet hours nobody hears anything; afterwards of the highest step alone', async () => {
    const asha = await campus.person();
    await lend(asha, at('2026-03-10T22:00'));
    const one = job();
    for (const time of ['21:00', '21:30', '22:00', '23:59'])
      await one.run(at(`2026-03-10T${time}`));
    await one.run(at('2026-03-11T06:59'));
    expect(await titlesOf(asha)).toEqual([]);
    await one.run(at('2026-03-11T07:00'));
    expect(await titlesOf(asha)).toEqual(['Key return reminder']);
  });

  test('a key that has come back, or has another due time by now, is not spoken of', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const [{ loan }, { loan: extended }] = [await lend(asha), await lend(ravi)];
    const sent: NotificationDelivery[] = [];
    const publisher: Publisher = {
      ...silentPublisher,
      notified: (deliveries) => sent.push(...deliveries),
    };
    const { key: second } = await lend(asha);
    await job(publisher).run(due);
    const toAsha = sent.find(({ userId }) => userId === asha.user.id);
    const toRavi = sent.find(({ userId }) => userId === ravi.user.id);
    expect(toAsha?.notification.message).toContain('2 keys');
    await closeLoan(campus.db, loan);
    await campus.db.query('UPDATE loans SET due_at = $2 WHERE id = $1', [
      extended.id,
      at('2026-03-10T19:00'),
    ]);
    const [left = '', gone = ''] = [toAsha, toRavi].map((one) => one?.notification._id);
    const contents = await currentMessages(campus.db)([left, gone], due);
    expect(contents.get(left)?.message).toBe(
      `Return 1 key: ${second.keyNumber} (${second.keyName}).`,
    );
    expect(contents.has(gone)).toBe(false);
  });
});

test('an extension makes the later time count, and the steps begin again', async () => {
  const asha = await campus.person();
  const { loan } = await lend(asha);
  const one = job();
  await one.run(due);
  const later = at('2026-03-10T19:00');
  await campus.db.query('UPDATE loans SET due_at = $2, grace_until = $2 WHERE id = $1', [
    loan.id,
    later,
  ]);
  await one.run(at('2026-03-10T18:00'));
  expect(await titlesOf(asha)).toHaveLength(1);
  await one.run(later);
  expect(await titlesOf(asha)).toHaveLength(2);
});

test('a clock that is set back repeats nothing', async () => {
  const asha = await campus.person();
  await lend(asha);
  const one = job();
  await one.run(at('2026-03-12T18:00'));
  for (const time of ['2026-03-11T18:00', '2026-03-10T18:00', '2026-03-12T18:00'])
    await one.run(at(time));
  expect(await titlesOf(asha)).toEqual(['Key return reminder']);
});

test('what the daily reminder of an earlier version has told is not told again', async () => {
  const asha = await campus.person();
  await lend(asha);
  await campus.db.query("INSERT INTO job_runs (job, due_at) VALUES ('reminder', $1)", [due]);
  await job().run(at('2026-03-10T20:00'));
  expect(await titlesOf(asha)).toEqual([]);
  await job().run(at('2026-03-11T17:20'));
  expect(await titlesOf(asha)).toEqual(['Key return reminder']);
});

test('a due time with fractions of a millisecond is one time', async () => {
  const asha = await campus.person();
  const { loan } = await lend(asha);
  await campus.db.query(
    `UPDATE loans SET due_at = due_at + interval '123 microseconds',
                      grace_until = grace_until + interval '123 microseconds' WHERE id = $1`,
    [loan.id],
  );
  for (const minutes of [1, 2, 3]) await job().run(new Date(due.getTime() + minutes * 60_000));
  expect(await titlesOf(asha)).toEqual(['Key return reminder']);
});

test('a loan without a due time is never reminded of', async () => {
  const asha = await campus.person();
  const { loan } = await lend(asha);
  await campus.db.query('UPDATE loans SET due_at = NULL, grace_until = NULL WHERE id = $1', [
    loan.id,
  ]);
  await job().run(at('2026-04-10T18:00'));
  expect(await titlesOf(asha)).toEqual([]);
});

test('a reminder opens the code with which its key is returned', async () => {
  const asha = await campus.person();
  const { key, loan } = await lend(asha);
  await job().run(due);
  const { data } = await asha.get(api.listNotifications);
  expect(data.notifications[0]).toMatchObject({
    kind: 'overdue',
    keyId: key.id,
    loanId: loan.id,
    link: `/dashboard/faculty/taken?code=key-return.${key.id}`,
  });
  await lend(asha);
  await job().run(at('2026-03-11T17:20'));
  const [both] = (await asha.get(api.listNotifications)).data.notifications;
  expect(both).toMatchObject({ link: '/dashboard/faculty/taken?batch=shown' });
});

test('5,000 overdue keys of 400 people are one message a person', async () => {
  await campus.db.query(
    `INSERT INTO users (id, email, name, role, department, faculty_id, issuer, subject)
     SELECT 'a' || lpad(to_hex(n), 23, '0'), n || '@strike.test', 'Person ' || n, 'faculty', 'CSE',
            'S-' || n, 'strike', n::text
       FROM generate_series(1, 400) AS n`,
  );
  await campus.db.query(
    `INSERT INTO keys (id, key_number, key_name, location)
     SELECT 'b' || lpad(to_hex(n), 23, '0'), 'S-' || n, 'Room ' || n, 'North'
       FROM generate_series(1, 5000) AS n`,
  );
  await campus.db.query(
    `INSERT INTO loans (id, key_id, holder_id, holder_name, taken_at, handed_by, due_at, grace_until)
     SELECT 'c' || lpad(to_hex(n), 23, '0'), 'b' || lpad(to_hex(n), 23, '0'),
            'a' || lpad(to_hex(n % 400 + 1), 23, '0'), 'Person ' || n, $1::timestamptz - interval '5 hours', $2, $1, $1
       FROM generate_series(1, 5000) AS n`,
    [due, guard.user.id],
  );
  const one = job();
  await one.run(due);
  await one.run(new Date(due.getTime() + 60_000));
  const { rows } = await campus.db.query(
    'SELECT template, count(*)::int AS told, count(DISTINCT user_id)::int AS people FROM notifications GROUP BY template ORDER BY template',
  );
  expect(rows).toEqual([
    { template: 'overdue', told: 400, people: 400 },
    { template: 'unreturned', told: 2, people: 2 },
  ]);
});
