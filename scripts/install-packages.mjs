import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Runs `npm ci` when the installed packages are not the ones in the lock. */
export function installPackages() {
  if (isInstalled()) return;
  console.error('Installing packages…');
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--loglevel=error', '--no-progress'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  if (status === 0) return;
  console.error(`npm ci failed${error ? ` (${error.message})` : ''}: see above.`);
  process.exit(1);
}

/** npm records what it installed in the same form as the lock, less what other platforms need. */
function isInstalled() {
  const locked = readLock('package-lock.json');
  const installed = readLock('node_modules/.package-lock.json');
  return Object.entries(locked ?? {}).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    const actual = installed?.[path];
    return actual ? actual.version === entry.version : mayBeAbsent(entry);
  });
}

function mayBeAbsent({ optional, devOptional, peer }) {
  return Boolean(optional || devOptional || peer);
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}
