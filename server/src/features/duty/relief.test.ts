import { beforeAll, describe, expect, test } from 'vitest';
import {
  beginDuty,
  dutiesAt,
  dutyAt,
  dutyCode,
  enrolComputer,
  handOverAt,
  insertDesk,
  showDutyCode,
} from '../../../test/desk-computer.ts';
import { loansOf } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';

let deskId: string;

const campus = testCampus();
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'Main Desk' });
});

describe('a guard who comes', () => {
  test('relieves the one before with one scan', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    const next = await campus.person('security');
    await beginDuty(computer, next);
    expect(await computer.duty()).toEqual({ guard: next.user.name, locked: false });
    expect((await handOverAt(campus, computer)).body).toMatchObject({
      data: { scannedBy: { id: next.user.id } },
    });
    expect(await dutiesAt(campus, computer)).toEqual([
      { guard_id: guard.user.id, begun_by: 'code', ended_by: 'relieved' },
      { guard_id: next.user.id, begun_by: 'code', ended_by: null },
    ]);
  });

  test('is one of many at the same time: each duty ends when the next begins', async () => {
    const computer = await enrolComputer(campus, deskId);
    const guards = await Promise.all(Array.from({ length: 6 }, () => campus.person('security')));
    for (let round = 0; round < 5; round += 1) {
      const codes = await Promise.all(guards.map(dutyCode));
      const [scan, ...answers] = await Promise.all([
        handOverAt(campus, computer),
        ...codes.map((code) => showDutyCode(computer, code)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(guards.map(() => 200));
      expect([200, 403]).toContain(scan.status);
    }
    const { rows } = await campus.db.query(
      `SELECT count(*) FILTER (WHERE ended_at IS NULL)::int AS open,
              count(*)::int AS duties,
              count(*) FILTER (WHERE clashes)::int AS overlapping
         FROM (SELECT ended_at, lead(begun_at) OVER (ORDER BY begun_at) < ended_at AS clashes
                 FROM duties WHERE device_id = $1) AS d`,
      [computer.id],
    );
    expect(rows[0]).toMatchObject({ open: 1, overlapping: 0 });
    expect(await computer.duty()).toMatchObject({ locked: false });
  });

  test('does not change in whose name a handover under way is recorded', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    const next = await campus.person('security');
    const code = await dutyCode(next);
    const [scan] = await Promise.all([handOverAt(campus, computer), showDutyCode(computer, code)]);
    expect(scan.status).toBe(200);
    const [loan] = await loansOf(campus.db, scan.keyId);
    const { rows } = await campus.db.query('SELECT guard_id FROM duties WHERE id = $1', [
      loan?.dutyId,
    ]);
    expect(rows[0]?.guard_id).toBe(loan?.handedBy);
    expect([guard.user.id, next.user.id]).toContain(loan?.handedBy);
  });
});

test('a live connection hears what is for its guard, until another one comes', async () => {
  const computer = await enrolComputer(campus, deskId);
  const before = await computer.openPage();
  const guard = await campus.person('security');
  await beginDuty(computer, guard);
  // Connections end by way of the database, so one that opens after the answer may end with them.
  await before.ended;
  const page = await computer.openPage();
  expect(await page.join('join-user-room', guard.user.id)).toBe(true);
  const next = await campus.person('security');
  await beginDuty(computer, next);
  await page.ended;
  const after = await computer.openPage();
  expect(await after.join('join-user-room', guard.user.id)).toBe(false);
  expect(await after.join('join-user-room', next.user.id)).toBe(true);
});
