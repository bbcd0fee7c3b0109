import { spawnSync } from 'node:child_process';
import { installSystemPackages, pathOf } from './system-packages.mjs';

const commandNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macPaths = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const packages = {
  'apt-get': ['chromium'],
  dnf: ['chromium'],
  apk: ['chromium'],
  pacman: ['chromium'],
  brew: ['--cask', 'chromium'],
};

/**
 * The path of a working Chromium, installed by the system if necessary. @throws Error with one line
 * for the developer if there is none.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    throw new Error(`CHROMIUM_PATH: ${given} is no Chromium that runs here.`);
  }
  const found = presentChromium() ?? (await installed());
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program.',
  );
}

/**
 * The path of Chromium's headless shell, installed by the system if necessary; null if there is
 * none, or if CHROMIUM_PATH chooses the browser. It starts and renders faster, but has no camera
 * and no push.
 */
export async function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return null;
  const present = () => {
    const path = pathOf(shellName);
    return path && runs(path) ? path : null;
  };
  if (present()) return present();
  const installed = await installSystemPackages("Chromium's headless shell", {
    'apt-get': [shellName],
  });
  return installed ? present() : null;
}

const shellName = 'chromium-headless-shell';

function presentChromium() {
  return [...commandNames.map(pathOf), ...macPaths].find((path) => path && runs(path)) ?? null;
}

async function installed() {
  return (await installSystemPackages('Chromium', packages)) ? presentChromium() : null;
}

/** The name may belong to a stub that only explains the installation, or to another program. */
function runs(path) {
  const options = { encoding: 'utf8', timeout: 30_000 };
  const { status, stdout } = spawnSync(path, ['--version'], options);
  return status === 0 && /chrom/i.test(stdout);
}
