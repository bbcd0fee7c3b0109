import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from './find-chromium.mjs';

afterEach(() => vi.unstubAllEnvs());

test.each(['/no/such/chromium', '/bin/sh', process.execPath])(
  'a CHROMIUM_PATH that is no Chromium is named in one line: %s',
  async (path) => {
    vi.stubEnv('CHROMIUM_PATH', path);
    await expect(findChromium()).rejects.toThrow(
      new Error(`CHROMIUM_PATH: ${path} is no Chromium that runs here.`),
    );
  },
);
