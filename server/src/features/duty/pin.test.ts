import { randomBytes, scryptSync } from 'node:crypto';
import { api } from '@keydesk/shared/api';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  beginDuty,
  enrolComputer,
  insertDesk,
  type TestComputer,
} from '../../../test/desk-computer.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { endSessions } from '../../ops/admin.ts';
import { matchesPin } from './pin.ts';

let computer: TestComputer;
let deskId: string;

const right = '482913';
const wrong = '111111';

const campus = testCampus();
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'Main Desk' });
});
const guard = campus.newcomer('security');
beforeEach(async () => {
  computer = await enrolComputer(campus, deskId);
  await storePin(guard, right);
});

async function storePin({ user }: TestClient, pin: string): Promise<void> {
  await campus.db.query('INSERT INTO duty_pins (user_id, hash) VALUES ($1, $2)', [
    user.id,
    cheapHash(pin),
  ]);
}

/** As `hashPin` makes it, in a thousandth of the time. */
function cheapHash(pin: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(pin, salt, 32, { N: 16 });
  return ['scrypt', 16, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

function type(pin: string, at = computer, who = guard) {
  return at.call(api.beginDuty, { body: { guardId: who.user.id, pin } });
}

async function messageOf(pin: string) {
  const { status, body } = await type(pin);
  return [status, body.message];
}

const locked = 'Too many wrong PINs. Show your shift code, or try again in 15 minutes.';

test('the right PIN begins a duty, unlocks it, and relieves another guard', async () => {
  expect((await type(right)).status).toBe(200);
  expect(await computer.duty()).toEqual({ guard: guard.user.name, locked: false });
  await computer.get(api.lockDuty);
  expect((await type(right)).status).toBe(200);
  await beginDuty(computer, await campus.person('security'));
  expect((await type(right)).status).toBe(200);
  const { rows } = await campus.db.query(
    'SELECT begun_by, ended_by FROM duties WHERE device_id = $1 ORDER BY begun_at',
    [computer.id],
  );
  expect(rows).toEqual([
    { begun_by: 'pin', ended_by: 'relieved' },
    { begun_by: 'code', ended_by: 'relieved' },
    { begun_by: 'pin', ended_by: null },
  ]);
});

test('wrong ones are counted down, and the fifth locks the guard there for 15 minutes', async () => {
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try'])
    expect(await messageOf(wrong)).toEqual([403, `Wrong PIN. ${left} left.`]);
  expect(await messageOf(wrong)).toEqual([403, locked]);
  expect(await messageOf(right)).toEqual([403, locked]);
  expect(await computer.duty()).toBeNull();
  const { data } = await guard.get(api.listNotifications);
  expect(data.notifications[0]?.message).toContain('5 times at Main Desk');
  await campus.db.query('UPDATE duty_pin_failures SET locked_until = now()');
  expect(await messageOf(wrong)).toEqual([403, 'Wrong PIN. 4 tries left.']);
  expect((await type(right)).status).toBe(200);
  expect(await messageOf(wrong)).toEqual([403, 'Wrong PIN. 4 tries left.']);
});

test('dozens of guesses at the same time are all counted: five are compared, none gets in', async () => {
  const guesses = Array.from({ length: 40 }, (_, nth) => String(100_000 + nth));
  const answers = await Promise.all([
    ...guesses.map((pin) => type(pin)),
    ...guesses.map((pin) => type(pin)),
  ]);
  expect(answers.every(({ status }) => status === 403)).toBe(true);
  const compared = answers.filter(({ body }) => String(body.message).startsWith('Wrong PIN'));
  expect(compared.map(({ body }) => body.message).sort()).toEqual([
    'Wrong PIN. 1 try left.',
    'Wrong PIN. 2 tries left.',
    'Wrong PIN. 3 tries left.',
    'Wrong PIN. 4 tries left.',
  ]);
  const { rows } = await campus.db.query(
    "SELECT count(*)::int AS tries FROM audit_events WHERE action = 'wrong-duty-pin' AND subject_id = $1",
    [guard.user.id],
  );
  expect(rows[0]?.tries).toBe(5);
  expect((await type(right)).status).toBe(403);
});

describe('a lock', () => {
  beforeEach(async () => {
    for (let nth = 0; nth < 5; nth += 1) await type(wrong);
  });

  test('holds for one guard at one computer, nowhere else', async () => {
    const other = await enrolComputer(campus, deskId);
    expect((await type(right, other)).status).toBe(200);
    const colleague = await campus.person('security');
    await colleague.get(api.setDutyPin, { body: { pin: '246801' } });
    expect((await type('246801', computer, colleague)).status).toBe(200);
  });

  test('does not keep out the duty code, nor does that lift it', async () => {
    await beginDuty(computer, guard);
    expect(await computer.duty()).toMatchObject({ guard: guard.user.name });
    expect(await messageOf(right)).toEqual([403, locked]);
  });

  test('is not lifted by a new PIN', async () => {
    await guard.get(api.setDutyPin, { body: { pin: '975310' } });
    expect(await messageOf('975310')).toEqual([403, locked]);
  });
});

test('a guard is told of each duty begun or unlocked by their PIN, and never of one by their code', async () => {
  await type(right);
  await computer.get(api.lockDuty);
  await type(right);
  await computer.get(api.lockDuty);
  await beginDuty(computer, guard);
  const { data } = await guard.get(api.listNotifications);
  const { duty } = await computer.state();
  const toldOf = data.notifications.filter(({ kind }) => kind === 'duty');
  expect(toldOf).toMatchObject([{ dutyId: duty?.id }, { dutyId: duty?.id }]);
  expect(toldOf.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Shift unlocked in your name at Main Desk, \d\d:\d\d\.$/),
    expect.stringMatching(/^Shift started in your name at Main Desk, \d\d:\d\d\.$/),
  ]);
});

