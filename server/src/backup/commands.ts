import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded/start.ts';
import { backup } from './backup.ts';
import { BackupError } from './backup-error.ts';
import { restore } from './restore.ts';

/** Where a command was called, and with what. */
export type Invocation = { args: string[]; folder: string };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** A database's address without its password. */
const placeOf = (databaseUrl: string): string => {
  if (!URL.canParse(databaseUrl)) return 'DATABASE_URL';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
};

/** Works on the database of the environment: `DATABASE_URL`, or the one in `DATA_DIR`. */
const withDatabase = async <T>(
  creates: boolean,
  work: (databaseUrl: string, place: string) => Promise<T>,
): Promise<T> => {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) return work(databaseUrl, placeOf(databaseUrl));
  if (!creates && !existsSync(join(dataDir, 'postgres')))
    throw new BackupError(`There are no data in ${resolve(dataDir)}.`);
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    return await work(postgres.url, resolve(dataDir));
  } finally {
    await postgres.stop();
  }
};

const runBackup = async ({ args, folder }: Invocation): Promise<void> => {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new BackupError('Usage: npm run backup -- FILE');
  const path = resolve(folder, file);
  await withDatabase(false, async (url, place) => {
    const rows = await backup(url, path);
    const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
    say(`Backed up ${total} rows of ${rows.size} tables from ${place} to ${path}`);
  });
};

const runRestore = async ({ args, folder }: Invocation): Promise<void> => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0)
    throw new BackupError('Usage: npm run restore -- FILE [--replace]');
  const path = resolve(folder, file);
  await withDatabase(true, async (url, place) => {
    const { created } = await restore(url, path, values);
    say(`Restored the backup of ${created} into ${place}`);
  });
};

const commands = { backup: runBackup, restore: runRestore };

/**
 * Runs one command to its end, and the process with it; a failure is one line and exit code 1.
 * Whatever is still open or at work by then keeps nobody waiting for the command.
 */
export const runCommand = async (
  name: keyof typeof commands,
  invocation: Invocation,
): Promise<never> => {
  // Leaving by `exit` ends a database server that was started for this command.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    await commands[name](invocation);
  } catch (error) {
    process.stderr.write(`${name} failed: ${(error as Error).message}\n`);
    process.exit(1);
  }
  process.exit(0);
};
