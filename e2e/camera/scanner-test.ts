import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { build, type InlineConfig, preview } from 'vite';
import { test as base } from './camera-test.ts';

/** The scanner on a page of its own, and its parts. */
type ScannerPage = {
  open: () => Promise<void>;
  overlay: Locator;
  status: Locator;
  codes: Locator;
  /** Codes that came into view at once. */
  several: Locator;
  /** How many camera tracks the page has open. */
  liveTracks: () => Promise<number>;
};

declare global {
  interface Window {
    cameraTracks: MediaStreamTrack[];
    cameraWishes: MediaStreamConstraints | undefined;
  }
}

/** The camera tests' `test` with the scanner's page, built once and loaded for each test. */
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
    await page.addInitScript(recordTracks);
    await page.goto('/');
    await page.getByText('Ready').waitFor();
    await use(scannerPageOn(page));
  },
});

function scannerPageOn(page: Page): ScannerPage {
  const overlay = page.getByRole('dialog', { name: 'Scan QR code' });
  return {
    open: () => page.getByRole('button', { name: 'Start Scanning' }).click(),
    overlay,
    status: overlay.getByRole('status'),
    codes: page.getByLabel('Scanned codes'),
    several: page.getByLabel('Codes to choose from'),
    liveTracks: () =>
      page.evaluate(
        () => window.cameraTracks.filter(({ readyState }) => readyState === 'live').length,
      ),
  };
}

/** Runs in the page: records the constraints for the camera, and its tracks to see them stop. */
function recordTracks(): void {
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

/** Builds the scanner's test page with the product's configuration, and serves it on a free port. */
async function serveHarness(): Promise<{ port: number; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'keydesk-scanner-'));
  const config: InlineConfig = {
    configFile: join(import.meta.dirname, '../../web/vite.config.ts'),
    root: join(import.meta.dirname, 'harness'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    preview: { host: '127.0.0.1', port: 0, allowedHosts: true },
  };
  await build(config);
  const server = await preview(config);
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port');
  return {
    port: address.port,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