test('a new PIN is told to its guard', async () => {
  await guard.get(api.setDutyPin, { body: { pin: right } });
  const { data } = await guard.get(api.listNotifications);
  expect(data.notifications[0]).toMatchObject({ kind: 'security', type: 'security_alert' });
  expect(data.notifications[0]?.message).toContain('Your PIN was set.');
});

describe('Not me about a duty', () => {
  let dutyId: string;
  const notMe = (who = guard) => who.call(api.disputeDuty, { params: { id: dutyId } });
  const alertsOf = async (who: TestClient) =>
    (await who.get(api.listNotifications)).data.notifications.filter(
      ({ title }) => title === 'Shift disputed',
    );

  beforeEach(async () => {
    await type(right);
    dutyId = (await computer.state()).duty?.id ?? '';
  });

  test('ends it, forgets the PIN and tells the admins, once', async () => {
    const admin = await campus.person('admin');
    for (let nth = 0; nth < 2; nth += 1) expect((await notMe()).status).toBe(200);
    expect(await computer.duty()).toBeNull();
    expect((await type(right)).status).toBe(403);
    const alerts = await alertsOf(admin);
    expect(alerts).toMatchObject([{ kind: 'security', priority: 'high' }]);
    expect(alerts[0]?.message).toContain(`${guard.user.name} says someone else was on duty`);
    const [notice] = (await guard.get(api.listNotifications)).data.notifications;
    expect(notice).toMatchObject({ dutyId, disputed: true });
  });

  test('leaves another duty at that computer alone', async () => {
    const next = await campus.person('security');
    await beginDuty(computer, next);
    expect((await notMe()).status).toBe(200);
    expect(await computer.duty()).toMatchObject({ guard: next.user.name });
  });

  test('ends what began by the same PIN elsewhere, but not what the guard’s code began', async () => {
    const [elsewhere, own] = [await enrolComputer(campus), await enrolComputer(campus)];
    await type(right, elsewhere);
    await beginDuty(own, guard);
    expect((await notMe()).status).toBe(200);
    expect([await computer.duty(), await elsewhere.duty()]).toEqual([null, null]);
    expect(await own.duty()).toMatchObject({ guard: guard.user.name });
  });
});

describe('wrong PINs of all guards at a computer', () => {
  const closed =
    'Too many wrong PINs were entered at this computer. Show your shift code, or try again in 15 minutes.';

  /** Four guards, whose PIN no one knows here, are enough for twenty tries. */
  const guessAtEach = async (tries: number) => {
    for (let left = tries; left > 0; left -= 5) {
      const other = await campus.person('security');
      await storePin(other, '246801');
      for (let nth = 0; nth < Math.min(5, left); nth += 1) await type(wrong, computer, other);
    }
  };

  test('close PIN entry there at the twentieth, which the admins are told once', async () => {
    const admin = await campus.person('admin');
    await guessAtEach(19);
    expect((await type(right)).status).toBe(200);
    expect(await messageOf(wrong)).toEqual([403, closed]);
    expect(await messageOf(right)).toEqual([403, closed]);
    const { data } = await admin.get(api.listNotifications);
    const messages = data.notifications.map(({ message }) => message);
    expect(messages.filter((message) => message.startsWith('20 wrong PINs'))).toHaveLength(1);
    await beginDuty(computer, await campus.person('security'));
    expect((await type(right, await enrolComputer(campus, deskId))).status).toBe(200);
  });

  test('no longer count after 15 minutes', async () => {
    await guessAtEach(20);
    expect((await type(right)).status).toBe(403);
    await campus.db.query(
      `UPDATE desk_devices SET pin_failed_at = (
         SELECT array_agg(t - interval '15 minutes' ORDER BY t) FROM unnest(pin_failed_at) AS t)
        WHERE id = $1`,
      [computer.id],
    );
    expect((await type(right)).status).toBe(200);
  });
});

