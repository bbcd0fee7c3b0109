import type { Role } from '@keydesk/shared/http/roles';
import { expect, type Page } from '@playwright/test';
import type { TestClient } from '../../server/test/test-client.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

/** One of each kind: which person may see which page is tested where the rule is, without a browser. */
const paths = [
  '/',
  '/no-such-page',
  '/dashboard/admin/users',
  '/dashboard/security/scanner',
  '/dashboard/profile',
  '/dashboard/faculty/keylist',
];

/** Of these, what is loaded anew; the others are gone to within the page. */
const loaded = ['/', '/dashboard/profile'];

/** Those who may go nowhere yet. */
const outsiders: readonly {
  who: string;
  arrives: (campus: TestApp) => Promise<TestClient> | null;
  home: string;
}[] = [
  { who: 'somebody signed out', arrives: () => null, home: '/login' },
  {
    who: 'a pending person',
    arrives: ({ person }) => person('pending'),
    home: '/complete-registration',
  },
  {
    who: 'faculty without a faculty ID',
    arrives: ({ person }) => person('faculty', { facultyId: null }),
    home: '/complete-registration',
  },
  {
    who: 'somebody whose address is not verified',
    arrives: ({ person }) => person('faculty', { isVerified: false }),
    home: '/verify-email',
  },
];

const members: readonly {
  who: string;
  role: Role;
  /** Where every address leads that is not theirs. */
  home: string;
  stays: readonly string[];
}[] = [
  {
    who: 'faculty',
    role: 'faculty',
    home: '/dashboard/faculty/taken',
    stays: ['/dashboard/profile', '/dashboard/faculty/keylist'],
  },
  {
    who: 'an admin',
    role: 'admin',
    home: '/dashboard/admin',
    stays: paths.slice(2),
  },
];

test.describe.configure({ mode: 'parallel' });

/** Where a visit to `path` ends, once a page is shown. */
async function landing(page: Page, path: string): Promise<string> {
  await page.goto(path);
  await page.getByRole('main').waitFor();
  return new URL(page.url()).pathname;
}

/** Goes to an address within the page, as its links do, which takes much less than loading it. */
function goTo(page: Page, path: string) {
  return page.evaluate((to) => window.history.pushState(null, '', to), path);
}

/** Asked of the page itself: Playwright hears of a change a little later. */
function address(page: Page) {
  return page.evaluate(() => window.location.pathname);
}

const intervals = [20, 50, 100, 250];

for (const { who, arrives, home } of outsiders) {
  test(`every address leads ${who} to ${home}`, async ({ campus, visit }) => {
    const page = await visit(await arrives(campus), '/login');
    for (const path of loaded) expect(await landing(page, path), path).toBe(home);
    for (const path of paths.filter((path) => !loaded.includes(path))) {
      await goTo(page, path);
      await expect.poll(() => address(page), { message: path, intervals }).toBe(home);
      await expect(page.getByRole('main')).toBeVisible();
    }
  });
}

/** The page that is shown: it is remembered only once the guards have let it be. */
function shown(page: Page) {
  return page.evaluate(() => [
    window.location.pathname,
    localStorage.getItem('last-visited-route'),
  ]);
}

for (const { who, role, home, stays } of members) {
  test(`each address leads ${who} to where they may be`, async ({ campus, visit }) => {
    const page = await visit(await campus.person(role), '/login');
    for (const path of paths) {
      const expected = stays.includes(path) ? path : home;
      await goTo(page, path);
      await expect
        .poll(() => shown(page), { message: path, intervals })
        .toEqual([expected, expected]);
    }
    for (const path of stays.slice(0, 2)) expect(await landing(page, path)).toBe(path);
  });
}
