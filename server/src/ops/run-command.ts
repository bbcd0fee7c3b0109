import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeHeld } from '../core/messages/held-messages.ts';
import { runAdmin } from './admin.ts';
import { backup } from './backup/backup.ts';
import { BackupError } from './backup/format.ts';
import { restore } from './backup/restore.ts';
import { runCheck } from './check.ts';
import { withEnvironmentDatabase } from './environment-database.ts';
import { RowsRefused, runImport } from './import.ts';

/** The arguments of a command, and its working directory. */
export type Invocation = { args: string[]; folder: string };

const commands = {
  backup: runBackup,
  restore: runRestore,
  admin: runAdmin,
  check: runCheck,
  import: runImport,
};

/**
 * Runs one command and exits; a failure is one message and exit code 1, or 2 if some of it was done.
 * The explicit exit means that nothing still open can keep the process waiting.
 */
export async function runCommand(
  name: keyof typeof commands,
  invocation: Invocation,
): Promise<never> {
  // The exit handlers stop a database server that was started for this command.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    const lines = await commands[name](invocation);
    process.stdout.write(`${lines}\n`);
  } catch (error) {
    const isPartial = error instanceof RowsRefused;
    const outcome = isPartial ? 'is incomplete' : 'failed';
    process.stderr.write(`${name} ${outcome}: ${(error as Error).message}\n`);
    process.exit(isPartial ? 2 : 1);
  }
  process.exit(0);
}

/** `npm run backup -- FILE`; returns what was done. */
async function runBackup({ args, folder }: Invocation): Promise<string> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new BackupError('Usage: npm run backup -- FILE');
  const path = resolve(folder, file);
  return withEnvironmentDatabase({ creates: false }, async (url, place) => {
    const rows = await backup(url, path);
    const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
    return `Backed up ${total} rows of ${rows.size} tables from ${place} to ${path}`;
  });
}

/** `npm run restore -- FILE [--replace]`; returns what was done. */
async function runRestore({ args, folder }: Invocation): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0)
    throw new BackupError('Usage: npm run restore -- FILE [--replace]');
  const path = resolve(folder, file);
  return withEnvironmentDatabase({ creates: true }, async (url, place) => {
    const { created } = await restore(url, path, values);
    return `Restored the backup of ${created} into ${place}\n${describeHeld({ backupOf: created })}`;
  });
}
