import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import { usePlainPath } from './plain-path.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';

/** Runs a command on the database of the environment; files are named from the caller's folder. */
export async function runDatabaseCommand(name) {
  const folder = process.env.INIT_CWD ?? process.cwd();
  requireNode();
  // An installation without the development packages is whole for this, and stays as it is.
  if (!existsSync(join(root, 'node_modules/tsx')) && !(await installPackages())) process.exit(1);
  await usePlainPath(`scripts/${name}.mjs`);
  process.chdir(root);
  const { register } = await import('tsx/esm/api');
  register();
  const { runCommand } = await import('../server/src/commands/run-command.ts');
  await runCommand(name, { args: process.argv.slice(2), folder });
}
