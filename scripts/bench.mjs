// Measures Keydesk beside references in the same run: npm run bench [-- handover …]
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { findChromium } from './find-chromium.mjs';
import { installPackages } from './install-packages.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';

requireNode();
process.chdir(root);
if (!((await installPackages()) && (await buildWeb()) && (await buildServer()))) process.exit(1);

process.env.CHROMIUM_PATH = await findChromium().catch(({ message }) => {
  process.stderr.write(`${message} What needs a browser is left out.\n`);
  return '';
});

const { register } = await import('tsx/esm/api');
register();
await import('../bench/run.ts');
