import { api } from '@keydesk/shared/api';
import { beforeEach, describe, expect, test } from 'vitest';
import { addKeyRule } from '../../../test/due-rules.ts';
import { loansOf } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';

const minute = 60_000;
let keyId: string;

const campus = testCampus();
const guard = campus.resident('security');
const admin = campus.resident('admin');
const asha = campus.newcomer();
beforeEach(async () => {
  keyId = (await campus.key()).id;
  await addKeyRule(admin, keyId, { extensions: 2, extendMinutes: 30, graceMinutes: 10 });
});

function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * minute).toISOString();
}

function ask(until: unknown, type = 'key-request') {
  return asha.call(api.issueCode, { body: { type, keyId, until } });
}

/** The loan of a hand-out whose code asked for this time. */
async function handedOutUntil(until: unknown) {
  const { status, body } = await ask(until);
  expect(status).toBe(200);
  const { qrText } = body.data as { qrText: string };
  const { data } = await guard.get(api.scanRequest, { body: { qrData: qrText } });
  const [loan] = await loansOf(campus.db, keyId);
  expect(data.key.dueAt).toBe(loan?.dueAt?.toISOString());
  return loan;
}

describe('a request code', () => {
  test('may ask for the key for less time, and it is due then', async () => {
    const until = inMinutes(20);
    const loan = await handedOutUntil(until);
    expect(loan?.dueAt?.toISOString()).toBe(until);
    expect(loan?.graceUntil?.getTime()).toBe(Date.parse(until) + 10 * minute);
    expect(loan?.extended).toBe(0);
  });

  test('may ask for longer, which takes of the extensions', async () => {
    const until = inMinutes(80);
    expect(await handedOutUntil(until)).toMatchObject({ dueAt: new Date(until), extended: 1 });
  });

  test('cannot ask for a time that no calendar has', async () => {
    for (const until of ['9999-12-31T23:59:59Z', '0050-01-01T00:00:00Z'])
      expect(await ask(until)).toMatchObject({
        status: 400,
        body: { message: 'Choose a time near today' },
      });
  });

  test('asks for nothing with null', async () => {
    const loan = await handedOutUntil(null);
    expect(loan?.dueAt?.getTime()).toBe((loan?.takenAt.getTime() ?? 0) + 60 * minute);
  });

  test('cannot ask for more than the rules allow, a time that is over, or nonsense', async () => {
    expect(await ask(inMinutes(125))).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(/^You can keep key .* at most\.$/),
        error: { code: 'KEEP_AT_MOST', details: { verdict: { outcome: 'refused' } } },
      },
    });
    await addKeyRule(admin, keyId, { ceiling: true, amount: 70 });
    expect((await ask(inMinutes(80))).body).toMatchObject({ error: { code: 'MUST_BE_BACK' } });
    for (const until of [inMinutes(-1), 'tonight', 5]) expect((await ask(until)).status).toBe(400);
    expect((await ask(inMinutes(20), 'key-return')).status).toBe(400);
  });

  test('gets what the rules allow at the hand-out, if they changed in between', async () => {
    const { body } = await ask(inMinutes(100));
    await addKeyRule(admin, keyId, { ceiling: true, amount: 15 });
    const { qrText } = body.data as { qrText: string };
    await guard.get(api.scanRequest, { body: { qrData: qrText } });
    const [loan] = await loansOf(campus.db, keyId);
    expect(loan?.dueAt?.getTime()).toBe((loan?.takenAt.getTime() ?? 0) + 15 * minute);
  });
});
