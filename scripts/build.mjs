// Builds the web application and the server if necessary: npm run build
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { usePlainPath } from './plain-path.mjs';

await usePlainPath('scripts/build.mjs');
if (!((await buildWeb()) && (await buildServer()))) process.exitCode = 1;
