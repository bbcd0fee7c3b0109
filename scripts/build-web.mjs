import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const SOURCES = ['web', 'shared', 'package-lock.json', 'tsconfig.base.json'];
const NO_SOURCE = /^(node_modules|dist)$|\.test\.tsx?$/;
const STAMP = join(root, 'web/dist/.built-from');

/** Builds the web application unless the last build was made from the same sources; false on failure. */
export function buildWeb() {
  const digest = digestOfSources();
  if (readStamp() === digest) return true;
  console.error('Building the web application…');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) return false;
  // Vite empties dist first, so a build that was cut short leaves no stamp.
  writeFileSync(STAMP, digest);
  return true;
}

function digestOfSources() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesIn(join(root, source)))) {
    hash.update(`${path.slice(root.length)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .filter(({ name }) => !NO_SOURCE.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesIn(join(path, name)));
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}
