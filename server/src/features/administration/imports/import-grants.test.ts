import { api } from '@keydesk/shared/api';
import { inArray } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { listAuditEvents } from '../../../../test/audit.ts';
import { openLoan } from '../../../../test/factories/loans.ts';
import { testCampus } from '../../../../test/test-campus.ts';
import { auditEvents, grants } from '../../../db/schema.ts';
import { upload, uploaded } from './testing/upload.ts';

let keyNumber: string;
let keyId: string;

const campus = testCampus();
const admin = campus.resident('admin');
const asha = campus.resident();
beforeEach(async () => {
  await campus.db.query('TRUNCATE grants');
  const key = await campus.key({ level: 'restricted' });
  [keyId, keyNumber] = [key.id, key.keyNumber];
});

const heading = 'Key Number,Email,From,Until';

function fileOf(...lines: string[]): string {
  return [heading, ...lines].join('\n');
}

function stored() {
  return campus.db.orm.select().from(grants).orderBy(grants.createdAt, grants.id);
}

/** A day so many days from today, and when it begins on the campus. */
function day(daysFromNow: number): { text: string; begins: Date } {
  const local = new Date(Date.now() + 5.5 * 3_600_000 + daysFromNow * 86_400_000);
  const text = local.toISOString().slice(0, 10);
  return { text, begins: new Date(`${text}T00:00:00+05:30`) };
}

test('a paper list becomes access from its first day to the end of its last', async () => {
  const [from, until, after] = [day(-30), day(60), day(61)];
  const line = `${keyNumber.toLowerCase()},${asha.user.email.toUpperCase()},${from.text},${until.text}`;
  const dry = await uploaded(admin, 'grants', fileOf(line), { dryRun: true });
  expect(dry).toMatchObject({ created: 1, applied: false });
  expect(await stored()).toEqual([]);
  const result = await uploaded(admin, 'grants', fileOf(line));
  expect(result).toMatchObject({ created: 1, applied: true, refused: 0 });
  expect(await stored()).toMatchObject([
    {
      keyId,
      userId: asha.user.id,
      givenBy: admin.user.id,
      revokedAt: null,
      validFrom: from.begins,
      validUntil: after.begins,
      usesLeft: null,
    },
  ]);
  expect(await uploaded(admin, 'grants', fileOf(line))).toMatchObject({ unchanged: 1, created: 0 });
  const trail = await listAuditEvents(
    campus.db,
    inArray(auditEvents.action, ['import-access', 'give-access']),
  );
  expect(trail).toMatchObject([
    { action: 'import-access', actorId: admin.user.id, details: { created: 1 } },
    { action: 'give-access', subjectId: asha.user.id, keyId, method: 'import' },
  ]);
});

test('both days may be left out, and another period takes the place of the old one', async () => {
  const line = `${keyNumber},${asha.user.email},,`;
  await uploaded(admin, 'grants', fileOf(line));
  expect(await stored()).toMatchObject([{ validUntil: null }]);
  expect(await uploaded(admin, 'grants', fileOf(line))).toMatchObject({ unchanged: 1 });
  const [next, last] = [day(7), day(9)];
  const later = `${keyNumber},${asha.user.email},${next.text},`;
  expect(await uploaded(admin, 'grants', fileOf(later))).toMatchObject({ created: 1, updated: 0 });
  const shorter = `${keyNumber},${asha.user.email},,${last.text}`;
  expect(await uploaded(admin, 'grants', fileOf(shorter))).toMatchObject({ updated: 1 });
  const rows = await stored();
  expect(rows).toHaveLength(3);
  expect(rows.filter(({ revokedAt }) => revokedAt === null)).toMatchObject([
    { validFrom: next.begins, validUntil: null },
    { validUntil: day(10).begins },
  ]);
});

test('each problem is told by its line, and then nothing is stored', async () => {
  const guard = await campus.person('operator');
  const lines = [
    `${keyNumber},${asha.user.email},,`,
    `${keyNumber},${asha.user.email},,2199-01-01`,
    `NO-SUCH,${asha.user.email},,`,
    `${keyNumber},nobody@campus.test,,`,
    `${keyNumber},${guard.user.email},,`,
    `${keyNumber},${admin.user.email},,`,
    `${keyNumber},,31 Dec 2026,`,
    `,${asha.user.email},${day(9).text},${day(3).text}`,
    `"=HYPERLINK(""x"")",${asha.user.email},,2020-02-30`,
    `${keyNumber},x${asha.user.email},,${day(-1).text}`,
  ];
  const result = await uploaded(admin, 'grants', fileOf(...lines));
  expect(result).toMatchObject({ applied: false, refused: 9, created: 1 });
  expect(result.rows.map(({ line, problems }) => [line, ...problems])).toEqual([
    [2],
    [
      3,
      'Until: enter days as 2026-12-24 or 24/12/2026',
      `${keyNumber} for ${asha.user.email} is already on line 2`,
    ],
    [4, 'Key NO-SUCH not found'],
    [5, 'No one with the email nobody@campus.test can take keys'],
    [6, `No one with the email ${guard.user.email} can take keys`],
    [7, 'You cannot give access to yourself'],
    [8, 'Email is required', 'From: enter days as 2026-12-24 or 24/12/2026'],
    [9, 'Key number is required', 'Until is before From'],
    [10, 'Key =HYPERLINK("x") not found', 'Until: enter days as 2026-12-24 or 24/12/2026'],
    [
      11,
      `No one with the email x${asha.user.email} can take keys`,
      `Until: ${day(-1).text} is in the past`,
    ],
  ]);
  expect(await stored()).toEqual([]);
  expect((await upload(admin, 'grants', 'Name,Email\nA,b@c.test')).status).toBe(400);
  expect((await upload(asha, 'grants', fileOf(lines[0] ?? ''))).status).toBe(403);
});

test('a key that is out stays with whoever has access under the new period too', async () => {
  await uploaded(admin, 'grants', fileOf(`${keyNumber},${asha.user.email},,`));
  const parties = { keyId, holderId: asha.user.id, handedBy: admin.user.id };
  await openLoan(campus.db, { ...parties, takenAt: new Date(), dueAt: null, graceUntil: null });
  await uploaded(admin, 'grants', fileOf(`${keyNumber},${asha.user.email},,${day(1).text}`));
  const read = async () => (await asha.get(api.myTakenKeys)).data.keys[0];
  expect(await read()).not.toHaveProperty('recalledAt');
});

test('numbers alone are read with the day first', async () => {
  const line = `${keyNumber},${asha.user.email},,01/12/2198`;
  expect(await uploaded(admin, 'grants', fileOf(line))).toMatchObject({ created: 1 });
  const [grant] = await stored();
  expect(grant?.validUntil).toEqual(new Date('2198-12-02T00:00:00+05:30'));
  const american = `${keyNumber},${asha.user.email},,12/24/2198`;
  const { rows } = await uploaded(admin, 'grants', fileOf(american), { dryRun: true });
  expect(rows[0]?.problems).toEqual(['Until: enter days as 2026-12-24 or 24/12/2026']);
});
