import { api, type RouteName } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { describe, expect, test } from 'vitest';
import { testCampus } from '../test-campus.ts';
import { proofsOf, type RawCall, rawCall } from '../test-client.ts';

const routes = Object.entries(api) as [RouteName, Route][];
const unsafe = routes.filter(([, route]) => route.method !== 'GET');
const withBody = unsafe.filter(([, route]) => route.body);

const campus = testCampus();
/** One alone may not make so many requests within a minute. */
const admins = [campus.resident('admin'), campus.resident('admin'), campus.resident('admin')];
const admin = campus.resident('admin');
let calls = 0;

async function refusalOf(route: Route, { headers, body }: RawCall) {
  calls += 1;
  const by = admins[calls % admins.length] ?? admin;
  const answer = await rawCall(campus.url, route, {
    param: paramOf(route),
    headers: { ...proofsOf(by), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.body).toMatchObject({ success: false, message: expect.any(String) });
  return [answer.status, (answer.body.error as { code: string }).code];
}

/** One address names a list of the campus, one the tag of a key, the others an id. */
function paramOf(route: Route): string {
  if (route === api.changeEntries) return 'blocks';
  return route === api.reportFound ? 'A'.repeat(16) : '0'.repeat(24);
}

function post(body: string | undefined, type?: string): RawCall {
  return {
    headers: { origin: campus.url, ...(type ? { 'content-type': type } : {}) },
    ...(body === undefined ? {} : { body }),
  };
}

describe.each(withBody)('%s', (_name, route) => {
  test('refuses JSON that is cut off or poisoned', async () => {
    for (const body of ['{', '{"a":1}}', 'nonsense', '{"__proto__":{"role":"admin"}}'])
      expect(await refusalOf(route, post(body, 'application/json'))).toEqual([
        400,
        'MALFORMED_JSON',
      ]);
  });

  test('refuses what is not sent as JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect(await refusalOf(route, post('{}', type))).toEqual([400, 'JSON_REQUIRED']);
  });

  test('refuses a list, a text and unknown fields', async () => {
    for (const body of ['[]', '[{}]', '"text"', '7', '{"surplus":1}'])
      expect(await refusalOf(route, post(body, 'application/json'))).toEqual([400, 'BAD_INPUT']);
  });

  test('refuses a body larger than 100 kB, or than it says itself, unread', async () => {
    const body = JSON.stringify({ filler: 'x'.repeat(route.maxBodyBytes ?? 100_000) });
    expect(await refusalOf(route, post(body, 'application/json'))).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

const needingFields = withBody.filter(([, route]) => !route.body?.safeParse({}).success);

test.each(needingFields)('%s refuses to do without its fields', async (_name, route) => {
  for (const nothing of [
    post(undefined),
    post('', 'application/json'),
    post('null', 'application/json'),
  ])
    expect(await refusalOf(route, nothing)).toEqual([400, 'JSON_REQUIRED']);
});

describe.each([
  ['a list', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
  ['a record', `${'{"type":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
])('%s that is nested thousands of levels deep', (_, nested) => {
  // Every other body is described field by field, so that nothing nested gets past its schema.
  test.each(withBody.filter(([, { body }]) => takesAnything(body)))(
    '%s refuses',
    async (_name, route) => {
      const [status] = await refusalOf(route, post(`{"qrData":${nested}}`, 'application/json'));
      expect(status).toBe(route === api.beginDuty ? 403 : 400);
    },
  );
});

function takesAnything(body: Route['body']): boolean {
  return body?.safeParse({ qrData: [[]] }).success ?? false;
}

test('a poisoned body changes nothing that other requests see', async () => {
  const body = '{"name":"Asha","constructor":{"prototype":{"role":"admin"}}}';
  const answer = await rawCall(campus.url, api.updateProfile, {
    headers: { ...proofsOf(admin), origin: campus.url, 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(400);
  expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
});

describe('a call that needs no field', () => {
  const statusOf = async (route: Route, call: RawCall) => {
    const { id: param } = await campus.key();
    const headers = { ...proofsOf(admin), ...call.headers };
    return (await rawCall(campus.url, route, { ...call, param, headers })).status;
  };
  const ways: [string, () => RawCall][] = [
    ['without a body', () => post(undefined)],
    ['with an empty one', () => post('', 'application/json')],
    ['with an empty object', () => post('{}', 'application/json')],
  ];

  test.each(ways)('may come %s', async (_way, call) => {
    expect(await statusOf(api.takeKey, call())).toBe(200);
    expect(await statusOf(api.collectKey, call())).toBe(409);
  });

  test('is refused all the same when it sends something else', async () => {
    const form = post('a=1', 'application/x-www-form-urlencoded');
    expect(await statusOf(api.takeKey, form)).toBe(400);
    expect(await statusOf(api.takeKey, post('{', 'application/json'))).toBe(400);
  });
});

describe.each(unsafe)('%s', (_name, route) => {
  const from = (headers: Record<string, string>) => {
    const call = { headers: { 'content-type': 'application/json', ...headers }, body: '{' };
    return refusalOf(route, call);
  };

  test.each([
    ['another site', { origin: 'https://evil.test' }],
    [
      'another site that the browser calls same-origin',
      {
        origin: 'https://evil.test',
        'sec-fetch-site': 'same-origin',
      },
    ],
    ['a page without an origin of its own', { origin: 'null' }],
    ['nowhere in particular', {}],
    ['another site, told by the browser alone', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
  ] as [string, Record<string, string>][])('refuses a call from %s', async (_where, headers) => {
    expect(await from(headers)).toEqual([403, 'CROSS_SITE']);
  });

  test('takes a call from its own pages', async () => {
    const { port } = new URL(campus.url);
    const own: Record<string, string>[] = [
      { origin: campus.url },
      { origin: `http://localhost:${port}` },
      { 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of own) expect(await from(headers)).toEqual([400, 'MALFORMED_JSON']);
  });
});

test('another port of this machine is another site', async () => {
  const other = new URL(campus.url);
  other.port = String(Number(other.port) === 65_535 ? 65_534 : Number(other.port) + 1);
  const answer = await rawCall(campus.url, api.logout, { headers: { origin: other.origin } });
  expect(answer.status).toBe(403);
});