describe('a PIN is forgotten', () => {
  const admin = () => campus.person('admin');
  const params = () => ({ id: guard.user.id });

  test.each([
    [
      'when an admin signs its guard out everywhere',
      async () => (await admin()).get(api.signOutEverywhere, { params: params() }),
    ],
    ['when the guard signs out everywhere else', async () => guard.get(api.endOtherSessions)],
    [
      'when its guard is suspended',
      async () => {
        const at = await admin();
        await at.get(api.setUserState, { params: params(), body: { state: 'suspended' } });
        await at.get(api.setUserState, { params: params(), body: { state: 'active' } });
      },
    ],
    ['when the operator ends their sessions', () => endSessions(campus.db, guard.user.email)],
    ['when the operator ends all sessions', () => endSessions(campus.db, null)],
  ])('%s', async (_when, happens) => {
    await happens();
    expect(await messageOf(right)).toEqual([403, 'Wrong PIN. 4 tries left.']);
  });
});

test('a guard without a PIN gets in with none, and it looks like a wrong one', async () => {
  const other = await campus.person('security');
  expect((await type('000000', computer, other)).body).toMatchObject({
    message: 'Wrong PIN. 4 tries left.',
  });
});

test('nobody but guards gets in, and nobody has a PIN but guards', async () => {
  for (const role of ['admin', 'faculty'] as const) {
    const person = await campus.person(role);
    expect((await type(right, computer, person)).status).toBe(404);
    expect((await person.call(api.setDutyPin, { body: { pin: right } })).status).toBe(403);
  }
  await campus.db.query("UPDATE users SET role = 'faculty' WHERE id = $1", [guard.user.id]);
  expect((await type(right)).status).toBe(404);
  expect((await type(right, computer, { user: { id: '0'.repeat(24) } } as TestClient)).status).toBe(
    404,
  );
});

test('the computer offers those guards who have a PIN', async () => {
  const without = await campus.person('security');
  const { guards } = (await computer.get(api.listGuards)).data;
  expect(guards).toContainEqual({ id: guard.user.id, name: guard.user.name });
  expect(guards.map(({ id }) => id)).not.toContain(without.user.id);
});

test('only a salted hash is stored', async () => {
  const guards = [guard, await campus.person('security')];
  for (const each of guards) await each.get(api.setDutyPin, { body: { pin: right } });
  const { rows } = await campus.db.query<{ hash: string }>(
    'SELECT DISTINCT hash FROM duty_pins WHERE user_id = ANY ($1)',
    [guards.map(({ user }) => user.id)],
  );
  expect(rows).toHaveLength(2);
  for (const { hash } of rows) {
    expect(hash).not.toContain(right);
    expect(await matchesPin(right, hash)).toBe(true);
    expect(await matchesPin(wrong, hash)).toBe(false);
  }
  expect(await matchesPin(right, null)).toBe(false);
});

test.each([
  ['444444', 'This PIN is too easy to guess. Choose another one.'],
  ['345678', 'This PIN is too easy to guess. Choose another one.'],
  ['285193', 'Choose a PIN that is not the number of your Faculty ID.'],
])('%s is refused as a PIN, which stays as it was', async (pin, message) => {
  await campus.db.query('UPDATE users SET faculty_id = $2 WHERE id = $1', [
    guard.user.id,
    'SEC-285193',
  ]);
  expect(await guard.call(api.setDutyPin, { body: { pin } })).toMatchObject({
    status: 400,
    body: { message },
  });
  await campus.db.query('UPDATE users SET faculty_id = NULL WHERE id = $1', [guard.user.id]);
  expect((await type(right)).status).toBe(200);
});

test('one that is too easy to guess is no longer taken, if it was set before', async () => {
  await campus.db.query('UPDATE duty_pins SET hash = $2 WHERE user_id = $1', [
    guard.user.id,
    cheapHash('444444'),
  ]);
  expect(await type('444444')).toMatchObject({
    status: 403,
    body: { error: { code: 'PIN_NO_LONGER_TAKEN' } },
  });
  expect(await computer.duty()).toBeNull();
});
