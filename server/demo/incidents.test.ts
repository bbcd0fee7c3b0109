import { api } from '@keydesk/shared/api';
import { beforeAll, expect, test } from 'vitest';
import { openSession } from '../src/features/session/sessions.ts';
import { testCampus } from '../test/test-campus.ts';
import { TestClient } from '../test/test-client.ts';
import { generateDemoData } from './demo-data.ts';
import { addDesks } from './desks.ts';
import { demoIncidents } from './incidents.ts';
import { loadDemoData } from './load-demo-data.ts';

let admin: TestClient;

const options = {
  now: new Date(),
  timezone: 'Asia/Kolkata',
  mailboxes: { adminEmail: 'admin@campus.test', securityEmail: 'security@campus.test' },
  issuer: 'https://identity.test',
  subjectOf: (email: string) => `subject of ${email}`,
};

const campus = testCampus();
beforeAll(async () => {
  await loadDemoData(campus.db, { ...options, withDesks: 'several', withIncidents: true });
  const { rows } = await campus.db.query("SELECT * FROM users WHERE email = 'admin@campus.test'");
  const [user] = rows;
  admin = new TestClient(campus.url, user, await openSession(campus.db, user.id));
});

test('one key is lost, one damaged and one missing', async () => {
  const { incidents } = (await admin.get(api.listIncidents)).data;
  expect(incidents.map(({ kind }) => kind).toSorted()).toEqual(['damaged', 'lost', 'missing']);
  expect(incidents.find(({ kind }) => kind === 'lost')?.holder).not.toBeNull();
});

test('one count is finished, and found the missing key', async () => {
  const [count, ...others] = (await admin.get(api.listCounts)).data.counts;
  expect(others).toEqual([]);
  expect(count?.findings).toMatchObject({ missing: 1, hereThoughOut: 0, elsewhere: 0, unknown: 0 });
  const { data } = await admin.get(api.countResult, { params: { id: count?.id ?? '' } });
  expect(data.missing).toMatchObject([{ condition: 'missing', status: 'unavailable' }]);
  expect(data.seen).toBe(11);
});

test.each([0, 6, 9, 15])('a demo that begins %i hours after midnight has them all', (hour) => {
  const now = new Date(Date.UTC(2025, 10, 21, hour, 30));
  const then = { ...options, now };
  const data = addDesks(generateDemoData(then), 'several');
  const { counts, incidents, scans } = demoIncidents(data, now);
  expect(counts).toMatchObject([{ result: { seen: 11, missing: [expect.any(String)] } }]);
  expect([scans.length, incidents.length]).toEqual([11, 3]);
});
