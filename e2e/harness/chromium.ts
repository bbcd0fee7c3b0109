/** Full Chromium, which tests of the camera and of push need. */
export const fullChromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export const usualChromium = process.env.CHROMIUM_SHELL_PATH ?? fullChromium;
