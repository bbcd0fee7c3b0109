import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuiltFrom, recordBuild } from './build-stamp.mjs';
import { makeTexts } from './make-texts.mjs';
import { cameByLink } from './plain-path.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const sources = ['web', 'shared', 'package-lock.json', 'tsconfig.base.json'];
const output = join(root, 'web/dist');

/** By default Vite bundles its configuration and resolves real paths in doing so. */
const [tsx, configuration] = cameByLink
  ? [
      ['--import', pathToFileURL(join(root, 'node_modules/tsx/dist/esm/index.mjs')).href],
      ['--configLoader', 'native', '--config', join(root, 'web/vite.config.ts')],
    ]
  : [[], []];

/** Builds the web application unless its sources are unchanged; false on failure. */
export async function buildWeb() {
  if (isBuiltFrom(output, sources)) return true;
  process.stderr.write('Building the web application…\n');
  await makeTexts();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [...tsx, vite, 'build', ...configuration, '--logLevel', 'warn'];
  const built = await run(process.execPath, args, { cwd: join(root, 'web') });
  // Vite empties dist first, so an interrupted build leaves no stamp.
  if (built) recordBuild(output, sources);
  else process.stderr.write('The web application could not be built.\n');
  return built;
}
