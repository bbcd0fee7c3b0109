import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { giveKey, requestCode, returnCode } from '../server/test/handovers.ts';
import type { Visitor } from '../server/test/visitor.ts';
import { typeWithGap } from './camera/usb-scanner.ts';
import type { Campus } from './campus/campus.ts';
import { test } from './campus/test.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

type Screen = {
  name: string;
  path: string;
  /** Who looks at it; nobody is signed out. */
  who?: (campus: Campus) => Promise<Visitor>;
  /** Brings about what is to be seen. */
  reach: (page: Page, campus: Campus, who: Visitor | null) => Promise<void>;
};

const faculty = ({ person }: Campus) => person('faculty');
const guard = ({ person }: Campus) => person('security');
const scanner = '/dashboard/security/scanner';

const shows = (text: string) => (page: Page) =>
  page.getByText(text, { exact: true }).first().waitFor();
const scan = async (page: Page, text: string): Promise<void> => {
  await page.getByText('USB scanner ready, just scan').waitFor();
  await typeWithGap(page, text, 3);
};

const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/login', reach: shows('Continue with Google') },
  {
    name: 'sign-in after a failure',
    path: '/login?error=oauth_failed',
    reach: shows('Google authentication failed. Please try again.'),
  },
  {
    name: 'registration',
    path: '/complete-registration',
    who: ({ person }) => person('pending'),
    reach: async (page) => {
      await page.getByRole('radio', { name: 'Internet of Things' }).check();
    },
  },
  {
    name: 'the second step of registration',
    path: '/complete-registration',
    who: ({ person }) => person('pending'),
    reach: async (page) => {
      await page.getByRole('radio', { name: 'Internet of Things' }).check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Faculty ID').waitFor();
    },
  },
  {
    name: 'My Keys without keys',
    path: '/dashboard/faculty/taken',
    who: faculty,
    reach: shows('No keys taken'),
  },
  {
    name: 'My Keys',
    path: '/dashboard/faculty/taken',
    who: faculty,
    reach: async (page, campus, who) => {
      const key = await campus.key();
      if (who) await giveKey(campus.guard, who, key._id);
      await page.getByRole('button', { name: 'Show Return QR' }).waitFor();
    },
  },
  {
    name: 'All Keys',
    path: '/dashboard/faculty/keylist',
    who: faculty,
    reach: shows('Departments'),
  },
  {
    name: 'search results',
    path: '/dashboard/faculty/keylist',
    who: faculty,
    reach: async (page) => {
      await page.getByPlaceholder('Search keys...').fill('lab');
      await page.getByRole('heading', { name: 'Search Results' }).waitFor();
    },
  },
  {
    name: 'a department',
    path: '/dashboard/faculty/keylist?department=CSE',
    who: faculty,
    reach: (page) => page.getByRole('button', { name: 'Generate QR' }).first().waitFor(),
  },
  {
    name: 'a request code',
    path: '/dashboard/faculty/keylist?department=CSE',
    who: faculty,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Generate QR' }).first().click();
      await page.getByRole('timer').waitFor();
    },
  },
  { name: 'Profile Settings', path: '/dashboard/profile', who: faculty, reach: shows('Email') },
  {
    name: 'the scanner tab',
    path: scanner,
    who: guard,
    reach: shows('USB scanner ready, just scan'),
  },
  {
    name: 'the scanner without a camera',
    path: scanner,
    who: guard,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Start Scanning' }).click();
      await page.getByText('Scanner Error').waitFor();
    },
  },
  {
    name: 'the result of a handover',
    path: scanner,
    who: guard,
    reach: async (page, campus) => {
      const [holder, key] = [await campus.person(), await campus.key()];
      await scan(page, (await requestCode(holder, key._id)).qrText);
      await page.getByRole('dialog', { name: 'Handed over' }).hover();
    },
  },
  {
    name: 'Confirm Return',
    path: scanner,
    who: guard,
    reach: async (page, campus) => {
      const [holder, key] = [await campus.person(), await campus.key()];
      await giveKey(campus.guard, holder, key._id);
      await scan(page, (await returnCode(holder, key._id)).qrText);
      await page.getByRole('dialog', { name: 'Confirm Return' }).waitFor();
    },
  },
  {
    name: 'a refused code',
    path: scanner,
    who: guard,
    reach: async (page) => {
      await scan(page, 'a cinema ticket, read by the scanner');
      await page.getByRole('dialog', { name: 'Error' }).waitFor();
    },
  },
  {
    name: 'Available',
    path: '/dashboard/security/available',
    who: guard,
    reach: shows('Departments'),
  },
  {
    name: 'Unavailable Keys',
    path: '/dashboard/security/unavailable',
    who: guard,
    reach: async (page, campus) => {
      await giveKey(campus.guard, await campus.person(), (await campus.key())._id);
      await page
        .getByRole('button', { name: /^Collect/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'Collect Key',
    path: '/dashboard/security/unavailable',
    who: guard,
    reach: async (page, campus) => {
      await giveKey(campus.guard, await campus.person(), (await campus.key())._id);
      await page
        .getByRole('button', { name: /^Collect/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Collect Key' }).waitFor();
    },
  },
];

const faultsOf = async (axe: AxeBuilder) => {
  // Nothing is framed, so there is no need of a second page to gather the results.
  const { violations } = await axe.setLegacyMode(true).analyze();
  return violations.map(({ id, impact, nodes }) => ({
    fault: `${id} (${impact})`,
    at: nodes.map(({ html }) => html.slice(0, 200)),
  }));
};

test.describe.configure({ mode: 'parallel' });

for (const { name, path, who, reach } of screens) {
  test(`${name} can be used by everybody, in either colour scheme, on phones and desktops`, async ({
    campus,
    visit,
  }) => {
    const visitor = who ? await who(campus) : null;
    const page = await visit(visitor, path);
    await reach(page, campus, visitor);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await faultsOf(new AxeBuilder({ page })), 'light').toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      // Of all rules this alone looks at colours.
      const colours = new AxeBuilder({ page }).withRules('color-contrast');
      expect(await faultsOf(colours), 'dark').toEqual([]);
    }
  });
}
