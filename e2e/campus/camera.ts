import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { qrTokenPrefix } from '@keydesk/shared/handovers/qr-token';
import type { Browser, BrowserType, LaunchOptions } from '@playwright/test';
import { writeCameraFeed } from '../camera/camera-feed.ts';

/** A browser at the desk whose camera sees what it is shown. */
export type CameraBrowser = {
  browser: Browser;
  /** Holds a code up to the camera, or with null takes it away. */
  show(text: string | null): void;
  close(): Promise<void>;
};

export async function launchWithCamera(
  browserType: BrowserType,
  options: LaunchOptions,
): Promise<CameraBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-desk-'));
  const feed = join(folder, 'feed.y4m');
  writeCameraFeed(feed, null);
  const browser = await browserType.launch({
    ...options,
    args: [
      ...(options.args ?? []),
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${feed}`,
    ],
  });
  return {
    browser,
    show: (text) =>
      writeCameraFeed(feed, text, { ecc: text?.startsWith(qrTokenPrefix) ? 'Q' : 'M' }),
    async close() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}
