import { spawnSync } from 'node:child_process';
import { run } from './run.mjs';

const installers = [
  {
    tool: 'apt-get',
    steps: (names) => [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...names],
    ],
  },
  { tool: 'dnf', steps: (names) => [['install', '-y', '-q', ...names]] },
  { tool: 'apk', steps: (names) => [['add', '-q', ...names]] },
  { tool: 'pacman', steps: (names) => [['-Sy', '--noconfirm', ...names]] },
  { tool: 'brew', steps: (names) => [['install', ...names]], asUser: true },
];

/**
 * Installs `what` with the system's package manager, if this account may; `packages` has the names
 * per manager. Returns whether it succeeded.
 */
export async function installSystemPackages(what, packages) {
  const installer = installers.find(({ tool }) => pathOf(tool));
  const names = packages[installer?.tool];
  if (!names) return false;
  process.stderr.write(`Installing ${what} with ${installer.tool}…\n`);
  const sudo = installer.asUser || process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const step of installer.steps(names)) {
    const [command, ...args] = [...sudo, installer.tool, ...step];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    if (!(await run(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }))) return false;
  }
  return true;
}

export function pathOf(name) {
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
