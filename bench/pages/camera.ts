import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { writeCameraFeed } from '../../e2e/camera/camera-feed.ts';
import type { SignedIn } from '../harness/seed.ts';
import { inMs, median, percentile, type Row } from '../report.ts';
import { openPhone, withBrowser } from './browser.ts';

const handovers = 20;
const goalMs = 300;

/** Twenty requests: each code is before the desk's camera until both screens show the result. */
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
      const scene = await openScene(browser, url, { desk, holder, feed });
      const shownMs = await handOver(scene);
      const half = median(shownMs);
      const late = percentile(shownMs, 0.95);
      return [
        {
          what: 'camera → both screens, median',
          ours: `${inMs(half)} (95 of 100 within ${inMs(late)})`,
          goal: `≤ ${inMs(goalMs)}`,
          met: half <= goalMs,
        },
      ];
    }, args);
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Scene = { scanner: Page; phone: Page; show(text: string | null): void };

async function openScene(
  browser: Browser,
  url: string,
  { desk, holder, feed }: { desk: SignedIn; holder: SignedIn; feed: string },
): Promise<Scene> {
  const scanner = await (await openPhone(browser, url, desk)).newPage();
  await scanner.goto('/dashboard/security/scanner');
  await scanner.getByRole('button', { name: 'Start Scanning' }).click();
  await scanner.getByText('Scanning', { exact: true }).first().waitFor();
  const phone = await (await openPhone(browser, url, holder)).newPage();
  return { scanner, phone, show: (text) => writeCameraFeed(feed, text) };
}

/** Milliseconds per handover from the code in view to the result on the later screen. */
async function handOver({ scanner, phone, show }: Scene): Promise<number[]> {
  const done: number[] = [];
  await phone.goto('/dashboard/faculty/keylist', { waitUntil: 'networkidle' });
  for (let round = 0; round < handovers; round += 1) {
    await phone.getByRole('searchbox').fill(`Room ${100 + round}`);
    const code = await codeAfter(phone, 'Generate QR');
    const results = Promise.all([textAt(scanner, 'Handed out'), textAt(phone, 'Key taken')]);
    const held = Date.now();
    show(code);
    done.push(Math.max(...(await results)) - held);
    await scanner.getByRole('button', { name: 'Scan next' }).click();
    show(null);
    await scanner.getByRole('dialog', { name: 'Scan QR code' }).waitFor();
    await phone.reload({ waitUntil: 'networkidle' });
  }
  return done;
}

async function codeAfter(phone: Page, button: string): Promise<string> {
  const issued = phone.waitForResponse(/\/api\/qr\/codes$/);
  await phone.getByRole('button', { name: button }).first().click();
  const { data } = await (await issued).json();
  await phone.locator('[aria-label^="QR code to"]').waitFor();
  return data.qrText;
}

/** When a dialog of the page has this text, in Unix milliseconds. */
async function textAt(page: Page, text: string): Promise<number> {
  const found = await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[role=dialog]')].some((dialog) =>
        dialog.textContent?.includes(wanted),
      ) && performance.timeOrigin + performance.now(),
    text,
  );
  return Number(await found.jsonValue());
}
