import { api } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { expect, test } from 'vitest';
import { giveKey, loansOf } from '../handovers.ts';
import { lend } from '../lending.ts';
import { testCampus } from '../test-campus.ts';
import { type CallOptions, send, type TestClient } from '../test-client.ts';
import { confirmedVisitor, newPhone } from '../visitors.ts';

/** Clients that know only the specification: they send back what they read. */

const campus = testCampus({ CONFIRM_SIGN_IN_MINUTES: '15' });
const admin = campus.resident('admin');
const guard = campus.resident('security');
const asha = campus.resident();

/** Calls with the token alone, as a script does. */
function byToken({ secrets }: TestClient, route: Route, options: CallOptions = {}) {
  const headers: Record<string, string> = { authorization: `Bearer ${secrets.bearer}` };
  const { method } = route;
  if (method !== 'GET') headers['content-type'] = 'application/json';
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => options.params?.[name] ?? '');
  return fetch(`${campus.url}/api${path}`, {
    method,
    headers: { ...headers, ...options.headers },
    ...(method !== 'GET' && { body: JSON.stringify(options.body ?? {}) }),
  });
}

async function signedIn(ago: string) {
  await campus.db.query('UPDATE sessions SET confirmed_at = now() - $1::interval', [ago]);
}

test('a call with a token and without a cookie needs no origin, and gets none that is foreign', async () => {
  const { id } = await campus.key();
  const call = (headers: Record<string, string> = {}) =>
    byToken(guard, api.takeKey, { params: { id }, headers });
  expect((await call({ origin: 'https://evil.test' })).status).toBe(403);
  expect((await call({ cookie: 'any=thing' })).status).toBe(403);
  expect((await call({ authorization: 'Basic Og==' })).status).toBe(403);
  expect((await call()).status).toBe(200);
  const made = { authorization: 'Bearer made-up' };
  expect((await call(made)).status).toBe(401);
});

test('who returns their own key at the desk has returned it themselves', async () => {
  const { id } = await campus.key();
  for (const back of [api.returnKey, api.collectKey]) {
    await guard.get(api.takeKey, { params: { id } });
    await guard.get(back, { params: { id } });
    expect((await loansOf(campus.db, id)).at(-1)?.returnType).toBe('own');
  }
  await giveKey(guard, asha, id);
  await guard.get(api.returnKey, { params: { id } });
  expect((await loansOf(campus.db, id)).at(-1)?.returnType).toBe('collected');
});

test('a key may be sent back as it was read, whatever happened to it since', async () => {
  const params = { id: (await campus.key({ hook: 'A 1' })).id };
  const read = (await admin.get(api.getKey, { params })).data.key;
  await giveKey(guard, asha, params.id);
  await signedIn('16 minutes');
  const save = (body: object) => admin.call(api.updateKey, { params, body });
  const body = { ...read, id: read._id, keyName: 'Laser' };
  expect(await save(body)).toMatchObject({
    status: 200,
    body: { data: { key: { keyName: 'Laser' } } },
  });
  expect((await save({ ...body, version: undefined })).status).toBe(200);
  expect(await save({ ...body, department: 'EEE' })).toMatchObject({
    body: { error: { code: 'SIGN_IN_NOT_RECENT' } },
  });
  expect(await save({ ...body, colour: 'red' })).toMatchObject({ status: 400 });
  await signedIn('0 minutes');
});

test('so may a person, and only what gives access asks for a recent sign-in', async () => {
  const person = await campus.person();
  const params = { id: person.user.id };
  const { users } = (await admin.get(api.listUsers, { query: { search: person.user.email } })).data;
  await signedIn('16 minutes');
  const save = (body: object) => admin.call(api.updateUser, { params, body });
  expect((await save({ ...users[0], name: 'Asha Iyer', openLoans: 3 })).status).toBe(200);
  const { name, email, role } = person.user;
  expect((await save({ name, email, role })).status).toBe(200);
  for (const change of [{ role: 'security' }, { email: 'a@b.test' }, { department: 'EEE' }])
    expect(await save({ name, ...change })).toMatchObject({
      body: { error: { code: 'SIGN_IN_NOT_RECENT' } },
    });
  expect(await save({ shoeSize: 43 })).toMatchObject({ status: 400 });
  await signedIn('0 minutes');
});

test('so may one’s own profile, of which only the name can change', async () => {
  const person = await campus.person();
  const { user } = await person.get(api.checkAuth);
  const save = (body: object) => person.call(api.updateProfile, { body });
  expect((await save({ ...user, name: 'Asha Menon' })).status).toBe(200);
  expect((await save({ ...user, name: 'Asha Menon', lastLogin: null })).status).toBe(200);
  expect((await save({ ...user, role: 'admin' })).status).toBe(400);
});

test('Collect says of a missing key that it is reported missing', async () => {
  const { id, keyNumber } = await campus.key();
  await guard.get(api.reportKey, { params: { id }, body: { kind: 'missing' } });
  for (const route of [api.collectKey, api.returnKey])
    expect(await guard.call(route, { params: { id } })).toMatchObject({
      status: 409,
      body: { message: `${keyNumber} has been reported missing.` },
    });
});

test('no answer has a visitor’s phone number in a field for addresses', async () => {
  const phone = newPhone();
  const visitorId = await confirmedVisitor(campus, guard, asha, { phone });
  const { id } = await campus.key();
  const given = await lend(guard, { user: { id: visitorId } } as TestClient, id);
  const period = { timeRange: '1d' };
  const answers = [
    given,
    await guard.call(api.listKeys),
    await guard.call(api.allTakenKeys),
    await guard.call(api.getKey, { params: { id } }),
    await guard.call(api.searchPeople, { query: { search: phone } }),
    await guard.call(api.getUser, { params: { userId: visitorId } }),
    await guard.call(api.keyHistory, { params: { id } }),
    await guard.call(api.deskOverdue),
    await admin.call(api.listUsers, { query: { search: 'Ravi' } }),
    await admin.call(api.userDetails, { params: { id: visitorId } }),
    await admin.call(api.userOverview, { params: { id: visitorId } }),
    await admin.call(api.adminDashboard),
    await admin.call(api.reports, { query: period }),
    await guard.call(api.collectKey, { params: { id } }),
  ];
  for (const { status, body } of answers) {
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringMatching(/"email":"\+/)]);
  }
});

test('each message of a bundle is in the list of a client that does not ask for bundles', async () => {
  const person = await campus.person();
  for (let count = 0; count < 13; count += 1) await giveKey(guard, person, (await campus.key()).id);
  const titles = async (query: Record<string, string> = {}) =>
    (await person.get(api.listNotifications, { query })).data.notifications.map(
      ({ template }) => template,
    );
  const all = await titles();
  const bundled = await titles({ bundle: 'none' });
  expect(bundled).toHaveLength(11);
  expect(all.toSorted()).toEqual([...bundled, ...Array(3).fill(bundled.at(-1))].toSorted());
});

test('the pictures of the About page have whole addresses, which other origins may show', async () => {
  const { body } = await send(campus.url, api.getAbout, {});
  const { team } = body as { team: { avatar?: string }[] };
  expect(team.length).toBeGreaterThan(0);
  for (const { avatar = '' } of team) expect(avatar).toMatch(`${campus.url}/`);
});
