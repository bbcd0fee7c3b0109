import { expect, type Locator, type Page } from '@playwright/test';
import type { TestClient } from '../../server/test/test-client.ts';
import { test, type Visit } from '../harness/test.ts';

/** Opens the request code of a key. */
async function showCode(
  visit: Visit,
  who: TestClient,
  keyNumber: string,
  options: Parameters<Visit>[2] = { device: 'phone' },
) {
  const page = await visit(who, '/dashboard/faculty/keylist', options);
  await page.getByPlaceholder('Search keys...').fill(keyNumber);
  await page.getByRole('button', { name: 'Generate QR' }).click();
  const sheet = page.getByRole('dialog', { name: 'Request Key' });
  await expect(sheet.getByRole('timer')).toBeVisible();
  return { page, sheet };
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('Not shown');
  return box;
}

test('a code is as wide as the screen of a phone, on white in the dark scheme too', async ({
  campus,
  visit,
}) => {
  const { keyNumber } = await campus.key();
  const { sheet } = await showCode(visit, await campus.person(), keyNumber, {
    device: 'phone',
    colorScheme: 'dark',
  });
  const picture = sheet.getByRole('img');
  await expect.poll(async () => (await boxOf(picture)).width).toBe(390);
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('held across, the code stands beside the text', async ({ campus, visit }) => {
  const { keyNumber } = await campus.key();
  const { sheet } = await showCode(visit, await campus.person(), keyNumber, {
    viewport: { width: 844, height: 390 },
  });
  const picture = sheet.getByRole('img');
  await expect(picture).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole('timer')).toBeInViewport({ ratio: 1 });
  const [code, text] = await Promise.all([picture, sheet.getByRole('heading')].map(boxOf));
  expect(code?.width).toBeGreaterThan(320);
  expect(text?.x).toBeGreaterThan((code?.x ?? 0) + (code?.width ?? 0) - 1);
});

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

test('the countdown stays in view at every size, also with text of 200 %', async ({
  campus,
  visit,
}) => {
  const { keyNumber } = await campus.key({ keyName: 'Advanced Programming Laboratory' });
  const { page, sheet } = await showCode(visit, await campus.person(), keyNumber);
  const expectInView = async (size: string) => {
    await expect(sheet.getByRole('timer'), size).toBeInViewport({ ratio: 1 });
    await sheet.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(sheet.getByRole('timer'), size).toBeInViewport({ ratio: 1 });
    await expect(sheet.getByRole('button', { name: 'Close' }), size).toBeInViewport({ ratio: 1 });
    const cut = await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(cut, size).toBe(0);
    await sheet.evaluate((element) => element.scrollTo(0, 0));
  };
  for (const percent of [100, 200]) {
    await page.addStyleTag({ content: `html { font-size: ${percent}% }` });
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectInView(`${size.width} × ${size.height}, ${percent} %`);
    }
  }
});

test('the screen stays on while a code is shown', async ({ campus, visit }) => {
  const { keyNumber } = await campus.key();
  const page = await visit(await campus.person(), '/dashboard/faculty/keylist', {
    device: 'phone',
  });
  await recordWakeLocks(page);
  await page.getByPlaceholder('Search keys...').fill(keyNumber);
  await page.getByRole('button', { name: 'Generate QR' }).click();
  const heldLocks = () => page.evaluate(() => Number(document.body.dataset.wakeLocks));
  await expect.poll(heldLocks).toBe(1);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(heldLocks).toBe(0);
});

/** Counts the wake locks that are held, in an attribute of the page. */
function recordWakeLocks(page: Page) {
  return page.evaluate(() => {
    const { dataset } = document.body;
    const add = (count: number) => {
      dataset.wakeLocks = String(Number(dataset.wakeLocks ?? 0) + count);
    };
    const request = async () => {
      add(1);
      return { release: async () => add(-1) };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
}
