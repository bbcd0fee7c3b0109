import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';

/** Runs `npm ci` if the installed packages differ from the lock; false on failure. */
export async function installPackages() {
  if (isInstalled()) return true;
  process.stderr.write('Installing packages…\n');
  const installed = await run('npm', ['ci', '--include=dev', '--loglevel=error', '--no-progress'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (!installed) process.stderr.write('npm ci failed: the packages could not be installed.\n');
  return installed;
}

/** npm records installed packages in the form of the lock, without those of other platforms. */
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
