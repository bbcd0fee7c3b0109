import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();
const desk = campus.resident('security');
const admin = campus.resident('admin');

async function refusedScans(count: number, qrData: unknown) {
  for (let scan = 0; scan < count; scan += 1)
    expect((await desk.call(api.scanRequest, { body: { qrData } })).status).toBe(400);
}

async function alertsOf(visitor: TestClient) {
  return (await visitor.get(api.listNotifications)).data.notifications.filter(
    ({ title }) => title === 'Security alert',
  );
}

test('a refused code is audited; the fifth within ten minutes alerts desk and admins once', async () => {
  // Alerts are counted in tens of minutes of the clock, and one could end between two scans.
  const tenMinutes = 600_000;
  const middle = (Math.floor(Date.now() / tenMinutes) + 0.5) * tenMinutes;
  vi.useFakeTimers({ toFake: ['Date'], now: middle });
  onTestFinished(() => void vi.useRealTimers());
  const forged = `KD:${'7'.repeat(26)}`;
  await refusedScans(4, forged);
  expect(await alertsOf(admin)).toEqual([]);
  await refusedScans(3, forged);
  for (const visitor of [desk, admin]) expect(await alertsOf(visitor)).toHaveLength(1);
  const events = await listAuditEvents(campus.db, eq(auditEvents.action, 'scan-refused'));
  expect(events).toHaveLength(7);
  expect(events[0]).toMatchObject({ actorId: desk.user.id, details: { code: 'QR_NOT_ISSUED' } });
});

test('a code that is merely unreadable is no reason for suspicion', async () => {
  const before = (await alertsOf(desk)).length;
  await refusedScans(6, 'no code at all');
  expect(await alertsOf(desk)).toHaveLength(before);
});
