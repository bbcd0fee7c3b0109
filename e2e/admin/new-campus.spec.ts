import { rm } from 'node:fs/promises';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { typeWithGap } from '../camera/usb-scanner.ts';
import { startApp } from '../harness/app-process.ts';
import { readQr } from '../harness/read-qr.ts';
import { test } from '../harness/test.ts';

const timezone = 'America/St_Johns';

/** The product with a database of its own, in a folder that is empty at first. */
const ownTest = test.extend<{ url: string; signIn: SignIn }>({
  url: async ({ browserName: _ }, use) => {
    const folder = scratchFolder();
    const app = await startApp('', {
      DATA_DIR: folder,
      DEMO_DATA: 'off',
      CAMPUS_TIMEZONE: timezone,
    });
    await use(app.url);
    await app.stop();
    await rm(folder, { recursive: true });
  },
  signIn: async ({ browser, url }, use) => {
    const pages: Page[] = [];
    await use(async (email, name, options) => {
      const page = await openFirstPage(browser, url, { email, name }, options);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

/** Signs somebody in who has never been here, in a browser of their own, up to their registration. */
type SignIn = (email: string, name: string, options?: BrowserContextOptions) => Promise<Page>;

async function openFirstPage(
  browser: Browser,
  url: string,
  { email, name }: { email: string; name: string },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: url, timezoneId: timezone, locale: 'en-US' },
    ...options,
  });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Complete Registration' })).toBeVisible();
  return page;
}

/** Adds an entry to a list and retires all but so many of those that were there to begin with. */
async function replaceList(
  page: Page,
  title: string,
  entry: { code: string; label: string },
  keep: number,
) {
  const list = page.getByRole('region', { name: title });
  await list.getByRole('button', { name: /^Add / }).click();
  const form = page.getByRole('dialog', { name: /^Add / });
  await form.getByLabel('Code').fill(entry.code);
  await form.getByLabel('Name').fill(entry.label);
  await form.getByRole('button', { name: /^Add / }).click();
  await expect(form).toBeHidden();
  const retire = list.getByRole('button', { name: /^Retire / });
  await expect(retire.last()).toHaveAccessibleName(new RegExp(`^Retire .*${entry.code}$`));
  for (let left = await retire.count(); left > keep + 1; left -= 1) {
    await retire.first().click();
    await expect(retire).toHaveCount(left - 1);
  }
}

ownTest(
  'a campus of another country is set up in the browser from nothing and hands over its first key',
  async ({ signIn }) => {
    ownTest.slow();
    const admin = await signIn('admin@campus.test', 'Greta Vogel');
    await admin.getByRole('button', { name: 'Continue' }).click();
    await expect(admin).toHaveURL(/\/dashboard/);
    await admin.goto('/dashboard/admin/campus');
    await replaceList(admin, 'Departments', { code: 'PHYSICS', label: 'Department of Physics' }, 9);
    await replaceList(admin, 'Blocks', { code: 'ALT', label: 'Altbau' }, 14);
    await replaceList(admin, 'Categories', { code: 'hall', label: 'Lecture hall' }, 10);

    await admin.goto('/dashboard/admin/keys');
    await admin.getByRole('button', { name: 'Add Key' }).first().click();
    const form = admin.getByRole('dialog', { name: 'Add Key' });
    const offered = form.getByLabel('Department').getByRole('option');
    await expect(offered.filter({ hasText: /^(CSE|EEE)$/ })).toHaveCount(0);
    await form.getByLabel('Department').selectOption('PHYSICS');
    await form.getByLabel('Block').selectOption('ALT');
    await form.getByLabel('Category').selectOption('hall');
    await form.getByLabel('Key number').fill('HS-1');
    await form.getByLabel('Key name').fill('Großer Hörsaal');
    await form.getByLabel('Location').fill('Erdgeschoss');
    await form.getByRole('button', { name: 'Add Key' }).click();
    await expect(admin.getByText('Key HS-1 added successfully')).toBeVisible();

    const phone = await signIn('lise@uni.test', 'Lise Meitner', {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
    });
    await expect(phone.getByRole('radio', { name: 'Computer Science' })).toHaveCount(0);
    await phone.getByRole('radio', { name: 'Department of Physics' }).check();
    await phone.getByRole('button', { name: 'Continue' }).click();
    await phone.getByLabel('Faculty ID').fill('P-1');
    await phone.getByRole('button', { name: 'Complete Registration' }).click();
    await expect(phone).toHaveURL('/dashboard/faculty/taken');
    await phone.goto('/dashboard/faculty/keylist');
    await phone.getByPlaceholder('Search keys...').fill('hörsaal');
    await phone.getByRole('button', { name: 'Generate QR' }).click();
    const modal = phone.getByRole('dialog', { name: 'Request Key HS-1' });
    const code = await readQr(modal.getByRole('img'));

    const desk = await signIn('security@campus.test', 'Pforte Altbau');
    await desk.getByRole('button', { name: 'Continue' }).click();
    await expect(desk).toHaveURL('/dashboard/security/scanner');
    await expect(desk.getByText('USB scanner ready, just scan')).toBeVisible();
    await typeWithGap(desk, code, 3);
    await expect(desk.getByRole('dialog', { name: 'Handed over' })).toContainText(
      'Hand over key HS-1 to Lise Meitner.',
    );
    await expect(modal).toContainText('Key taken');
    // The due time is that of the campus, on whose clocks this phone is.
    await expect(modal).toContainText(/due (today|tomorrow) 17:20/);
  },
);
