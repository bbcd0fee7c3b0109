import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { api } from '@keydesk/shared/api';
import { defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { addRuleAbout } from '../../test/access-rules.ts';
import { listAuditEvents } from '../../test/audit.ts';
import { openLoan } from '../../test/factories/loans.ts';
import { loansOf, requestCode } from '../../test/handovers.ts';
import { openPage } from '../../test/live-page.ts';
import { runOn } from '../../test/operator-command.ts';
import { signIn as signInByBrowser } from '../../test/sign-in.ts';
import { campusOfTest, controlIntervals, testCampus } from '../../test/test-campus.ts';
import { auditEvents, codes, linkPermissions, users } from '../db/schema.ts';
import { signIn } from '../features/session/sign-in.ts';
import { runAdmin } from './admin.ts';

controlIntervals();
const campus = testCampus();

const script = fileURLToPath(new URL('../../../scripts/admin.mjs', import.meta.url));

/** Does what `npm run admin` does, beside the running server. */
function admin(...args: string[]) {
  return runOn(campus.databaseUrl, () => runAdmin({ args }));
}

/** Calls `npm run admin` as an operator would. */
async function runScript(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, DATABASE_URL: campus.databaseUrl },
  });
  const [said, failure, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { said, failure, code };
}

const policy = {
  ...defaultSecuritySettings.sessionSettings,
  linksByEmail: false,
  mailboxes: { adminEmail: undefined, securityEmail: undefined },
  desks: [],
};
let subjects = 0;

/** Signs in with a new identity, from a provider that vouches for this address. */
function signInAnew(email: string, issuer = 'https://new-provider.test') {
  subjects += 1;
  const subject = `newly-${subjects}`;
  return signIn(campus.db, { issuer, subject, email, name: 'Somebody' }, policy);
}

async function personOf(id: string) {
  const [row] = await campus.db.orm.select().from(users).where(eq(users.id, id));
  return row;
}

async function lastEventOf(subjectId: string) {
  const [event] = await campus.db.orm
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, subjectId))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return event;
}

