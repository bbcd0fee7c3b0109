import { createHash } from 'node:crypto';
import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../test/database-proxy.ts';
import { requestCode, returnCode } from '../../test/handovers.ts';
import { checkAuth, signIn } from '../../test/sign-in.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import type { TestClient } from '../../test/test-client.ts';

type Line = {
  level: number;
  msg: string;
  requestId?: string;
  method?: string;
  route?: string;
  status?: number;
  ms?: number;
  err?: { message: string; stack: string };
};

let line: DatabaseProxy;
let campus: TestApp;
let guard: TestClient;
let asha: TestClient;
let written: string[] = [];

beforeAll(async () => {
  line = await startDatabaseProxy();
  campus = await startTestApp({}, line.reach, (text) => written.push(text));
  guard = await campus.person('security');
  asha = await campus.person();
});
beforeEach(() => {
  written = [];
});
afterAll(async () => {
  await campus.close();
  await line.cut();
});

const patiently = { timeout: 60_000 };

function lines(): Line[] {
  return written.map((text) => JSON.parse(text));
}

function requestLines() {
  return lines().filter(({ msg }) => msg === 'request');
}

/** The line of the request that was answered with these headers; it follows the answer. */
async function lineOf(headers: Headers): Promise<Line | undefined> {
  const id = headers.get('x-request-id');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await expect
    .poll(() => requestLines().filter(({ requestId }) => requestId === id), patiently)
    .toHaveLength(1);
  return requestLines().find(({ requestId }) => requestId === id);
}

test('every request leaves one line: method, route, status, duration and the id that was answered', async () => {
  const { headers } = await asha.call(api.getKey, { params: { id: 'f'.repeat(24) } });
  expect(await lineOf(headers)).toMatchObject({
    level: 30,
    method: 'GET',
    route: '/api/keys/:id',
    status: 404,
    ms: expect.any(Number),
  });
});

test('the line of a refusal names its code, and by their ids who and what it is about', async () => {
  const key = await campus.key();
  const codes = [await requestCode(asha, key.id), await requestCode(asha, key.id)];
  const [voided, good] = codes.map(({ qrText }) => ({ body: { qrData: qrText } }));
  const { headers, status } = await guard.call(api.scanRequest, voided);
  expect(status).toBe(409);
  expect(await lineOf(headers)).toMatchObject({
    code: 'QR_VOIDED',
    userId: guard.user.id,
    keyIds: [key.id],
    holderId: asha.user.id,
  });
  const params = { id: key.id };
  const refused = await asha.call(api.takeKey, { params });
  const about = { code: 'USE_THE_DESK', userId: asha.user.id, keyIds: [key.id] };
  expect(await lineOf(refused.headers)).toMatchObject(about);
  expect(await lineOf((await guard.call(api.scanRequest, good)).headers)).not.toHaveProperty(
    'code',
  );
  expect(written.join()).not.toContain(asha.user.name);
});

test('an audit event has the id of the request that caused it', async () => {
  const admin = await campus.person('admin');
  const { headers } = await admin.call(api.createKey, {
    body: { keyNumber: 'LOGGED-1', keyName: 'Lab', location: 'A' },
  });
  const { events } = (await admin.get(api.listAudit, { query: { action: 'create-key' } })).data;
  expect(events[0]?.requestId).toBe(headers.get('x-request-id'));
});

test('an id that a caller brings along is not taken over', async () => {
  const { headers } = await asha.call(api.checkAuth, { headers: { 'x-request-id': 'forged' } });
  expect(headers.get('x-request-id')).not.toBe('forged');
});

test('an address that nobody serves is not written down', async () => {
  const answer = await fetch(`${campus.url}/api/my-password/hunter2?token=hunter3`);
  expect(await lineOf(answer.headers)).toMatchObject({ route: 'none', status: 404 });
  expect(written.join()).not.toMatch(/hunter/);
});

test('an address that cannot be read leaves a line too', async () => {
  const answer = await fetch(`${campus.url}/api/keys/%zz-hunter2`);
  expect(await lineOf(answer.headers)).toMatchObject({ method: 'GET', route: 'none', status: 400 });
  expect(written.join()).not.toMatch(/hunter/);
});

