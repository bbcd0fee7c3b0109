import { spawnSync } from 'node:child_process';
import { run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

const INSTALLERS = [
  {
    tool: 'apt-get',
    steps: [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ],
  },
  { tool: 'dnf', steps: [['install', '-y', '-q', 'chromium']] },
  { tool: 'apk', steps: [['add', '-q', 'chromium']] },
  { tool: 'pacman', steps: [['-Sy', '--noconfirm', 'chromium']] },
  { tool: 'brew', steps: [['install', '--cask', 'chromium']], asUser: true },
];

/** The path of a Chromium that runs here, installed by the system if need be, or null. */
export async function findChromium() {
  return presentChromium() ?? ((await install()) ? presentChromium() : null);
}

function presentChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return runs(given) ? given : null;
  return [...NAMES.map(pathOf), ...MAC].find((path) => path && runs(path)) ?? null;
}

async function install() {
  const installer = INSTALLERS.find(({ tool }) => pathOf(tool));
  if (!installer || process.env.CHROMIUM_PATH) return false;
  process.stderr.write(`Installing Chromium with ${installer.tool}…\n`);
  const sudo = installer.asUser || process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const step of installer.steps) {
    const [command, ...args] = [...sudo, installer.tool, ...step];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    if (!(await run(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }))) return false;
  }
  return true;
}

function pathOf(name) {
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** A name can stand for a stub that only tells how to install the browser. */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}
