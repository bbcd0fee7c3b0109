import { api } from '@keydesk/shared/api';
import type { SecuritySettings } from '@keydesk/shared/campus/settings';
import { asc, gt, max } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import names from '../../../../shared/src/texts/en/audit-actions.json' with { type: 'json' };
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { auditEvents } from '../../db/schema.ts';
import { auditActions } from './actions.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const asha = campus.resident();
beforeEach(() => logAs(relaxedSettings.auditLogging));

function logAs(changes: Partial<SecuritySettings['auditLogging']>) {
  return admin.get(api.putSecuritySettings, {
    body: { ...relaxedSettings, auditLogging: { ...relaxedSettings.auditLogging, ...changes } },
  });
}

/** The events recorded while a function runs. */
async function recordedBy(happens: () => Promise<unknown>): Promise<string[]> {
  const [row] = await campus.db.orm.select({ last: max(auditEvents.id) }).from(auditEvents);
  await happens();
  const events = await campus.db.orm
    .select()
    .from(auditEvents)
    .where(gt(auditEvents.id, row?.last ?? 0))
    .orderBy(asc(auditEvents.id));
  return events.map(({ action }) => action);
}

async function handOut() {
  return giveKey(admin, asha, (await campus.key()).id);
}

/** Each by someone else, since few are allowed in a day. */
async function rename() {
  const person = await campus.person();
  return person.get(api.updateProfile, { body: { name: `${person.user.name} Rao` } });
}

function refuse() {
  return admin.call(api.scanRequest, { body: { qrData: `KD:${'7'.repeat(26)}` } });
}

async function everything() {
  await handOut();
  await rename();
  await refuse();
}

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

test('every action has a name for people', () => {
  expect(Object.keys(names)).toEqual(auditActions);
});