test('whoever watches the process leaves no line while all is well, and one when that changes', async () => {
  const watch = (path: string, headers = {}) => fetch(`${campus.url}${path}`, { headers });
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect((await watch(path)).status).toBe(200);
  const refused = await watch('/metrics', { 'x-forwarded-for': '203.0.113.7' });
  expect(await lineOf(refused.headers)).toMatchObject({ route: '/metrics', status: 403 });

  await line.cut();
  for (const path of ['/readyz', '/healthz', '/readyz']) await watch(path);
  await line.mend();
  await expect.poll(async () => (await watch('/readyz')).status, patiently).toBe(200);
  const { headers } = await asha.call(api.checkAuth);
  await lineOf(headers);
  expect(requestLines().map(({ route }) => route)).toEqual(['/metrics', '/api/auth/check-auth']);
  expect(lines().filter(({ msg }) => msg.includes('ready'))).toMatchObject([
    { level: 40, msg: 'not ready', err: { message: expect.any(String) } },
    { level: 30, msg: 'ready again' },
  ]);
});

describe('no secret reaches the log', () => {
  const hashOf = (secret: string, form: 'hex' | 'base64') =>
    createHash('sha256').update(secret).digest(form);

  const expectSilenceOn = (secrets: string[]) => {
    const text = written.join('');
    for (const secret of secrets.filter((each) => each.length > 3)) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
      expect(text).not.toContain(hashOf(secret, 'hex'));
      expect(text).not.toContain(hashOf(secret, 'base64'));
    }
  };

  test('signing in: neither the address, nor the provider’s code, nor the new session', async () => {
    const email = 'somebody.new@campus.test';
    const { cookie, browser, page } = await signIn(campus.url, email);
    expect(page).toBe('/login?auth=success');
    const { headers, body } = await checkAuth(campus.url, { cookie: cookie ?? '' });
    await lineOf(headers);
    const bearer = String(body.token);
    expect(bearer.length).toBeGreaterThan(20);
    expect(requestLines().map(({ route }) => route)).toContain('/api/auth/google/callback');
    const cookies = browser.cookiesFor('/').map(({ value }) => value);
    expectSilenceOn([email, cookie ?? '', bearer, ...cookies]);
    expect(written.join('')).not.toMatch(/login_hint|code=|state=|nonce/);
  });

  test('handing over: neither session nor code, scanned or refused or searched for', async () => {
    const key = await campus.key();
    const { qrData, qrText } = await requestCode(asha, key.id);
    if (qrData.type !== 'key-request') throw new Error('Another code');
    await guard.call(api.scanRequest, { body: { qrData: qrText } });
    const back = await returnCode(asha, key.id);
    await asha.call(api.scanReturn, { body: { qrData: back.qrText } });
    await guard.call(api.scanReturn, { rawBody: back.qrText });
    const { headers } = await guard.call(api.listKeys, { query: { search: qrData.requestId } });
    await lineOf(headers);
    if (back.qrData.type !== 'key-return') throw new Error('Another code');
    const sessions = [asha, guard].flatMap(({ secrets }) => [secrets.cookie, secrets.bearer]);
    expectSilenceOn([...sessions, qrData.requestId, back.qrData.returnId, qrText, back.qrText]);
  });

  test('a failing database: its errors are written with the id of the request and without values', async () => {
    await line.cut();
    const { status, headers } = await asha.call(api.listKeys);
    await line.mend();
    expect(status).toBe(503);
    await lineOf(headers);
    const errors = lines().filter(({ level }) => level >= 50);
    expect(errors).toMatchObject([{ requestId: headers.get('x-request-id') }]);
    expect(errors[0]?.err?.stack).toContain(' at ');
    expectSilenceOn([asha.secrets.cookie, asha.secrets.bearer, asha.user.email]);
    await expect
      .poll(async () => (await fetch(`${campus.url}/readyz`)).status, patiently)
      .toBe(200);
  });
});
