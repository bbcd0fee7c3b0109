import { api } from '@keydesk/shared/api';
import { defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLoan } from '../../../test/factories/loans.ts';
import { returnCode } from '../../../test/handovers.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { type Answer, send, TestClient } from '../../../test/test-client.ts';
import { openSession } from './sessions.ts';

const campus = testCampus();
const second = campus.secondProcess();
const admin = campus.resident('admin');

function settingsWith(apiRequestsPerMinute: number) {
  return {
    ...relaxedSettings,
    rateLimiting: { ...relaxedSettings.rateLimiting, apiRequestsPerMinute },
  };
}

/** Saves the limit and waits until both processes enforce it, as another user's calls show. */
async function limitRequests(limit: number) {
  await admin.get(api.putSecuritySettings, { body: settingsWith(limit) });
  await vi.waitFor(async () => {
    const stranger = await campus.person();
    await callMany(stranger.at(second), limit);
    expect((await stranger.at(second).call(api.myTakenKeys)).status).toBe(429);
  }, 60_000);
}

function callMany(visitor: TestClient, count: number): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, () => visitor.call(api.myTakenKeys)));
}

function allowed(answers: readonly Answer[]) {
  return answers.filter(({ status }) => status === 200).length;
}

describe('requests per minute', () => {
  test('are as many as the settings say, and the answer tells how long to wait', async () => {
    await limitRequests(10);
    const asha = await campus.person();
    expect(allowed(await callMany(asha, 30))).toBe(10);
    const { status, headers, body } = await asha.call(api.listKeys);
    expect({ status, body }).toMatchObject({
      status: 429,
      body: {
        success: false,
        message: 'Too many requests. Wait a moment.',
        error: { code: 'TOO_MANY_REQUESTS' },
      },
    });
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('are counted over both processes together, within five per cent', async () => {
    await limitRequests(100);
    const asha = await campus.person();
    const answers = await Promise.all([callMany(asha, 90), callMany(asha.at(second), 90)]);
    const sum = allowed(answers.flat());
    expect(sum).toBeLessThanOrEqual(100);
    expect(sum).toBeGreaterThanOrEqual(95);
  });

  test('are counted over both processes one after the other, too', async () => {
    const asha = await campus.person();
    let sum = 0;
    for (let round = 0; round < 70; round += 1)
      for (const at of [campus, second])
        if ((await asha.at(at).call(api.myTakenKeys)).status === 200) sum += 1;
    expect(sum).toBeLessThanOrEqual(100);
    expect(sum).toBeGreaterThanOrEqual(95);
  });

  test('are counted for each person alone', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    await callMany(asha, 110);
    expect((await asha.call(api.listKeys)).status).toBe(429);
    expect((await ravi.call(api.listKeys)).status).toBe(200);
  });

  test('are counted whether they are allowed or refused otherwise', async () => {
    const asha = await campus.person();
    const statuses = await Promise.all(
      Array.from({ length: 110 }, async () => (await asha.call(api.listUsers)).status),
    );
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(100);
    expect(statuses).toContain(429);
  });

  test('keep nobody signed in from staying so or signing out, nor an admin from the settings', async () => {
    const chief = await campus.person('admin');
    await callMany(chief, 110);
    expect((await chief.call(api.myTakenKeys)).status).toBe(429);
    await chief.get(api.checkAuth);
    await chief.get(api.getSecuritySettings);
    await chief.get(api.putSecuritySettings, { body: settingsWith(200) });
    await chief.get(api.myTakenKeys);
    await chief.get(api.logout);
    expect((await chief.call(api.checkAuth)).status).toBe(401);
    await limitRequests(100);
  });

  test('are open again when the minute is over', async () => {
    const asha = await campus.person();
    await callMany(asha.at(second), 110);
    expect((await asha.at(campus).call(api.listKeys)).status).toBe(429);
    const nextMinute = Date.now() + 60_000;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => nextMinute);
    onTestFinished(() => clock.mockRestore());
    expect((await asha.at(campus).call(api.listKeys)).status).toBe(200);
  });

  test('are not counted for anybody signed out', async () => {
    const answers = await Promise.all(
      Array.from({ length: 110 }, () => send(campus.url, api.checkAuth, {})),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await send(campus.url, api.getConfig, {})).status).toBe(200);
  });
});

describe('handovers', () => {
  const defaultLimit = defaultSecuritySettings.rateLimiting.apiRequestsPerMinute;

  /** The desks of one account, each signed in by itself. */
  const desksOf = (guard: TestClient, count: number) =>
    Promise.all(
      Array.from(
        { length: count },
        async () =>
          new TestClient(guard.url, guard.user, await openSession(campus.db, guard.user.id)),
      ),
    );

  /** Return codes of keys that a new person has. */
  const returnCodes = async (guard: TestClient, count: number) => {
    const holder = await campus.person();
    const codes = [];
    for (let key = 0; key < count; key += 1) {
      const { id: keyId } = await campus.key();
      await openLoan(campus.db, { keyId, holderId: holder.user.id, handedBy: guard.user.id });
      codes.push((await returnCode(holder, keyId)).qrText);
    }
    return codes;
  };

  test('are twenty-five returns a minute at each of three desks with one account', async () => {
    await limitRequests(defaultLimit);
    const guard = await campus.person('security');
    const desks = await desksOf(guard, 3);
    const codes = await Promise.all(desks.map(() => returnCodes(guard, 25)));
    const returned = await Promise.all(
      desks.map(async (desk, index) => {
        await desk.get(api.listKeys);
        for (const qrData of codes[index] ?? []) {
          const { data } = await desk.get(api.resolveCode, { body: { qrData } });
          const loanId = data.key?.loanId;
          await desk.get(api.scanReturn, { body: { qrData, loanId } });
        }
        return codes[index]?.length;
      }),
    );
    expect(returned).toEqual([25, 25, 25]);
  });

  test('are limited at each desk, whatever another desk with its account does', async () => {
    const [busy, quiet] = await desksOf(await campus.person('security'), 2);
    const scan = async (desk: TestClient | undefined) =>
      (await desk?.call(api.resolveCode, { body: { qrData: 'a cinema ticket' } }))?.status;
    const statuses = await Promise.all(Array.from({ length: defaultLimit + 5 }, () => scan(busy)));
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(defaultLimit);
    expect(statuses).toContain(429);
    expect(await scan(quiet)).toBe(400);
    await busy?.get(api.listKeys);
  });

  test('go on at a desk that counts its keys three tags a second, and so do its pages', async () => {
    const guard = await campus.person('security');
    const params = { id: '0'.repeat(24) };
    const seen = async () =>
      (await guard.call(api.scanForCount, { params, body: { tags: ['a tag'] } })).status;
    const statuses = await Promise.all(Array.from({ length: 4 * defaultLimit + 5 }, seen));
    const taken = statuses.filter((status) => status === 404).length;
    expect(taken).toBeGreaterThanOrEqual(180);
    expect(taken).toBeLessThanOrEqual(4 * defaultLimit);
    expect(statuses).toContain(429);
    const { status } = await guard.call(api.resolveCode, { body: { qrData: 'a cinema ticket' } });
    expect(status).toBe(400);
    await guard.get(api.listKeys);
  });
});