describe('link', () => {
  test('lets a known address come with a new identity, once', async () => {
    const { user } = await campus.person('admin');
    await expect(signInAnew(user.email)).rejects.toThrow(
      `Sign-in failed: address-of-another (${user.id}). If it is the same person: npm run admin -- link ${user.id}`,
    );

    expect(await admin('link', user.email.toUpperCase())).toBe(
      `${user.email} may now sign in with a new identity: once, within 15 minutes.`,
    );
    expect(await lastEventOf(user.id)).toMatchObject({ action: 'allow-link', method: 'command' });

    await signInAnew(user.email);
    expect(await personOf(user.id)).toMatchObject({
      issuer: 'https://new-provider.test',
      role: 'admin',
    });
    const events = await listAuditEvents(campus.db, eq(auditEvents.subjectId, user.id));
    expect(events.find(({ action }) => action === 'link-identity')).toMatchObject({
      actorId: user.id,
      details: {
        before: { issuer: 'https://identity.test' },
        after: { issuer: 'https://new-provider.test' },
      },
    });
    await expect(signInAnew(user.email)).rejects.toThrow('Sign-in failed');
  });

  test('is what the log advises when it refuses a known address', async () => {
    const log: string[] = [];
    const installed = await campusOfTest({}, undefined, (line) => log.push(line));
    // As an installation that is no trial: an address alone is no proof there.
    Object.assign(installed.config, { isLocal: false });
    const { user } = await installed.person('admin');
    const { page } = await signInByBrowser(installed.url, user.email);
    expect(page).toBe('/login?error=oauth_failed&reason=other_account');
    const refusal = () => log.find((line) => line.includes('"msg":"sign-in failed"'));
    await expect.poll(refusal).toContain(`npm run admin -- link ${user.id}`);
  });

  test('is over when its time is up', async () => {
    const { user } = await campus.person();
    await admin('link', user.id);
    await campus.db.orm
      .update(linkPermissions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(linkPermissions.userId, user.id));
    await expect(signInAnew(user.email)).rejects.toThrow('Sign-in failed');
    expect(await personOf(user.id)).toMatchObject({ issuer: 'https://identity.test' });
  });

  test('of two strangers with the address at the same moment one is let in', async () => {
    const { user } = await campus.person();
    await admin('link', user.email);
    const tries = await Promise.allSettled([signInAnew(user.email), signInAnew(user.email)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('lets everybody of a provider come from another, and takes back what is not used', async () => {
    const old = 'https://old-provider.test';
    const people = await Promise.all(
      [1, 2, 3].map(() => campus.person('faculty', { issuer: old })),
    );
    const [first, second, third] = people.map(({ user }) => user);
    const { user: other } = await campus.person();
    expect(await admin('link', '--issuer', old, '--days', '7')).toContain(
      `Everyone known by ${old} (3) may sign in with a new identity, once`,
    );
    await signInAnew(first?.email ?? '');
    await signInAnew(second?.email ?? '');
    await expect(signInAnew(other.email)).rejects.toThrow('Sign-in failed');

    expect(await admin('link', '--cancel')).toBe('Permissions taken back: 1.');
    await expect(signInAnew(third?.email ?? '')).rejects.toThrow('Sign-in failed');
    expect(await lastEventOf(third?.id ?? '')).toMatchObject({ details: { cancelled: true } });
  });

  test('names the providers that are known when asked for another', async () => {
    const { user } = await campus.person('faculty', { issuer: 'https://known.test' });
    const refused = admin('link', '--issuer', 'https://unknown.test');
    await expect(refused).rejects.toThrow('No one is known by https://unknown.test.');
    await expect(refused).rejects.toThrow(`${user.issuer} (1)`);
  });
});

describe('grant-admin', () => {
  test('makes somebody an admin from their next request on', async () => {
    const asha = await campus.person();
    expect((await asha.call(api.adminDashboard)).status).toBe(403);
    expect(await admin('grant-admin', asha.user.email)).toBe(
      `${asha.user.email} is now an admin; before, faculty.`,
    );
    expect((await asha.call(api.adminDashboard)).status).toBe(200);
    expect(await lastEventOf(asha.user.id)).toMatchObject({
      action: 'change-role',
      actorId: null,
      method: 'command',
      details: { before: { role: 'faculty' }, after: { role: 'admin' } },
    });
    expect(await admin('grant-admin', asha.user.email)).toContain('is an admin already');
  });

  test('recalls what only the old role allowed, by the rules in force', async () => {
    const asha = await campus.person();
    const key = await campus.key({ level: 'restricted' });
    const parties = { keyId: key.id, holderId: asha.user.id, handedBy: asha.user.id };
    await openLoan(campus.db, { ...parties, dueAt: new Date(Date.now() + 86_400_000) });
    const by = asha.user.id;
    const faculty = { subject: 'role', subjectId: 'faculty', effect: 'allow' } as const;
    await addRuleAbout(campus.db, { keyId: key.id, by, ...faculty });
    expect(await admin('grant-admin', asha.user.email)).toContain('is now an admin');
    expect(await loansOf(campus.db, key.id)).toMatchObject([
      {
        recalledAt: expect.any(Date),
        recallCause: { code: 'APPROVAL_NEEDED', approver: null, windows: [] },
      },
    ]);
    expect(await lastEventOf(asha.user.id)).toMatchObject({
      action: 'recall-key',
      actorId: null,
      method: 'command',
      keyId: key.id,
    });
  });

  test('says what to do about somebody who is not known', async () => {
    const { failure, code } = await runScript('grant-admin', 'nobody@campus.test');
    expect(failure).toContain('No one here is known as nobody@campus.test.');
    expect(failure).toContain('Let them sign in once and run this again');
    expect(code).toBe(1);
  });
});

describe('end-sessions', () => {
  test('signs somebody out, voids their codes and ends their live connections', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const [page, other] = [await openPage(asha), await openPage(ravi)];
    await requestCode(asha, (await campus.key()).id);
    expect(await admin('end-sessions', asha.user.email)).toBe(
      `${asha.user.email} is signed out everywhere.`,
    );
    expect((await asha.call(api.checkAuth)).status).toBe(401);
    vi.advanceTimersByTime(4_000);
    await page.ended;
    expect(
      await campus.db.orm.select().from(codes).where(eq(codes.userId, asha.user.id)),
    ).toMatchObject([{ voidedAt: expect.any(Date) }]);
    expect((await ravi.call(api.checkAuth)).status).toBe(200);
    expect(other.socket.connected).toBe(true);
  });

  test('signs everybody out', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person('security')];
    const { said, code } = await runScript('end-sessions', '--all');
    expect(said).toMatch(/^Everyone is signed out: \d+ sessions ended\.\n$/);
    expect(code).toBe(0);
    expect((await asha.call(api.checkAuth)).status).toBe(401);
    expect((await ravi.call(api.checkAuth)).status).toBe(401);
  });
});

test.each([
  { args: ['link'], says: 'Not understood: link' },
  { args: ['link', 'a@campus.test', '--cancel'], says: 'Not understood' },
  { args: ['end-sessions', 'a@campus.test', '--all'], says: 'Not understood' },
  { args: ['link', '--issuer', 'https://old.test', '--days', '100'], says: '--days is a whole' },
  { args: ['demote'], says: 'Not understood: demote' },
  { args: ['link', '--force'], says: "Unknown option '--force'" },
])('what cannot be understood is answered with the usage: $args', async ({ args, says }) => {
  const refused = runAdmin({ args });
  await expect(refused).rejects.toThrow(says);
  await expect(refused).rejects.toThrow('npm run admin -- grant-admin PERSON');
});

test('without arguments the usage is told, and nothing is done', async () => {
  const { said, failure, code } = await runScript();
  expect({ said, code }).toEqual({ said: '', code: 1 });
  expect(failure).toContain('npm run admin -- link PERSON');
});
