import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';

/** Runs a command on the database of the environment; files are named from the caller's folder. */
export async function runDatabaseCommand(name) {
  const folder = process.env.INIT_CWD ?? process.cwd();
  requireNode();
  process.chdir(root);
  // An installation without the development packages is whole for this, and stays as it is.
  if (!existsSync(join(root, 'node_modules/tsx')) && !(await installPackages())) process.exit(1);
  const { register } = await import('tsx/esm/api');
  register();
  const { runCommand } = await import('../server/src/backup/commands.ts');
  await runCommand(name, { args: process.argv.slice(2), folder });
}
