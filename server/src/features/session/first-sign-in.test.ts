import { expect, test } from 'vitest';
import { checkAuth, reachCallback, sessionCookieName } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { users } from '../../db/schema.ts';

const campus = testCampus();

async function peopleAt(email: string) {
  return (await campus.db.orm.select().from(users)).filter((user) => user.email === email);
}

/** Begins these sign-ins one by one and sends all their callbacks at once. */
async function finishAtOnce(emails: readonly string[]) {
  const reached = [];
  for (const email of emails) reached.push(await reachCallback(campus.url, email));
  return Promise.all(
    reached.map(async ({ browser, url }) => {
      const answer = await browser.request(url.href);
      const cookie = browser.cookiesFor('/').find(({ name }) => name === sessionCookieName)?.value;
      return { status: answer.status, page: answer.headers.get('location'), cookie };
    }),
  );
}

/** Who is signed in after these callbacks, each with their own session. */
async function peopleBehind(answers: readonly { cookie: string | undefined }[]) {
  const checks = await Promise.all(
    answers.map(({ cookie = '' }) => checkAuth(campus.url, { cookie })),
  );
  return checks
    .filter(({ status }) => status === 200)
    .map(({ body }) => (body.user as { id: string }).id);
}

test('four first sign-ins of one new address at once all succeed', async () => {
  const email = 'newcomer-4@campus.test';
  const answers = await finishAtOnce(Array.from({ length: 4 }, () => email));
  for (const { status, page } of answers)
    expect({ status, page }).toEqual({ status: 302, page: '/login?auth=success' });
  const people = await peopleAt(email);
  expect(people).toHaveLength(1);
  expect(new Set(await peopleBehind(answers))).toEqual(new Set([people[0]?.id]));
});

test('fifty at once make one person, and whoever the database is too busy for may try again', async () => {
  const email = 'newcomer-50@campus.test';
  const answers = await finishAtOnce(Array.from({ length: 50 }, () => email));
  for (const { status, page } of answers) {
    expect(status).toBe(302);
    expect(['/login?auth=success', '/login?error=oauth_failed']).toContain(page);
  }
  const people = await peopleAt(email);
  expect(people).toHaveLength(1);
  expect(new Set(await peopleBehind(answers))).toEqual(new Set([people[0]?.id]));
});

test('first sign-ins of several new addresses at once make a person of each', async () => {
  const emails = Array.from({ length: 8 }, (_, at) => `fresher-${at % 4}@campus.test`);
  const answers = await finishAtOnce(emails);
  expect(answers.map(({ page }) => page)).toEqual(emails.map(() => '/login?auth=success'));
  for (const email of new Set(emails)) expect(await peopleAt(email)).toHaveLength(1);
});

test('a first sign-in and an import of the same address at once end in one person', async () => {
  const email = 'listed@campus.test';
  const { browser, url } = await reachCallback(campus.url, email);
  const [answer] = await Promise.all([
    browser.request(url.href),
    campus.db.orm
      .insert(users)
      .values({ email, name: 'Listed', role: 'pending', issuer: 'imported', subject: email })
      .onConflictDoNothing(),
  ]);
  expect(answer.headers.get('location')).toBe('/login?auth=success');
  expect(await peopleAt(email)).toHaveLength(1);
});
