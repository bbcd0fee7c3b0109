/** Chromium as people have it; tests of the camera and of push need it. */
export const fullChromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The browser of all other tests. */
export const usualChromium = process.env.CHROMIUM_SHELL_PATH ?? fullChromium;
