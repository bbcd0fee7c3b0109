import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../src/features/session/sessions.ts';
import { startTestApp, type TestApp } from '../test/test-app.ts';
import { TestClient } from '../test/test-client.ts';
import { loadDemoData } from './load-demo-data.ts';

let campus: TestApp;
let admin: TestClient;

beforeAll(async () => {
  campus = await startTestApp();
  await loadDemoData(campus.db, {
    now: new Date(),
    timezone: 'Asia/Kolkata',
    mailboxes: { adminEmail: 'admin@campus.test', securityEmail: 'security@campus.test' },
    issuer: 'https://identity.test',
    subjectOf: (email) => `subject of ${email}`,
    withDesks: true,
    withAccess: true,
  });
  const { rows } = await campus.db.query("SELECT * FROM users WHERE email = 'admin@campus.test'");
  const [user] = rows;
  admin = new TestClient(campus.url, user, await openSession(campus.db, user.id));
});
afterAll(() => campus.close());

test('rules and a group are about two keys of their own, and one request is open', async () => {
  const { rules } = (await admin.get(api.listAccessRules)).data;
  expect(rules.map(({ targetName }) => targetName).sort()).toEqual([
    'LASER-001',
    'LASER-001',
    'MK-001',
  ]);
  expect(rules.map(({ neverApplies }) => neverApplies)).toEqual([null, null, null]);
  const { groups } = (await admin.get(api.listGroups)).data;
  expect(groups).toMatchObject([{ name: 'Laser trained', memberCount: 2 }]);
  const params = { id: groups[0]?.id ?? '' };
  const { members } = (await admin.get(api.listGroupMembers, { params, query: {} })).data;
  const expired = members.filter(
    ({ validUntil }) => validUntil && Date.parse(validUntil) < Date.now(),
  );
  expect(expired).toHaveLength(1);
  const { rows } = await campus.db.query(
    `SELECT k.key_number, (SELECT count(*)::int FROM keys WHERE level <> 'normal') AS strict
       FROM access_requests r JOIN keys k ON k.id = r.key_id WHERE r.state = 'open'`,
  );
  expect(rows).toEqual([{ key_number: 'LASER-001', strict: 2 }]);
});

test('what a rule would have changed in its last month agrees with counting by hand', async () => {
  const counted = async (where: string) => {
    const { rows } = await campus.db.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM loans l
         JOIN keys k ON k.id = l.key_id JOIN users u ON u.id = l.holder_id,
              LATERAL (SELECT l.taken_at AT TIME ZONE 'Asia/Kolkata' AS local) AS clock
        WHERE l.taken_at >= now() - interval '30 days' AND ${where}`,
    );
    return rows[0]?.n ?? 0;
  };
  const all = await counted('true');
  expect(all).toBeGreaterThan(300);
  const simulate = async (rule: object) => {
    const body = { target: 'all', subject: 'everyone', effect: 'deny', ...rule };
    return (await admin.get(api.simulateAccessRule, { body })).data;
  };
  const labsInTheEvening = { target: 'category', targetId: 'lab', fromTime: '16:00' };
  expect(await simulate(labsInTheEvening)).toEqual({
    handOuts: all,
    refused: await counted("k.category = 'lab' AND local::time >= '16:00'"),
    needApproval: 0,
  });
  const guards = { subject: 'role', subjectId: 'faculty', target: 'block', targetId: 'MAIN' };
  expect(await simulate({ ...guards, effect: 'approve', weekdays: [1, 2] })).toEqual({
    handOuts: all,
    refused: 0,
    needApproval: await counted(
      "k.block = 'MAIN' AND u.role = 'faculty' AND extract(isodow FROM local) IN (1, 2)",
    ),
  });
});
