import { api } from '@keydesk/shared/api';
import type { SecuritySettings } from '@keydesk/shared/settings/security-settings';
import { asc, gt, max } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Campus, openCampus } from '../../../test/campus.ts';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { roomySettings } from '../../../test/roomy-limits.ts';
import type { Visitor } from '../../../test/visitor.ts';
import { auditEvents } from '../../db/tables.ts';

let campus: Campus;
let admin: Visitor;
let asha: Visitor;

beforeAll(async () => {
  campus = await openCampus();
  admin = await campus.person('admin');
  asha = await campus.person();
});
beforeEach(() => logAs(roomySettings.auditLogging));
afterAll(() => campus.close());

const logAs = (changes: Partial<SecuritySettings['auditLogging']>) =>
  admin.get(api.putSecuritySettings, {
    body: { ...roomySettings, auditLogging: { ...roomySettings.auditLogging, ...changes } },
  });

/** What is recorded while something happens. */
const recordedBy = async (happens: () => Promise<unknown>): Promise<string[]> => {
  const [row] = await campus.db.orm.select({ last: max(auditEvents.id) }).from(auditEvents);
  await happens();
  const events = await campus.db.orm
    .select()
    .from(auditEvents)
    .where(gt(auditEvents.id, row?.last ?? 0))
    .orderBy(asc(auditEvents.id));
  return events.map(({ action }) => action);
};

const handOut = async () => giveKey(admin, asha, (await campus.key()).id);
const rename = () => asha.get(api.updateProfile, { body: { name: 'Asha' } });
const refuse = () => admin.call(api.scanRequest, { body: { qrData: `KD:${'7'.repeat(26)}` } });
const everything = async () => {
  await handOut();
  await rename();
  await refuse();
};

test.each([
  ['DEBUG', ['hand-out', 'rename', 'scan-refused']],
  ['INFO', ['hand-out', 'rename', 'scan-refused']],
  ['WARN', ['scan-refused']],
  ['ERROR', []],
] as const)('at level %s, what matters as much or more is recorded', async (logLevel, actions) => {
  await logAs({ logLevel });
  expect(await recordedBy(everything)).toEqual(actions);
});

test('nothing is recorded while the audit trail is off, but loans are as ever', async () => {
  await logAs({ enabled: false, logLevel: 'DEBUG' });
  expect(await recordedBy(everything)).toEqual([]);
  const key = await handOut();
  expect(await loansOf(campus.db, key._id)).toMatchObject([
    { holderId: asha.user.id, handedBy: admin.user.id, returnedAt: null },
  ]);
});

test('turning the audit trail off, and on again, is recorded', async () => {
  expect(
    await recordedBy(async () => {
      await logAs({ enabled: false });
      await logAs({ enabled: true });
    }),
  ).toEqual(['change-settings', 'change-settings']);
});

test('an event that is rolled back with its deed was never recorded', async () => {
  const key = await campus.key();
  await giveKey(admin, asha, key.id);
  const again = () => admin.call(api.takeKey, { params: { id: key.id } });
  expect(await recordedBy(again)).toEqual([]);
});
