import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import {
  beginDuty,
  deskLocked,
  dutiesAt,
  dutyAt,
  dutyCode,
  enrolComputer,
  handOverAt,
  insertDesk,
  nobodyOnDuty,
  showDutyCode,
  type TestComputer,
} from '../../../test/desk-computer.ts';
import { batchCode, loansOf, returnCode } from '../../../test/handovers.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { controlIntervals, testCampus } from '../../../test/test-campus.ts';
import { auditEvents } from '../../db/schema.ts';

let deskId: string;

controlIntervals();
const campus = testCampus();
const admin = campus.resident('admin');
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'Main Desk' });
});

describe('a guard on duty', () => {
  test('is named by every handover, with desk and duty', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    const { duty } = await computer.state();
    const { body, keyId, holder } = await handOverAt(campus, computer);
    expect(body).toMatchObject({ data: { scannedBy: { id: guard.user.id } } });
    const { qrText } = await returnCode(holder, keyId);
    await computer.get(api.scanReturn, { body: { qrData: qrText } });
    const { keyId: second, holder: other } = await handOverAt(campus, computer);
    await computer.get(api.batchReturn, {
      body: { qrData: (await batchCode(other, [second])).qrText },
    });
    for (const id of [keyId, second])
      expect(await loansOf(campus.db, id)).toMatchObject([
        {
          handedBy: guard.user.id,
          receivedBy: guard.user.id,
          deskId,
          dutyId: duty?.id,
          returnDeskId: deskId,
          returnDutyId: duty?.id,
          identifiedBy: 'code',
        },
      ]);
  });

  test('has the rights of a guard there, and none over his own account', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    expect(await computer.get(api.checkAuth)).toMatchObject({
      user: { id: guard.user.id, role: 'security' },
      token: '',
    });
    const own = { status: 403, body: { error: { code: 'OWN_DEVICE_ONLY' } } };
    expect(await computer.call(api.issueCode, { body: { type: 'duty' } })).toMatchObject(own);
    expect(await computer.call(api.setDutyPin, { body: { pin: '111111' } })).toMatchObject(own);
    expect(await computer.call(api.endOtherSessions)).toMatchObject(own);
    expect(await computer.call(api.myData)).toMatchObject(own);
    expect((await computer.call(api.listUsers)).status).toBe(403);
  });

  test('is only somebody with the role of a guard', async () => {
    for (const person of [admin, await campus.person()])
      expect((await person.call(api.issueCode, { body: { type: 'duty' } })).status).toBe(403);
    const guard = await campus.person('security');
    const qrData = await dutyCode(guard);
    const computer = await enrolComputer(campus, deskId);
    await campus.db.query("UPDATE users SET role = 'faculty' WHERE id = $1", [guard.user.id]);
    expect((await showDutyCode(computer, qrData)).status).toBe(403);
    expect(await computer.duty()).toBeNull();
  });

  test('stands at an enrolled computer, not in any browser', async () => {
    const guard = await campus.person('security');
    const qrData = await dutyCode(guard);
    expect(await guard.call(api.beginDuty, { body: { qrData } })).toMatchObject({
      status: 403,
      body: { message: 'This computer is not enrolled at a desk.' },
    });
    expect((await guard.call(api.lockDuty)).status).toBe(403);
  });

  test('ends it, and the computer is as without a guard', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    expect((await computer.get(api.endDuty)).data.duty).toBeNull();
    expect(await handOverAt(campus, computer)).toMatchObject(nobodyOnDuty);
    expect(await dutiesAt(campus, computer)).toEqual([
      { guard_id: guard.user.id, begun_by: 'code', ended_by: 'guard' },
    ]);
  });

  test('is in the audit trail with begin, lock, unlock and end', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    await computer.get(api.lockDuty);
    await beginDuty(computer, guard);
    await computer.get(api.endDuty);
    const events = await listAuditEvents(campus.db, eq(auditEvents.actorId, guard.user.id));
    expect(events.map(({ action }) => action)).toEqual([
      'begin-duty',
      'lock-duty',
      'unlock-duty',
      'end-duty',
    ]);
    expect(events[0]).toMatchObject({
      method: 'code',
      details: { desk: 'Main Desk', computer: 'PC 1' },
    });
  });
});

describe('a locked desk', () => {
  test('refuses handovers until the same guard unlocks it, in the same duty', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    const before = (await computer.state()).duty;
    expect((await computer.get(api.lockDuty)).data.duty).toMatchObject({ locked: true });
    expect(await handOverAt(campus, computer)).toMatchObject(deskLocked);
    expect((await computer.call(api.endDuty)).status).toBe(403);
    expect((await computer.call(api.listKeys)).status).toBe(200);
    await beginDuty(computer, guard);
    expect((await computer.state()).duty).toEqual(before);
    expect((await handOverAt(campus, computer)).status).toBe(200);
  });

  test('lets another guard relieve', async () => {
    const { computer } = await dutyAt(campus, deskId);
    await computer.get(api.lockDuty);
    const next = await campus.person('security');
    await beginDuty(computer, next);
    expect(await computer.duty()).toEqual({ guard: next.user.name, locked: false });
  });

  const idleFor = (computer: TestComputer, minutes: number) =>
    campus.db.query(
      'UPDATE duties SET active_at = now() - make_interval(mins => $2) WHERE device_id = $1',
      [computer.id, minutes],
    );

  const idleMinutes = async (computer: TestComputer) => {
    const { rows } = await campus.db.query<{ idle: string }>(
      'SELECT extract(epoch FROM now() - active_at) / 60 AS idle FROM duties WHERE device_id = $1',
      [computer.id],
    );
    return Number(rows[0]?.idle);
  };

  /** A use is stored within seconds, and would otherwise come after what a test does next. */
  const untilUseIsStored = (computer: TestComputer) =>
    vi.waitFor(async () => expect(await idleMinutes(computer)).toBeLessThan(7), 30_000);

  test('locks by itself after the minutes of the settings, and stays so', async () => {
    const { computer } = await dutyAt(campus, deskId);
    await idleFor(computer, 9);
    expect((await handOverAt(campus, computer)).status).toBe(200);
    await untilUseIsStored(computer);
    const page = await computer.openPage();
    await idleFor(computer, 10);
    expect(await handOverAt(campus, computer)).toMatchObject(deskLocked);
    vi.advanceTimersByTime(4_000);
    await page.ended;
    const save = (lockAfterMinutes: number) =>
      admin.get(api.putSecuritySettings, {
        body: {
          ...relaxedSettings,
          desk: { lendByName: 'on', tagCheck: 'off', lockAfterMinutes },
        },
      });
    await save(120);
    expect(await handOverAt(campus, computer)).toMatchObject(deskLocked);
    await beginDuty(computer, await campus.person('security'));
    await idleFor(computer, 100);
    expect((await handOverAt(campus, computer)).status).toBe(200);
    await save(10);
  });

  test('stays open while somebody works there, and polls are no work', async () => {
    const { computer } = await dutyAt(campus, deskId);
    await idleFor(computer, 8);
    await computer.call(api.listKeys, { headers: { 'x-keydesk-poll': '1' } });
    await computer.call(api.checkAuth);
    expect(await idleMinutes(computer)).toBeGreaterThan(7);
    await computer.call(api.listKeys);
    await untilUseIsStored(computer);
  });
});
