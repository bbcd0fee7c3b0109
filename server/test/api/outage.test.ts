import { api } from '@keydesk/shared/api';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withClient } from '../../src/db/open-client.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts';
import { giveKey, loansOf, requestCode } from '../handovers.ts';
import { closePages, openPage } from '../live-page.ts';
import { reachCallback, sessionCookieName } from '../sign-in.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { campusOfTest } from '../test-campus.ts';
import { send, type TestClient } from '../test-client.ts';

let line: DatabaseProxy;
let campus: TestApp;
let guard: TestClient;
let asha: TestClient;

beforeAll(async () => {
  line = await startDatabaseProxy();
  campus = await startTestApp({}, line.reach);
  guard = await campus.person('security');
  asha = await campus.person();
});
afterEach(closePages);
afterAll(async () => {
  await campus.close();
  await line.cut();
});

const unavailable = {
  success: false,
  message: 'Server is temporarily unavailable. Please try again later.',
  error: { code: 'DATABASE_UNAVAILABLE' },
};

async function isReady() {
  return (await fetch(`${campus.url}/readyz`)).status === 200;
}

/** Cuts the line while `act` runs; afterwards the application has found its database again. */
async function during(act: () => Promise<void>) {
  await line.cut();
  try {
    await act();
  } finally {
    await line.mend();
    await expect.poll(isReady).toBe(true);
  }
}

describe('while the database is away', () => {
  test('every call of somebody signed in is refused with 503 and asked to try again later', async () => {
    await asha.get(api.listKeys);
    await during(async () => {
      for (const route of [api.listKeys, api.checkAuth, api.logout, api.myTakenKeys]) {
        const { status, body, headers } = await asha.call(route);
        expect({ status, body }).toEqual({ status: 503, body: unavailable });
        expect(headers.get('retry-after')).toBe('2');
        expect(headers.get('cache-control')).toBe('no-store');
      }
    });
    expect((await asha.get(api.checkAuth)).user.id).toBe(asha.user.id);
  });

  test('nobody is let in, and what needs no database is still answered', async () => {
    await during(async () => {
      expect((await send(campus.url, api.listKeys, {})).status).toBe(401);
      expect((await send(campus.url, api.getConfig, {})).status).toBe(200);
      expect((await fetch(`${campus.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${campus.url}/readyz`)).status).toBe(503);
    });
  });

  test('a sign-in ends at the login page with its error', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    await during(async () => {
      const { headers } = await browser.request(url.href);
      expect(headers.get('location')).toBe('/login?error=oauth_failed');
      expect(headers.getSetCookie().join()).not.toContain(`${sessionCookieName}=`);
    });
  });

  test('a scan is refused whole, and succeeds when it is repeated afterwards', async () => {
    const key = await campus.key();
    const { qrText } = await requestCode(asha, key.id);
    await during(async () => {
      const { status, body } = await guard.call(api.scanRequest, { body: { qrData: qrText } });
      expect({ status, body }).toEqual({ status: 503, body: unavailable });
    });
    expect(await loansOf(campus.db, key.id)).toEqual([]);
    await guard.get(api.scanRequest, { body: { qrData: qrText } });
    expect(await loansOf(campus.db, key.id)).toHaveLength(1);
  });

  test('a live connection is refused without a word about the database', async () => {
    await during(async () => {
      await expect(openPage(asha)).rejects.toThrow(unavailable.message);
    });
    expect((await openPage(asha)).socket.connected).toBe(true);
  });
});

test('a database that answers but takes no writes is not ready, and is again once it does', async () => {
  const other = await campusOfTest();
  const readiness = async () => {
    const answer = await fetch(`${other.url}/readyz`);
    return { status: answer.status, said: await answer.json() };
  };
  const takeWrites = async (whether: 'on' | 'off') => {
    const readOnly = whether === 'on' ? 'off' : 'on';
    const name = new URL(other.databaseUrl).pathname.slice(1);
    await withClient(other.databaseUrl, 'test', async (client) => {
      await client.query('SET default_transaction_read_only = off');
      await client.query(
        `ALTER DATABASE "${name}" SET default_transaction_read_only = ${readOnly}`,
      );
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
        [name],
      );
    });
  };
  await takeWrites('off');
  // The pool may have connections that have just been ended.
  await expect.poll(async () => (await other.db.query('SELECT 1')).rowCount).toBe(1);
  await expect.poll(readiness).toEqual({ status: 503, said: { status: 'database unavailable' } });
  await takeWrites('on');
  await expect.poll(readiness).toEqual({ status: 200, said: { status: 'ready' } });
});

test('calls that the outage strikes in the middle are answered, each one', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => campus.key()));
  const calls = keys.map(({ id }) => guard.call(api.takeKey, { params: { id } }));
  await during(async () => {
    for (const { status } of await Promise.all(calls)) expect([200, 503, 504]).toContain(status);
  });
  for (const { id } of keys) expect((await loansOf(campus.db, id)).length).toBeLessThanOrEqual(1);
});

test('a call whose commit is not answered is called unknown, and not to be repeated unseen', async () => {
  const [free, out] = [await campus.key(), await campus.key()];
  await giveKey(guard, await campus.person(), out.id);
  await campus.db.query(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
  for (const table of ['loans', 'waits'])
    await campus.db.query(`CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()`);
  onTestFinished(async () => void (await campus.db.query('DROP FUNCTION die CASCADE')));
  for (const [person, route, { id }] of [
    [guard, api.takeKey, free],
    [asha, api.waitForKey, out],
  ] as const) {
    const { status, body, headers } = await person.call(route, { params: { id } });
    expect({ status, body }).toEqual({
      status: 504,
      body: {
        success: false,
        message: 'This may have been done or not. Check before you try again.',
        error: { code: 'OUTCOME_UNKNOWN' },
      },
    });
    expect(headers.has('retry-after')).toBe(false);
  }
});

test('live connections outlast an outage, and hear of both processes again after it', async () => {
  const second = await campus.another();
  const [here, there] = [await openPage(asha), await openPage(asha.at(second))];
  await during(async () => {
    expect((await asha.call(api.checkAuth)).status).toBe(503);
  });
  expect(here.socket.connected && there.socket.connected).toBe(true);
  await vi.waitFor(
    async () => {
      await giveKey(guard, asha, (await campus.key()).id);
      await here.caughtUp();
      await there.caughtUp();
      expect(here.received('key-updated').length).toBeGreaterThan(0);
      expect(there.received('key-updated').length).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 1_000 },
  );
});
