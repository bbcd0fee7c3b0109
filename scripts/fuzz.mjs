// Far more strange input than `npm test` sends, to every route, the code parser and live connections.
import { installPackages } from './install-packages.mjs';
import { requireNode } from './require-node.mjs';
import { run } from './run.mjs';

const thoroughness = process.argv[2] ?? '20';

requireNode();
const passed =
  (await installPackages()) &&
  (await run('npx', ['vitest', 'run', 'fuzz'], {
    env: { ...process.env, THOROUGHNESS: thoroughness },
  }));
process.exitCode = passed ? 0 : 1;
