import { api } from '@keydesk/shared/api';
import {
  defaultReminderSchedule,
  recommendedReminderSchedule,
} from '@keydesk/shared/due/reminder-schedule';
import { describe, expect, test } from 'vitest';
import { testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const admin = campus.resident('admin');

describe('the ladder', () => {
  test('is the default one until an admin saves another one, which is audited', async () => {
    expect((await admin.get(api.getLadder)).data).toEqual({
      ladder: defaultReminderSchedule,
      isDefault: true,
      mail: true,
      version: 0,
    });
    const edit = await admin.call(api.putLadder, { body: { version: 7 } });
    expect(edit).toMatchObject({ status: 409, body: { error: { code: 'STALE' } } });
    const schedule = { ...recommendedReminderSchedule, beforeDue: { on: true, minutes: 45 } };
    const saved = await admin.get(api.putLadder, { body: schedule });
    expect(saved.data).toEqual({ ladder: schedule, isDefault: false, mail: true, version: 1 });
    expect((await admin.get(api.getLadder)).data.ladder).toEqual(schedule);
    const { rows } = await campus.db.query(
      "SELECT actor_id, details FROM audit_events WHERE action = 'change-ladder'",
    );
    expect(rows).toMatchObject([
      { actor_id: admin.user.id, details: { before: defaultReminderSchedule, after: schedule } },
    ]);
  });

  test('keeps what an edit does not give', async () => {
    const { ladder: before } = (await admin.get(api.getLadder)).data;
    const saved = await admin.get(api.putLadder, { body: { head: { minutes: 90 } } });
    expect(saved.data.ladder).toEqual({ ...before, head: { ...before.head, minutes: 90 } });
  });

  test.each([
    [{ ...defaultReminderSchedule, beforeDue: { on: true, minutes: 0 } }, '5 to 1440 minutes'],
    [{ ...defaultReminderSchedule, digest: { on: true, time: '25:00' } }, 'a time of day'],
    [
      { ...defaultReminderSchedule, quietHours: { on: true, from: '07:00', to: '07:00' } },
      'must start and end at different times',
    ],
    [{ quietHours: { from: defaultReminderSchedule.quietHours.to } }, 'at different times'],
    [{ ...defaultReminderSchedule, more: true }, ''],
  ])('%j is refused', async (body, message) => {
    const answer = await admin.call(api.putLadder, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
  });
});
