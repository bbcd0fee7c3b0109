import { api } from '@keydesk/shared/api';
import { beforeAll, expect, test } from 'vitest';
import { openSession } from '../src/features/session/sessions.ts';
import { testCampus } from '../test/test-campus.ts';
import { TestClient } from '../test/test-client.ts';
import { loadDemoData } from './load-demo-data.ts';

let admin: TestClient;

const campus = testCampus();
beforeAll(async () => {
  await loadDemoData(campus.db, {
    now: new Date(),
    timezone: 'Asia/Kolkata',
    mailboxes: { adminEmail: 'admin@campus.test', securityEmail: 'security@campus.test' },
    issuer: 'https://identity.test',
    subjectOf: (email) => `subject of ${email}`,
    withDesks: true,
    withIncidents: true,
  });
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
  expect(count?.findings).toEqual({ missing: 1, hereThoughOut: 0, elsewhere: 0, unknown: 0 });
  const { data } = await admin.get(api.countResult, { params: { id: count?.id ?? '' } });
  expect(data.missing).toMatchObject([{ condition: 'missing', status: 'unavailable' }]);
  expect(data.seen).toBe(11);
});
