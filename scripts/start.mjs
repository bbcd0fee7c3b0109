// Starts Keydesk from a fresh clone or a build. Needs only Node until the packages are installed;
// the server then runs in this process, so that signals and the exit code are its own.
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { installPackages } from './install-packages.mjs';
import { usePlainPath } from './plain-path.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';
import { readSettings } from './settings.mjs';

requireNode();
readSettings();
process.chdir(root);
if (!(await installPackages())) process.exit(1);
await usePlainPath('scripts/start.mjs');
if (!((await buildWeb()) && (await buildServer()))) process.exit(1);

process.env.DEMO_DATA ||= 'simple';
process.setSourceMapsEnabled(true);
await import('../server/dist/main.js');
