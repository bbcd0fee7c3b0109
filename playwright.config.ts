import { defineConfig } from '@playwright/test';
import { usualChromium } from './e2e/harness/chromium.ts';

/** Chromium keeps its sandbox unless run by root, where it refuses to start with one. */
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/harness/global-setup.ts',
  workers: 2,
  // On a machine that is busy with other work a browser now and then loses a press; the closing line
  // counts what passed only at the second try.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    // It would store the whole application anew for every visit; what it does is tested in pwa and offline.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: usualChromium,
      args: sandbox,
    },
  },
});
