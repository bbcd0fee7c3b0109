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

/**
 * Twenty requests and twenty returns of one holder, each code held before the desk's camera: until
 * the result is on the desk's screen and the phone's, and until the guard can take the next one.
 */
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
      const requests = await handOver(scene);
      const returns = await takeBack(scene);
      const half = median(requests.map(({ shownMs }) => shownMs));
      const late = percentile(
        requests.map(({ shownMs }) => shownMs),
        0.95,
      );
      return [
        {
          what: 'camera → both screens, half within',
          ours: `${inMs(half)} (95 of 100 within ${inMs(late)})`,
          reference: '',
          ratio: '',
          goal: `≤ ${inMs(goalMs)}`,
          met: half <= goalMs,
        },
        guardRow('requests', requests),
        guardRow('returns', returns),
      ];
    }, args);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Milliseconds since the code came into view. */
type Handover = { shownMs: number; nextMs: number };

function guardRow(what: string, done: readonly Handover[]): Row {
  const seconds = done.map(({ nextMs }) => nextMs / 1000);
  const all = seconds.reduce((sum, one) => sum + one, 0);
  return {
    what: `guard with the camera: ${done.length} ${what}, seconds each`,
    ours: `${median(seconds).toFixed(1)} (slowest ${Math.max(...seconds).toFixed(1)}, in all ${all.toFixed(0)})`,
    reference: '',
    ratio: '',
    goal: '',
    met: undefined,
  };
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

async function handOver(scene: Scene): Promise<Handover[]> {
  const { scanner, phone } = scene;
  const done: Handover[] = [];
  await phone.goto('/dashboard/faculty/keylist', { waitUntil: 'networkidle' });
  for (let round = 0; round < handovers; round += 1) {
    await phone.getByRole('searchbox').fill(`Room ${100 + round}`);
    const code = await codeAfter(phone, 'Generate QR');
    const results = Promise.all([textAt(scanner, 'Handed over'), textAt(phone, 'Key taken')]);
    done.push(
      await timed(scene, code, async () => {
        const shown = Math.max(...(await results));
        await scanner.getByRole('button', { name: 'Scan Next' }).click();
        return shown;
      }),
    );
    await phone.reload({ waitUntil: 'networkidle' });
  }
  return done;
}

async function takeBack(scene: Scene): Promise<Handover[]> {
  const { scanner, phone } = scene;
  const done: Handover[] = [];
  await phone.goto('/dashboard/faculty/taken', { waitUntil: 'networkidle' });
  for (let round = 0; round < handovers; round += 1) {
    const code = await codeAfter(phone, /Show Return QR/);
    const results = Promise.all([textAt(scanner, 'Returned'), textAt(phone, 'Key returned')]);
    done.push(
      await timed(scene, code, async () => {
        await scanner.getByRole('button', { name: 'Confirm Return' }).click();
        const shown = Math.max(...(await results));
        await scanner.getByRole('button', { name: 'Scan Next' }).click();
        return shown;
      }),
    );
    await phone.reload({ waitUntil: 'networkidle' });
  }
  return done;
}

/** The text of the code that the first button of this name brings on the phone's screen. */
async function codeAfter(phone: Page, button: string | RegExp): Promise<string> {
  const issued = phone.waitForResponse(/\/api\/qr\/codes$/);
  await phone.getByRole('button', { name: button }).first().click();
  const { data } = await (await issued).json();
  await phone.locator('[aria-label^="QR code to"]').waitFor();
  return data.qrText;
}

/** Holds a code before the camera, and takes it away once `untilDone` says when it was shown. */
async function timed(
  { scanner, show }: Scene,
  code: string,
  untilDone: () => Promise<number>,
): Promise<Handover> {
  const held = Date.now();
  show(code);
  const shown = await untilDone();
  show(null);
  await scanner.getByRole('dialog', { name: 'Scan QR code' }).waitFor();
  return { shownMs: shown - held, nextMs: Date.now() - held };
}

/** When this text is in a dialog of the page, in milliseconds since 1970. */
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
