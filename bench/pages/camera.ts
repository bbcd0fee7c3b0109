import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { writeCameraFeed } from '../../e2e/camera/camera-feed.ts';
import type { SignedIn } from '../harness/seed.ts';
import { inMs, median, percentile, type Row } from '../report.ts';
import { openPhone, withBrowser } from './browser.ts';

const rounds = 12;
const goalMs = 300;

/** From a code in front of the desk's camera to the result on the desk's screen and the phone's. */
export async function measureCamera(
  url: string,
  { desk, holder }: { desk: SignedIn; holder: SignedIn },
): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-bench-camera-'));
  const feed = join(folder, 'feed.y4m');
  writeCameraFeed(feed, null);
  const args = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${feed}`,
  ];
  try {
    return await withBrowser(async (browser) => {
      const waits = await handOver(browser, url, { desk, holder, feed });
      const half = median(waits);
      return [
        {
          what: 'camera → both screens, half within',
          ours: `${inMs(half)} (95 of 100 within ${inMs(percentile(waits, 0.95))})`,
          reference: '',
          ratio: '',
          goal: `≤ ${inMs(goalMs)}`,
          met: half <= goalMs,
        },
      ];
    }, args);
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Scene = { desk: SignedIn; holder: SignedIn; feed: string };

async function handOver(
  browser: Browser,
  url: string,
  { desk, holder, feed }: Scene,
): Promise<number[]> {
  const scanner = await (await openPhone(browser, url, desk)).newPage();
  await scanner.goto('/dashboard/security/scanner');
  await scanner.getByRole('button', { name: 'Start Scanning' }).click();
  await scanner.getByText('Scanning', { exact: true }).first().waitFor();
  const phone = await (await openPhone(browser, url, holder)).newPage();
  await phone.goto('/dashboard/faculty/keylist', { waitUntil: 'networkidle' });
  const waits: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await phone.getByRole('searchbox').fill(`Room ${100 + round}`);
    const issued = phone.waitForResponse(/\/api\/qr\/codes$/);
    await phone.getByRole('button', { name: 'Generate QR' }).first().click();
    const { data } = await (await issued).json();
    await phone.locator('[aria-label^="QR code to"]').waitFor();
    const results = Promise.all([textAt(scanner, 'Handed over'), textAt(phone, 'Key taken')]);
    const shown = Date.now();
    writeCameraFeed(feed, data.qrText);
    waits.push(Math.max(...(await results)) - shown);
    writeCameraFeed(feed, null);
    await scanner.getByRole('dialog', { name: 'Handed over' }).waitFor({ state: 'hidden' });
    await phone.reload({ waitUntil: 'networkidle' });
  }
  return waits;
}

/** When this text is on the page, in milliseconds since 1970. */
async function textAt(page: Page, text: string): Promise<number> {
  const found = await page.waitForFunction(
    (wanted) =>
      document.body.textContent?.includes(wanted) && performance.timeOrigin + performance.now(),
    text,
  );
  return Number(await found.jsonValue());
}
