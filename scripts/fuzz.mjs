// Sends far more random input than `npm test` to every route, the code parser and live connections.
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const thoroughness = process.argv[2] ?? '20';

requireNode();
const passed =
  (await installPackages()) &&
  (await run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'fuzz'], {
    env: { ...process.env, THOROUGHNESS: thoroughness },
  }));
process.exitCode = passed ? 0 : 1;
