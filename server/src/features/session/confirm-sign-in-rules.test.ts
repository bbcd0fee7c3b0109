import { expect, test } from 'vitest';
import { testCampus } from '../../../test/test-campus.ts';
import { presentUser } from '../people/users.ts';
import { openSession } from './sessions.ts';
import { confirmSignIn } from './sign-in.ts';

const campus = testCampus();
const admin = campus.resident('admin');

function minutesAgo(minutes: number) {
  return new Date(Date.now() - minutes * 60_000);
}

async function confirmedMinutesAgo(sessionId: string): Promise<number> {
  const { rows } = await campus.db.query<{ minutes: number }>(
    'SELECT round(extract(epoch FROM now() - confirmed_at) / 60)::int AS minutes FROM sessions WHERE id = $1',
    [sessionId],
  );
  return rows[0]?.minutes ?? Number.NaN;
}

async function confirm(authenticatedAt?: Date) {
  const { user } = admin;
  const { sessionId } = await openSession(campus.db, user.id, {
    authenticatedAt: minutesAgo(120),
  });
  const identity = {
    issuer: user.issuer,
    subject: user.subject,
    email: user.email,
    name: user.name,
    ...(authenticatedAt && { authenticatedAt }),
  };
  const principal = {
    sessionId,
    user: presentUser(user),
    bearer: '',
    confirmedAt: minutesAgo(120),
    startedAt: minutesAgo(120),
    lastActiveAt: minutesAgo(0),
    duty: null,
    desk: null,
  };
  const fault = await confirmSignIn(campus.db, principal, identity, 15);
  return { fault, minutes: await confirmedMinutesAgo(sessionId) };
}

test('a provider that does not tell when it saw the proof is believed', async () => {
  expect(await confirm()).toEqual({ fault: null, minutes: 0 });
});

test('a provider that tells of a recent proof confirms from that moment on', async () => {
  expect(await confirm(minutesAgo(6))).toEqual({ fault: null, minutes: 6 });
});

test('a provider that let the person pass by an old proof confirms nothing', async () => {
  expect(await confirm(minutesAgo(17))).toEqual({ fault: 'not-recent', minutes: 120 });
});

test('a proof that the next call would be refused for confirms nothing', async () => {
  expect(await confirm(minutesAgo(15.1))).toEqual({ fault: 'not-recent', minutes: 120 });
  expect(await confirm(minutesAgo(14.9))).toEqual({ fault: null, minutes: 15 });
});

test('a provider whose clock is ahead confirms nothing of the future', async () => {
  expect(await confirm(minutesAgo(-30))).toEqual({ fault: null, minutes: 0 });
});
