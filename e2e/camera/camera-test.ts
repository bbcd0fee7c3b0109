import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { fullChromium } from '../harness/chromium.ts';
import { type Picture, writeCameraFeed } from './camera-feed.ts';

type Camera = {
  /** Holds a code up to the camera, also while it is on; null takes it away. */
  show: (text: string | null, picture?: Picture) => void;
};

/** `test` with a fake camera whose picture each test sets; it is empty at first. */
export const test = base.extend<{ camera: Camera }, { cameraFeed: string }>({
  cameraFeed: [
    async ({ browserName }, use) => {
      if (browserName !== 'chromium') throw new Error('Only Chromium has a camera fed from a file');
      const folder = await mkdtemp(join(tmpdir(), 'keydesk-camera-'));
      await use(join(folder, 'feed.y4m'));
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, cameraFeed }, use) => {
      writeCameraFeed(cameraFeed, null);
      const args = [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${cameraFeed}`,
      ];
      await use({ ...launchOptions, executablePath: fullChromium, args });
    },
    { scope: 'worker' },
  ],
  permissions: ['camera'],
  camera: async ({ cameraFeed }, use) => {
    writeCameraFeed(cameraFeed, null);
    await use({ show: (text, picture) => writeCameraFeed(cameraFeed, text, picture) });
  },
});
