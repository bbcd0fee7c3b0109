import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { holdCalls } from '../harness/network.ts';
import { test } from '../harness/test.ts';

function facts(page: Page) {
  return page
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

test('Profile Settings tell what is known of a person, and offer nothing to change', async ({
  campus,
  visit,
}) => {
  const joined = { createdAt: new Date('2025-03-04T06:30:00Z') };
  const member = await campus.person('faculty', {
    ...joined,
    name: 'Pia Profile',
    department: 'MECH',
    facultyId: 'FAC-2024',
    lastLogin: new Date('2025-06-07T08:09:00Z'),
  });
  const page = await visit(member, '/dashboard/profile', { timezoneId: 'Asia/Kolkata' });
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  expect(await facts(page)).toEqual([
    ['Name', 'Pia Profile'],
    ['Email', member.user.email],
    ['Member since', '4 Mar 2025'],
    ['Last login', '7 Jun 2025, 13:39'],
    ['Department', 'Mechanical Engineering'],
    ['Faculty ID', 'FAC-2024'],
  ]);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);

  const guard = await campus.person('security', { ...joined, name: 'Gopal Guard' });
  const desk = await visit(guard, '/dashboard/profile', { timezoneId: 'Asia/Kolkata' });
  await expect(desk.getByText('Gopal Guard')).toBeVisible();
  expect(await facts(desk)).toEqual([
    ['Name', 'Gopal Guard'],
    ['Email', guard.user.email],
    ['Member since', '4 Mar 2025'],
    ['Last login', 'Never'],
  ]);
});

test('About tells what this installation is configured to tell, or that there is nothing', async ({
  campus,
  visit,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-about-'));
  const file = join(folder, 'about.json');
  await writeFile(file, '{"project":{"title":"Keys","description":""},"team":[]}');
  const app = await campus.another({ ABOUT_FILE: file });
  await rm(file);
  const page = await visit((await campus.person()).at(app), '/dashboard/profile');
  const letGo = await holdCalls(page, '/api/about');
  const asked = page.waitForRequest('/api/about');
  await page.goto('/dashboard/about');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...');
  const headers = await (await asked).allHeaders();
  expect([headers.cookie, headers.authorization]).toEqual([undefined, undefined]);
  letGo();
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('About data not found');

  const again = () => page.getByRole('button', { name: 'Try Again' }).click();
  await writeFile(file, 'no JSON at all');
  await again();
  await expect(failure).toContainText('Server is temporarily unavailable. Please try again later.');
  const avatar = `${app.url}/icons/icon-192.png`;
  const socials = {
    github: 'https://github.com/ada',
    linkedin: 'https://www.linkedin.com/in/ada',
    twitter: 'https://twitter.com/ada',
  };
  await writeFile(
    file,
    JSON.stringify({
      project: { title: 'Campus Keys', description: 'All keys of the campus.' },
      team: [
        { name: 'Ada Author', role: 'Design', avatar, socials },
        { name: 'Ben Builder', role: 'Code' },
      ],
    }),
  );
  await again();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Campus Keys' })).toBeVisible();
  await expect(main).toContainText('All keys of the campus.');
  const [ada, ben] = ['Ada Author', 'Ben Builder'].map((hasText) =>
    main.getByRole('article').filter({ hasText }),
  );
  await expect(ada ?? main).toContainText('Design');
  await expect((ada ?? main).locator('img')).toHaveAttribute('src', avatar);
  for (const [place, href] of Object.entries(socials))
    await expect(
      (ada ?? main).getByRole('link', { name: new RegExp(`on ${place}`, 'i') }),
    ).toHaveAttribute('href', href);
  await expect(ben ?? main).toContainText('Code');
  await expect((ben ?? main).getByRole('link')).toHaveCount(0);
  await expect(main).toContainText(/Version \d+\.\d+\.\d+/);
  await app.stop();
  await rm(folder, { recursive: true });
});

test('operators, responders and the unverified are shown what there is for them', async ({
  campus,
  visit,
}) => {
  const key = await campus.key();
  await giveKey(campus.guard, await campus.person(), key._id);
  const page = await visit(await campus.person('operator'), '/dashboard');
  await expect(page.getByRole('heading', { name: 'Operator Dashboard' })).toBeVisible();
  for (const name of ['Priority tasks', 'Recent activity', 'Quick actions'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText(
    `Key ${key.keyNumber} was handed out`,
  );
  await expect(page.getByRole('list', { name: 'Key figures' })).toContainText(/Keys in Use\s*\d/);
  const quick = page.getByRole('region', { name: 'Quick actions' }).getByRole('button');
  await expect(quick).toHaveCount(4);
  for (const action of await quick.all()) await expect(action).toBeDisabled();

  const responder = await visit(await campus.person('responder'), '/dashboard');
  await expect(responder.getByRole('heading', { name: 'Responder Dashboard' })).toBeVisible();

  const stranger = await campus.person('faculty', { isVerified: false });
  const unverified = await visit(stranger, '/dashboard/profile');
  await expect(unverified).toHaveURL('/verify-email');
  await expect(unverified.getByText('Verify your email')).toBeVisible();
  await unverified.getByRole('button', { name: 'Logout' }).click();
  await expect(unverified).toHaveURL('/login');
});
