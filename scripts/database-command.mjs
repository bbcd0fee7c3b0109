import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer } from './build-server.mjs';
import { installPackages } from './install-packages.mjs';
import { usePlainPath } from './plain-path.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';
import { readSettings } from './settings.mjs';

/** Runs a command on the configured database; relative file names refer to the caller's folder. */
export async function runDatabaseCommand(name) {
  const folder = process.env.INIT_CWD ?? process.cwd();
  requireNode();
  readSettings();
  // An image has the bundle and no development packages, and must not change.
  const bundle = join(root, 'server/dist/run-command.js');
  if (!existsSync(bundle) && !(await installPackages())) process.exit(1);
  await usePlainPath(`scripts/${name}.mjs`);
  process.chdir(root);
  if (!(await buildServer())) process.exit(1);
  process.setSourceMapsEnabled(true);
  const { runCommand } = await import('../server/dist/run-command.js');
  await runCommand(name, { args: process.argv.slice(2), folder });
}
