import { api } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { beforeAll, expect, test } from 'vitest';
import { testCampus } from '../test-campus.ts';
import type { TestClient } from '../test-client.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');
const ravi = campus.resident('faculty', { name: 'Ravi Kumar' });

const now = 'Ravi Kumar, now Vikram Menon';
let ids: Record<'keys' | 'people' | 'loans' | 'incidents', string>;
let shown: { asked: Asked; text: string }[];

beforeAll(async () => {
  const key = await campus.key();
  const body = { keyId: key.id, holderId: ravi.user.id, identifiedBy: 'desk' };
  const { loanId } = (await guard.get(api.lendKey, { body })).data;
  await ravi.get(api.disputeLoan, { params: { id: loanId } });
  const settlement = { params: { id: loanId }, body: { resolution: 'confirmed' } };
  await admin.get(api.settleDispute, settlement);
  const reported = { params: { id: key.id }, body: { kind: 'lost' } };
  const { incident } = (await guard.get(api.reportKey, reported)).data;
  await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
  const open = await campus.key();
  await guard.get(api.lendKey, { body: { ...body, keyId: open.id } });
  await campus.db.query(
    `UPDATE loans SET taken_at = now() - interval '3 days', due_at = now() - interval '2 days',
                      grace_until = now() - interval '2 days' WHERE returned_at IS NULL`,
  );
  ids = { keys: key.id, people: ravi.user.id, loans: loanId, incidents: incident.id };
  shown = await readAll();
  const change = { params: { id: ravi.user.id }, body: { name: 'Vikram Menon' } };
  await admin.get(api.updateUser, change);
});

type Asked = { route: Route; who: TestClient; params: Record<string, string> };

/** Everything that an admin, the desk and the holder can read. */
async function readAll() {
  const asked = [admin, guard, ravi].flatMap((who) =>
    Object.values<Route>(api)
      .filter(({ method, path }) => method === 'GET' && !path.startsWith('/auth'))
      .map((route) => ({ route, who, params: { id: idFor(route.path) } })),
  );
  return Promise.all(asked.map(async (one) => ({ asked: one, text: await textOf(one) })));
}

function idFor(path: string): string {
  const noun = path.startsWith('/dashboard/users') ? 'people' : path.split('/')[1];
  return ids[noun as keyof typeof ids] ?? '';
}

async function textOf({ route, who, params }: Asked): Promise<string> {
  const query = route === api.keyAt ? { query: { moment: new Date().toISOString() } } : {};
  const { status, headers, body } = await who.call(route, { params, ...query });
  const isFile = headers.get('content-type') === 'application/pdf';
  return status === 200 && !isFile ? JSON.stringify(body) : '';
}

/** Who people are today, and who has keys now. */
const ofToday: readonly Route[] = [
  api.listKeys,
  api.allTakenKeys,
  api.myTakenKeys,
  api.myFrequentlyUsedKeys,
  api.deskOverdue,
  api.listUsers,
  api.userDetails,
  api.userOverview,
  api.exportUsers,
];

test('every record that named the holder still does, with the new name beside it', async () => {
  const named = shown.filter(({ text }) => text.includes('Ravi Kumar'));
  const records = named.filter(({ asked }) => !ofToday.includes(asked.route));
  expect(records.length).toBeGreaterThan(15);
  for (const { asked } of records) {
    // A message keeps its words.
    const expected = asked.route === api.listNotifications ? 'Ravi Kumar' : now;
    const { path } = asked.route;
    expect({ path, text: await textOf(asked) }).toEqual({
      path,
      text: expect.stringContaining(expected),
    });
  }
});

test("a person's history says what they were called then", async () => {
  const { loans } = (await admin.get(api.userLoans, { params: { id: ravi.user.id } })).data;
  expect(loans.map(({ heldAs }) => heldAs)).toEqual(['Ravi Kumar', 'Ravi Kumar']);
});

test('erasing the holder erases both names', async () => {
  const params = { id: ravi.user.id };
  const { keys } = (await ravi.get(api.myTakenKeys)).data;
  for (const key of keys) await guard.get(api.collectKey, { params: { id: key._id }, body: {} });
  await admin.get(api.deleteUser, { params });
  await admin.get(api.eraseUser, { params });
  for (const { asked, text } of await readAll()) {
    const named = ['Ravi Kumar', 'Vikram Menon'].filter((name) => text.includes(name));
    expect({ path: asked.route.path, named }).toEqual({ path: asked.route.path, named: [] });
  }
});
