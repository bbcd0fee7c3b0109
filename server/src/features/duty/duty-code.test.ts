import { api } from '@keydesk/shared/api';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  dutyAt,
  dutyCode,
  enrolComputer,
  insertDesk,
  showDutyCode,
} from '../../../test/desk-computer.ts';
import { requestCode } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';

let deskId: string;

const campus = testCampus();
const admin = campus.resident('admin');
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'Main Desk' });
});

describe('a duty code', () => {
  test('is good once: at the same computer, at another one, and after a newer duty', async () => {
    const guard = await campus.person('security');
    const [one, two] = [await enrolComputer(campus, deskId), await enrolComputer(campus, deskId)];
    const qrData = await dutyCode(guard);
    expect((await showDutyCode(one, qrData)).status).toBe(200);
    for (const computer of [one, two, two])
      expect(await showDutyCode(computer, qrData)).toMatchObject({
        status: 409,
        body: { message: 'This shift code has already been used. Show a new one.' },
      });
    expect(await two.duty()).toBeNull();
    await one.get(api.endDuty);
    expect((await showDutyCode(one, qrData)).status).toBe(409);
    expect(await one.duty()).toBeNull();
  });

  test('shown to many computers at the same time puts one on duty', async () => {
    const guard = await campus.person('security');
    const computers = await Promise.all(
      Array.from({ length: 4 }, () => enrolComputer(campus, deskId)),
    );
    const qrData = await dutyCode(guard);
    const answers = await Promise.all(computers.map((computer) => showDutyCode(computer, qrData)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const duties = await Promise.all(computers.map((computer) => computer.duty()));
    expect(duties.filter(Boolean)).toHaveLength(1);
  });

  test('is void after a newer one, after signing out, and too late', async () => {
    const guard = await campus.person('security');
    const computer = await enrolComputer(campus, deskId);
    const older = await dutyCode(guard);
    const newer = await dutyCode(guard);
    const over = { status: 400, body: { error: { code: 'DUTY_CODE_OVER' } } };
    expect(await showDutyCode(computer, older)).toMatchObject(over);
    await campus.db.query("UPDATE codes SET expires_at = now() WHERE type = 'duty'");
    expect(await showDutyCode(computer, newer)).toMatchObject(over);
    const last = await dutyCode(guard);
    await guard.get(api.logout);
    expect(await showDutyCode(computer, last)).toMatchObject(over);
    expect(await computer.duty()).toBeNull();
  });

  test('that claims to be somebody else’s, or of another time, is refused and stays good', async () => {
    const guard = await campus.person('security');
    const computer = await enrolComputer(campus, deskId);
    const payload = JSON.parse(await dutyCode(guard));
    for (const change of [
      { userId: admin.user.id },
      { timestamp: new Date(0).toISOString() },
      { dutyId: '0'.repeat(26) },
    ])
      expect((await showDutyCode(computer, { ...payload, ...change })).status).toBe(400);
    expect((await showDutyCode(computer, payload)).status).toBe(200);
  });

  test('moves no key, and no other code puts anybody on duty', async () => {
    const { computer } = await dutyAt(campus, deskId);
    const guard = await campus.person('security');
    const payload = JSON.parse(await dutyCode(guard));
    const token = `KD:${payload.dutyId}`;
    for (const qrData of [payload, token])
      for (const route of [api.scanRequest, api.scanReturn, api.batchReturn, api.resolveCode])
        expect((await computer.call(route, { body: { qrData } })).status).toBe(400);
    const { qrText } = await requestCode(await campus.person(), (await campus.key()).id);
    expect(await showDutyCode(computer, qrText)).toMatchObject({
      status: 400,
      body: { message: 'This is not a shift code.' },
    });
    expect((await showDutyCode(computer, token)).status).toBe(200);
  });
});
