import { api } from '@keydesk/shared/api';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  beginDuty,
  dutyAt,
  enrolComputer,
  insertDesk,
  type TestComputer,
  typeEnrolmentCode,
} from '../../../test/desk-computer.ts';
import { requestCode } from '../../../test/handovers.ts';
import { controlIntervals, testCampus } from '../../../test/test-campus.ts';
import { type Answer, proofsOf, send, type TestClient } from '../../../test/test-client.ts';

let deskId: string;

controlIntervals();
const campus = testCampus();
const admin = campus.resident('admin');
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'Main Desk' });
});

async function newCode(): Promise<string> {
  const body = { deskId, name: 'Window 1' };
  return (await admin.get(api.createEnrolment, { body })).data.code;
}

function type(code: string, headers: Record<string, string> = {}) {
  return send(campus.url, api.enrolComputer, { body: { code }, headers });
}

async function handOver(computer: TestComputer) {
  const { qrText } = await requestCode(await campus.person(), (await campus.key()).id);
  return computer.call(api.scanRequest, { body: { qrData: qrText } });
}

const nobody = {
  status: 403,
  body: { message: 'No one is on duty at this computer. Show your shift code.' },
};

describe('a code for a computer', () => {
  test('enrols the browser in which it is typed, which then shows the desk’s lists', async () => {
    const computer = await typeEnrolmentCode(campus, await newCode());
    expect(await computer.state()).toMatchObject({
      computer: { name: 'Window 1' },
      desk: { id: deskId, name: 'Main Desk' },
      duty: null,
    });
    for (const route of [api.listKeys, api.allTakenKeys, api.listHandovers])
      expect((await computer.call(route)).status).toBe(200);
  });

  test('makes a cookie that scripts and other sites never see', async () => {
    const { headers } = await type(await newCode());
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^keydesk_desk=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; /);
    expect(cookie).toMatch(/SameSite=Strict$/);
    const { rows } = await campus.db.query(
      'SELECT count(*)::int AS n FROM desk_devices WHERE octet_length(secret_hash) = 32',
    );
    expect(rows[0]?.n).toBeGreaterThan(0);
  });

  test('may be typed in small letters and without its lines', async () => {
    const code = (await newCode()).toLowerCase().replaceAll('-', ' ');
    expect((await type(code)).status).toBe(200);
  });

  test('is good once, for two browsers at the same time too', async () => {
    const code = await newCode();
    const answers = await Promise.all([type(code), type(code), type(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await type(code)).body).toMatchObject({
      message: 'This code is wrong, already used, or older than 10 minutes. Ask for a new one.',
    });
  });

  test.each([
    [
      'demoted',
      async (id: string, { name, email }: TestClient['user']) => {
        const change = (role: 'faculty' | 'admin') =>
          admin.get(api.updateUser, { params: { id }, body: { name, email, role } });
        await change('faculty');
        await change('admin');
      },
    ],
    [
      'suspended',
      async (id: string) => {
        const set = (state: 'suspended' | 'active') =>
          admin.get(api.setUserState, { params: { id }, body: { state } });
        await set('suspended');
        await set('active');
      },
    ],
    ['removed', (id: string) => admin.get(api.deleteUser, { params: { id } })],
    ['signed out everywhere', (id: string) => admin.get(api.signOutEverywhere, { params: { id } })],
    [
      'no admin any more by any other way',
      (id: string) =>
        campus.db.query("UPDATE users SET role = 'security' WHERE id = $1", [id]).then(() => {}),
    ],
  ])('dies with the rights of its admin, who is %s', async (_how, loseRights) => {
    const maker = await campus.person('admin');
    const body = { deskId, name: 'Window 1' };
    const { code } = (await maker.get(api.createEnrolment, { body })).data;
    await loseRights(maker.user.id, maker.user);
    expect((await type(code)).status).toBe(400);
  });

  test('is good for ten minutes', async () => {
    const code = await newCode();
    await campus.db.query('UPDATE desk_enrolments SET expires_at = now() WHERE used_at IS NULL');
    expect((await type(code)).status).toBe(400);
  });

  test('is not guessed: any other code is refused alike, and sets no cookie', async () => {
    for (const code of ['0000-0000-0000', 'x', '', ' '.repeat(40)]) {
      const { status, headers } = await type(code);
      expect(status).toBe(400);
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  test('is made for a desk that exists and is not retired', async () => {
    const retired = await insertDesk(campus, { retiredAt: new Date() });
    for (const id of [retired, '0'.repeat(24)])
      expect(
        await admin.call(api.createEnrolment, { body: { deskId: id, name: 'PC' } }),
      ).toMatchObject({ status: 404 });
    for (const name of ['', ' ', 'x'.repeat(61)])
      expect((await admin.call(api.createEnrolment, { body: { deskId, name } })).status).toBe(400);
  });

  test('is void once its desk is retired, also when that is brought back', async () => {
    const code = await newCode();
    const retire = (retired: boolean) =>
      admin.get(api.changeDesk, { params: { id: deskId }, body: { retired } });
    await retire(true);
    const refused = await type(code);
    await retire(false);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'ENROLMENT_CODE_INVALID' } },
    });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await type(code)).status).toBe(400);
  });

  test('is not made in the very moment in which its desk is retired', async () => {
    const retiring = await campus.db.pool.connect();
    let made: Promise<Answer>;
    try {
      await retiring.query('BEGIN');
      await retiring.query('UPDATE desks SET retired_at = now() WHERE id = $1', [deskId]);
      made = admin.call(api.createEnrolment, { body: { deskId, name: 'Window 1' } });
      await expect
        .poll(async () => {
          const { rows } = await campus.db.query(
            `SELECT FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rows.length;
        })
        .toBe(1);
      await retiring.query('COMMIT');
    } finally {
      retiring.release();
    }
    expect(await made).toMatchObject({ status: 404 });
    await campus.db.query('UPDATE desks SET retired_at = NULL WHERE id = $1', [deskId]);
  });

  test('replaces what this browser was before', async () => {
    const former = await enrolComputer(campus, deskId);
    const answer = await type(await newCode(), former.proofs);
    expect(answer.status).toBe(200);
    expect((await former.call(api.listKeys)).status).toBe(401);
  });
});

describe('a computer with nobody on duty', () => {
  test('hands nothing over, in whichever way, and the code stays good', async () => {
    const computer = await enrolComputer(campus, deskId);
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrText: qrData } = await requestCode(asha, key.id);
    const ways = [
      computer.call(api.scanRequest, { body: { qrData } }),
      computer.call(api.resolveCode, { body: { qrData } }),
      computer.call(api.scanReturn, { body: { qrData } }),
      computer.call(api.batchReturn, { body: { qrData } }),
      computer.call(api.takeKey, { params: { id: key.id } }),
      computer.call(api.returnKey, { params: { id: key.id } }),
      computer.call(api.collectKey, { params: { id: key.id } }),
      computer.call(api.lockDuty),
      computer.call(api.endDuty),
    ];
    for (const answer of await Promise.all(ways)) expect(answer).toMatchObject(nobody);
    await beginDuty(computer, await campus.person('security'));
    expect((await computer.call(api.scanRequest, { body: { qrData } })).status).toBe(200);
  });

  test('never ends as idle or too old, as browsers without it do', async () => {
    const computer = await enrolComputer(campus, deskId);
    await campus.db.query(
      "UPDATE desk_devices SET created_at = now() - interval '2 years', last_seen_at = now() - interval '1 year'",
    );
    expect((await computer.call(api.listKeys)).status).toBe(200);
  });

  test('hears of every key in its live connection', async () => {
    const computer = await enrolComputer(campus, deskId);
    const page = await computer.openPage();
    const { guard, computer: other } = await dutyAt(campus, deskId);
    expect((await handOver(other)).status).toBe(200);
    await page.caughtUp();
    const [event] = page.received('key-updated');
    expect(event?.scannerId).toBe(guard.user.id);
    expect(event?.key.takenBy).toMatchObject({ name: expect.any(String) });
  });
});

describe('beside a session in the same browser', () => {
  const both = async (computer: TestComputer, person: TestClient, withBearer = true) => {
    const { cookie = '', authorization = '' } = proofsOf(person);
    const { body } = await send(
      campus.url,
      api.checkAuth,
      {},
      {
        cookie: `${cookie}; ${computer.proofs.cookie}`,
        ...(withBearer ? { authorization } : {}),
      },
    );
    return body as { user?: { id: string }; desk?: unknown };
  };

  test('the session wins while it lives, and the computer is there again afterwards', async () => {
    const { computer, guard } = await dutyAt(campus, deskId);
    const head = await campus.person('admin');
    expect(await both(computer, head)).toMatchObject({ user: { id: head.user.id } });
    expect((await both(computer, head)).desk).toBeUndefined();
    await head.get(api.logout);
    expect((await both(computer, head)).user).toBeUndefined();
    expect(await both(computer, head, false)).toMatchObject({ user: { id: guard.user.id } });
  });
});

describe('a revoked computer', () => {
  test('is dead at once, with its guard and its live connections, and no other is', async () => {
    const [{ computer }, other] = [await dutyAt(campus, deskId), await dutyAt(campus, deskId)];
    const page = await computer.openPage();
    await admin.get(api.revokeComputer, { params: { id: computer.id } });
    expect((await computer.call(api.listKeys)).status).toBe(401);
    expect((await handOver(computer)).status).toBe(401);
    expect((await handOver(other.computer)).status).toBe(200);
    await page.ended;
    const again = await admin.call(api.revokeComputer, { params: { id: computer.id } });
    expect(again).toMatchObject({ status: 404 });
    const { rows } = await campus.db.query('SELECT ended_by FROM duties WHERE device_id = $1', [
      computer.id,
    ]);
    expect(rows).toEqual([{ ended_by: 'revoked' }]);
  });

  test('is dead in every process, even if nobody tells it', async () => {
    const { computer } = await dutyAt(campus, deskId);
    const page = await computer.openPage();
    await campus.db.query('UPDATE desk_devices SET revoked_at = now() WHERE id = $1', [
      computer.id,
    ]);
    vi.advanceTimersByTime(4_000);
    expect((await computer.call(api.listKeys)).status).toBe(401);
    await page.ended;
  });
});

test('admins see the computers, who is on duty there, and those just revoked', async () => {
  const { computer, guard } = await dutyAt(campus, deskId);
  const gone = await enrolComputer(campus, deskId, 'Old PC');
  await admin.get(api.revokeComputer, { params: { id: gone.id } });
  const { devices } = (await admin.get(api.listComputers)).data;
  expect(devices.find(({ id }) => id === computer.id)).toMatchObject({
    name: 'PC 1',
    desk: { id: deskId, name: 'Main Desk' },
    guard: { id: guard.user.id, name: guard.user.name },
    revokedAt: null,
  });
  expect(devices.find(({ id }) => id === gone.id)).toMatchObject({
    name: 'Old PC',
    guard: null,
    revokedAt: expect.any(String),
  });
  expect(JSON.stringify(devices)).not.toContain(computer.secret);
});
