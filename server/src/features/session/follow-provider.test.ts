import { api } from '@keydesk/shared/api';
import { and, eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { openPage } from '../../../test/live-page.ts';
import { checkAuth, signIn as signInByBrowser } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { auditEvents, users } from '../../db/schema.ts';
import { createOpenIdClient } from './openid.ts';
import { startOpenIdProvider } from './testing/openid-provider.ts';

type Account = { email: string; name?: string; email_verified?: unknown };

/** What the provider tells of each subject at the moment. */
const accounts = new Map<string, Account>();
let close: () => void = () => undefined;
afterAll(() => close());

const campus = testCampus({}, undefined, undefined, async ({ publicUrl }) => {
  const provider = await startOpenIdProvider(`${publicUrl}/api/auth/google/callback`, {
    claimsOf: (subject) => ({ email_verified: true, ...accounts.get(subject) }),
  });
  close = provider.close;
  return createOpenIdClient(provider);
});
const admin = campus.resident('admin');

let subjects = 0;
function newSubject() {
  subjects += 1;
  return `sub-${subjects}@provider.test`;
}

/** Signs in as this subject, of whom the provider tells this; returned is who they are here. */
async function signIn(subject: string, account: Account) {
  accounts.set(subject, account);
  const { page, cookie = '' } = await signInByBrowser(campus.url, subject);
  if (page !== '/login?auth=success') return page;
  const { id, name, email } = (await checkAuth(campus.url, { cookie })).body.user as {
    id: string;
    name: string;
    email: string;
  };
  return { id, name, email };
}

async function idOf(subject: string) {
  const [row] = await campus.db.orm.select().from(users).where(eq(users.subject, subject));
  return row?.id ?? '';
}

function eventsOf(id: string, action: 'change-user' | 'change-user-refused') {
  return listAuditEvents(
    campus.db,
    and(eq(auditEvents.subjectId, id), eq(auditEvents.action, action)),
  );
}

describe('at the next sign-in', () => {
  test('a new address and name at the provider hold here, are audited, and admins are told', async () => {
    const subject = newSubject();
    const before = { email: 'maja.alt@campus.test', name: 'Maja Alt' };
    const after = { email: 'maja.neu@campus.test', name: 'Maja Neu' };
    await signIn(subject, before);
    const id = await idOf(subject);
    const page = await openPage(admin);
    expect(await signIn(subject, after)).toEqual({ id, ...after });
    await page.caughtUp();
    expect(page.received('notification').map(({ message }) => message)).toEqual([
      'The sign-in provider reports a new email for Maja Neu: maja.alt@campus.test is now maja.neu@campus.test.',
      'A person changed their name: Maja Alt (maja.neu@campus.test) is now Maja Neu.',
    ]);
    expect(await eventsOf(id, 'change-user')).toMatchObject([
      { method: 'provider', details: { before, after } },
    ]);
  });

  test('what somebody changed here stays for as long as the provider tells the same', async () => {
    const subject = newSubject();
    const told = { email: 'ines@campus.test', name: 'Ines Alt' };
    const known = await signIn(subject, told);
    await campus.db.orm
      .update(users)
      .set({ name: 'Ines Own', email: 'ines.here@campus.test' })
      .where(eq(users.subject, subject));
    const here = { name: 'Ines Own', email: 'ines.here@campus.test' };
    expect(await signIn(subject, told)).toEqual({ ...(known as object), ...here });
    expect(await signIn(subject, { ...told, name: 'Ines Neu' })).toMatchObject({
      ...here,
      name: 'Ines Neu',
    });
  });

  test('a name that the provider told nobody before replaces the one made of the address', async () => {
    const subject = newSubject();
    const email = 'noor.said@campus.test';
    expect(await signIn(subject, { email })).toMatchObject({ name: 'noor said' });
    expect(await signIn(subject, { email, name: 'Noor Said' })).toMatchObject({
      name: 'Noor Said',
    });
    expect(await signIn(subject, { email })).toMatchObject({ name: 'Noor Said' });
  });

  test('a name that an admin set stays, while the address follows', async () => {
    const subject = newSubject();
    await signIn(subject, { email: 'tom@campus.test', name: 'Tom' });
    const id = await idOf(subject);
    await admin.get(api.updateUser, { params: { id }, body: { name: 'Tom Abel' } });
    const moved = { email: 'tom.abel@campus.test', name: 'Tommy' };
    expect(await signIn(subject, moved)).toEqual({ id, name: 'Tom Abel', email: moved.email });
  });

  test('a name that an import stated stays, of people who are new and of known ones', async () => {
    const [known, listed] = [newSubject(), newSubject()];
    await signIn(known, { email: 'kit@campus.test', name: 'Kit Known' });
    const file = 'Name,Email\nKit Known,kit@campus.test\nLin Listed,lin@campus.test\n';
    await admin.get(api.importUsers, { body: { text: file, dryRun: false } });
    await signIn(listed, { email: 'lin@campus.test', name: 'Lin' });
    for (const [subject, email, name] of [
      [known, 'kit@campus.test', 'Kit Known'],
      [listed, 'lin@campus.test', 'Lin Listed'],
    ] as const)
      expect(await signIn(subject, { email, name: 'Somebody New' })).toMatchObject({ name });
  });

  test('an address that is somebody else’s here stays theirs, which is audited', async () => {
    const [mine, theirs] = [newSubject(), newSubject()];
    await signIn(mine, { email: 'ole@campus.test', name: 'Ole Ost' });
    await signIn(theirs, { email: 'una@campus.test', name: 'Una West' });
    const id = await idOf(mine);
    const wanted = { email: 'UNA@campus.test', name: 'Ole Nord' };
    expect(await signIn(mine, wanted)).toEqual({ id, email: 'ole@campus.test', name: 'Ole Nord' });
    expect(await eventsOf(id, 'change-user-refused')).toMatchObject([
      {
        reason: 'address-of-another',
        details: { holder: await idOf(theirs), told: { email: 'una@campus.test' } },
      },
    ]);
    await signIn(theirs, { email: 'una.west@campus.test', name: 'Una West' });
    expect(await signIn(mine, wanted)).toMatchObject({ email: 'una@campus.test' });
  });

  test('nobody is called like the desk, which is audited once', async () => {
    const subject = newSubject();
    await signIn(subject, { email: 'eve@campus.test', name: 'Eve' });
    const desk = { email: 'eve@campus.test', name: 'Campus Security Desk' };
    for (let times = 0; times < 2; times += 1)
      expect(await signIn(subject, desk)).toMatchObject({ name: 'Eve' });
    expect(await eventsOf(await idOf(subject), 'change-user-refused')).toMatchObject([
      { reason: 'name-refused', details: { told: { name: desk.name } } },
    ]);
  });
});

test('a freed address makes somebody new of whoever signs in with it', async () => {
  const [first, second] = [newSubject(), newSubject()];
  const freed = { email: 'office@campus.test', name: 'First Holder' };
  await signIn(first, freed);
  expect(await signIn(second, { ...freed, name: 'Second Holder' })).toBe(
    '/login?error=oauth_failed&reason=other_account',
  );
  const moved = { email: 'first.holder@campus.test', name: 'First Holder' };
  expect(await signIn(first, moved)).toMatchObject(moved);
  const id = await idOf(first);
  const newcomer = await signIn(second, { ...freed, name: 'Second Holder' });
  expect(newcomer).toMatchObject({ email: freed.email, name: 'Second Holder' });
  expect(newcomer).not.toMatchObject({ id });
});

test('whoever is refused reads why', async () => {
  const [unverified, nowhere] = [newSubject(), newSubject()];
  expect(await signIn(unverified, { email: 'x@campus.test', email_verified: 'false' })).toBe(
    '/verify-email?error=oauth_failed&reason=email_unverified',
  );
  expect(await signIn(nowhere, {} as Account)).toBe('/login?error=oauth_failed&reason=no_email');
});
