import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withEnvironmentDatabase } from '../commands/environment-database.ts';
import type { Invocation } from '../commands/run-command.ts';
import { backup } from './backup.ts';
import { BackupError } from './backup-error.ts';
import { restore } from './restore.ts';

/** `npm run backup -- FILE`; answers with what was done. */
export async function runBackup({ args, folder }: Invocation): Promise<string> {
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

/** `npm run restore -- FILE [--replace]`; answers with what was done. */
export async function runRestore({ args, folder }: Invocation): Promise<string> {
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
    return `Restored the backup of ${created} into ${place}`;
  });
}
