import { api } from '@keydesk/shared/api';
import { describe, expect, test } from 'vitest';
import { openLoan } from '../../../test/factories/loans.ts';
import { campusPerTest } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { silentPublisher } from '../../core/live/silent-publisher.ts';
import { reminderJob } from './reminder-schedule.ts';

const calendar = { reminderTime: '17:20', timezone: 'Asia/Kolkata', hours: [], days: [] };
const noon = new Date('2026-03-10T06:30:00Z');
const afterReminder = new Date('2026-03-10T11:51:00Z');
const dayMs = 86_400_000;

const campus = campusPerTest();
const desk = campus.resident('security');
const asha = campus.resident();

function processes(count: number) {
  return Array.from({ length: count }, () =>
    reminderJob({ db: campus.db, publisher: silentPublisher, calendar: () => calendar }),
  );
}

async function lend(holder: TestClient, takenAt: Date) {
  const key = await campus.key();
  const parties = { keyId: key.id, holderId: holder.user.id, handedBy: desk.user.id };
  await openLoan(campus.db, { ...parties, takenAt });
  return key;
}

async function remindersOf(visitor: TestClient) {
  const { notifications } = (await visitor.get(api.listNotifications)).data;
  return notifications.filter(({ type }) => type === 'key_reminder');
}

describe('at the reminder time', () => {
  test('each holder gets one reminder that names all their keys, from however many processes', async () => {
    const keys = [await lend(asha, noon), await lend(asha, noon)];
    const ravi = await campus.person();
    await lend(ravi, noon);
    await Promise.all(processes(5).map((job) => job.run(afterReminder)));
    const [reminder, ...more] = await remindersOf(asha);
    expect(more).toEqual([]);
    expect(reminder).toMatchObject({ title: 'Key return reminder', priority: 'high' });
    for (const key of keys) expect(reminder?.message).toContain(key.keyNumber);
    expect(await remindersOf(ravi)).toHaveLength(1);
  });

  test('security and admins get one alert, and faculty without keys nothing', async () => {
    const admin = await campus.person('admin');
    const idle = await campus.person();
    const key = await lend(asha, noon);
    await Promise.all(processes(2).map((job) => job.run(afterReminder)));
    for (const visitor of [desk, admin]) {
      const { data } = await visitor.get(api.listNotifications);
      expect(data.notifications).toMatchObject([
        { title: 'Unreturned keys alert', type: 'security_alert' },
      ]);
      expect(data.notifications[0]?.message).toContain(key.keyNumber);
      expect(data.notifications[0]?.message).toContain(asha.user.name);
    }
    expect((await idle.get(api.listNotifications)).data.notifications).toEqual([]);
  });

  test('a key handed out later that day is not asked for yet', async () => {
    await lend(asha, new Date('2026-03-10T11:50:30Z'));
    await Promise.all(processes(1).map((job) => job.run(afterReminder)));
    expect(await remindersOf(asha)).toEqual([]);
  });
});

test('nothing is sent a second time, the same day or after a restart', async () => {
  await lend(asha, noon);
  for (const job of processes(3)) {
    await job.run(afterReminder);
    await job.run(new Date(afterReminder.getTime() + 3_600_000));
  }
  expect(await remindersOf(asha)).toHaveLength(1);
});

test('the next day brings the next reminder', async () => {
  await lend(asha, noon);
  const [job] = processes(1);
  await job?.run(afterReminder);
  await job?.run(new Date(afterReminder.getTime() + dayMs));
  expect(await remindersOf(asha)).toHaveLength(2);
});

test('after days of downtime exactly one reminder is made up for', async () => {
  await lend(asha, noon);
  const later = new Date(afterReminder.getTime() + 2.4 * dayMs);
  await Promise.all(processes(2).map((job) => job.run(later)));
  expect(await remindersOf(asha)).toHaveLength(1);
});

test('two running processes remind each holder once, and once more after a day of downtime', async () => {
  await Promise.all([lend(asha, noon), lend(asha, noon)]);
  const ravi = await campus.person();
  await lend(ravi, noon);
  const counts = async () =>
    Promise.all([asha, ravi].map(async (holder) => (await remindersOf(holder)).length));
  const runTwoAt = async (moment: Date): Promise<void> => {
    const desks = await Promise.all([1, 2].map(() => campus.another(() => moment)));
    // A process ends once its jobs have run.
    await Promise.all(desks.map(({ app }) => app.close()));
  };
  await runTwoAt(new Date(afterReminder.getTime() - 120_000));
  expect(await counts()).toEqual([0, 0]);
  await runTwoAt(afterReminder);
  expect(await counts()).toEqual([1, 1]);
  await runTwoAt(new Date(afterReminder.getTime() + 1.9 * dayMs));
  expect(await counts()).toEqual([2, 2]);
});
