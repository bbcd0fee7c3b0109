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
    withDesks: 'several',
    withAccess: true,
  });
  const { rows } = await campus.db.query("SELECT * FROM users WHERE email = 'admin@campus.test'");
  const [user] = rows;
  admin = new TestClient(campus.url, user, await openSession(campus.db, user.id));
});

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
