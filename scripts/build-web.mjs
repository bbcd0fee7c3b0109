import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cameByLink } from './plain-path.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const sources = ['web', 'shared', 'package-lock.json', 'tsconfig.base.json'];
const NO_SOURCE = /^(node_modules|dist)$|\.test\.tsx?$/;
const stampFile = join(root, 'web/dist/.built-from');

/** Left to itself Vite bundles its configuration, and goes by real paths in doing so. */
const [tsx, configuration] = cameByLink
  ? [
      ['--import', pathToFileURL(join(root, 'node_modules/tsx/dist/esm/index.mjs')).href],
      ['--configLoader', 'native', '--config', join(root, 'web/vite.config.ts')],
    ]
  : [[], []];

/** Builds the web application unless the last build was made from the same sources; false on failure. */
export async function buildWeb() {
  const digest = digestOfSources();
  if (readStamp() === digest) return true;
  process.stderr.write('Building the web application…\n');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [...tsx, vite, 'build', ...configuration, '--logLevel', 'warn'];
  const built = await run(process.execPath, args, { cwd: join(root, 'web') });
  // Vite empties dist first, so a build that was cut short leaves no stamp.
  if (built) writeFileSync(stampFile, digest);
  else process.stderr.write('The web application could not be built.\n');
  return built;
}

function digestOfSources() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => filesIn(join(root, source)))) {
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
    return readFileSync(stampFile, 'utf8');
  } catch {
    return null;
  }
}
