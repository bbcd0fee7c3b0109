import { api } from '@keydesk/shared/api';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  beginDuty,
  dutiesAt,
  dutyAt,
  handOverAt,
  insertDesk,
  nobodyOnDuty,
  type TestComputer,
} from '../../../test/desk-computer.ts';
import { controlIntervals, testCampus } from '../../../test/test-campus.ts';

let deskId: string;

controlIntervals();
const campus = testCampus();
const admin = campus.resident('admin');
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'Main Desk' });
});

describe('a duty is over', () => {
  const dead = async (computer: TestComputer) => {
    expect(await handOverAt(campus, computer)).toMatchObject(nobodyOnDuty);
    expect(await computer.duty()).toBeNull();
  };

  test('after 14 hours, however busy', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    await campus.db.query(
      "UPDATE duties SET begun_at = now() - interval '14 hours' WHERE device_id = $1",
      [computer.id],
    );
    await dead(computer);
    await beginDuty(computer, guard);
    expect((await handOverAt(campus, computer)).status).toBe(200);
    expect(await dutiesAt(campus, computer)).toMatchObject([
      { ended_by: 'expired' },
      { ended_by: null },
    ]);
  });

  test.each([
    [
      'suspended',
      (id: string) => admin.get(api.setUserState, { params: { id }, body: { state: 'suspended' } }),
    ],
    ['removed', (id: string) => admin.get(api.deleteUser, { params: { id } })],
    ['signed out everywhere', (id: string) => admin.get(api.signOutEverywhere, { params: { id } })],
  ])(
    'when its guard is %s, with the live connections there, and never comes back',
    async (_how, end) => {
      const { computer, guard } = await dutyAt(campus, deskId);
      const page = await computer.openPage();
      await end(guard.user.id);
      await dead(computer);
      await page.ended;
      await admin.call(api.setUserState, {
        params: { id: guard.user.id },
        body: { state: 'active' },
      });
      await dead(computer);
    },
  );

  test('when its guard gets another role, and not again with the old one', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    const page = await computer.openPage();
    const { id, name, email } = guard.user;
    const become = (role: string) =>
      admin.get(api.updateUser, { params: { id }, body: { name, email, role } });
    await become('admin');
    await dead(computer);
    await page.ended;
    await become('security');
    await dead(computer);
  });

  test('in every process, even if nobody tells it', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    const page = await computer.openPage();
    await campus.db.query('UPDATE users SET suspended_at = now() WHERE id = $1', [guard.user.id]);
    await dead(computer);
    vi.advanceTimersByTime(4_000);
    await page.ended;
  });
});
