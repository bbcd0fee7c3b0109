import type { Locator, Page } from '@playwright/test';
import { test as base } from './camera-test.ts';
import { serveHarness } from './harness-server.ts';

/** The scanner on its own page, as a test sees and works it. */
export type ScannerPage = {
  open: () => Promise<void>;
  overlay: Locator;
  status: Locator;
  codes: Locator;
  /** How many camera tracks the page has open. */
  liveTracks: () => Promise<number>;
};

declare global {
  interface Window {
    cameraTracks: MediaStreamTrack[];
    cameraWishes: MediaStreamConstraints | undefined;
  }
}

/** The camera tests' `test` with the scanner's own page, built once, loaded for each test. */
export const test = base.extend<{ scanner: ScannerPage }, { harnessPort: number }>({
  harnessPort: [
    async ({ browserName: _ }, use) => {
      const server = await serveHarness();
      await use(server.port);
      await server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ harnessPort }, use) => use(`http://127.0.0.1:${harnessPort}`),
  scanner: async ({ page }, use) => {
    await page.addInitScript(keepTracks);
    await page.goto('/');
    await page.getByText('Ready').waitFor();
    await use(scannerOn(page));
  },
});

function scannerOn(page: Page): ScannerPage {
  const overlay = page.getByRole('dialog', { name: 'Scan QR code' });
  return {
    open: () => page.getByRole('button', { name: 'Start Scanning' }).click(),
    overlay,
    status: overlay.getByRole('status'),
    codes: page.getByLabel('Scanned codes'),
    liveTracks: () =>
      page.evaluate(
        () => window.cameraTracks.filter(({ readyState }) => readyState === 'live').length,
      ),
  };
}

/** Runs in the page: keeps what was asked of the camera, and every track to see it stopped. */
function keepTracks(): void {
  window.cameraTracks = [];
  if (!navigator.mediaDevices) return;
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    window.cameraWishes = constraints;
    const stream = await open(constraints);
    window.cameraTracks.push(...stream.getTracks());
    return stream;
  };
}
