import { api, type RouteName } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { fingerprintOf } from '../database-state.ts';
import { inputsFor } from '../fuzz-inputs.ts';
import { giveKey, requestCode } from '../handovers.ts';
import { relaxLimits } from '../relaxed-limits.ts';
import { testCampus } from '../test-campus.ts';
import { proofsOf, type TestClient } from '../test-client.ts';

/** Calls of each route. */
const numRuns = 12 * inject('thoroughness');
const timeout = 240_000 * inject('thoroughness');

const routes = Object.entries(api) as [RouteName, Route][];
let fingerprint: () => Promise<string>;
let ids: string[];

const campus = testCampus();
beforeAll(async () => {
  fingerprint = await fingerprintOf(campus.db);
  const [asha, guard] = [await campus.person(), await campus.person('security')];
  const [out, atDesk] = [await campus.key(), await campus.key()];
  await giveKey(guard, asha, out.id);
  const code = await requestCode(asha, atDesk.id);
  ids = [
    out.id,
    atDesk.id,
    asha.user.id,
    guard.user.id,
    out.keyNumber,
    code.qrText,
    '0'.repeat(24),
  ];
});

/** Sent as it is: a path may hold anything that an address can. */
function addressOf(route: Route, params: unknown, query: unknown): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(text(given[name])),
  );
  const pairs = Object.entries((query ?? {}) as object).map(
    ([name, value]) => `${encodeURIComponent(text(name))}=${encodeURIComponent(text(value))}`,
  );
  return `${campus.url}/api${path}?${pairs.join('&')}`.slice(0, 8_000);
}

function text(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(
    /\p{Surrogate}/gu,
    '',
  );
}

async function call(who: TestClient, route: Route, [params, query, body]: unknown[]) {
  const unsafe = route.method !== 'GET';
  const answer = await fetch(addressOf(route, params, query), {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...proofsOf(who),
      ...(unsafe ? { origin: campus.url, 'content-type': 'application/json' } : {}),
    },
    ...(unsafe ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Words of our own making that no answer may hold. */
const innards =
  /node_modules|\bat .+:\d+:\d+|drizzle|SELECT |INSERT |ECONN|pg_|[a-z]+_[a-z]+_key\b/;

test.each(routes)(
  '%s takes or clearly refuses whatever it is sent, and a refusal changes nothing',
  async (_name, route) => {
    let admin = await campus.person('admin');
    let before = await fingerprint();
    const inputs = fc.tuple(
      inputsFor(route.params, ids),
      inputsFor(route.query, ids),
      inputsFor(route.body, ids),
    );
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const answer = await call(admin, route, input);
        expect(answer.status, answer.text).toBeLessThan(500);
        if (answer.status < 400 && route.method === 'GET') return;
        if (answer.status < 400) {
          // It may have ended the caller's session, or tightened the limits.
          await relaxLimits(campus.databaseUrl);
          admin = await campus.person('admin');
          before = await fingerprint();
          return;
        }
        const refusal = JSON.parse(answer.text);
        expect(refusal).toMatchObject({
          success: false,
          message: expect.stringMatching(/\S/),
          error: { code: expect.stringMatching(/^[A-Z_]+$/) },
        });
        expect(refusal.message).not.toMatch(innards);
        expect(await fingerprint()).toBe(before);
      }),
      { numRuns },
    );
  },
  timeout,
);
