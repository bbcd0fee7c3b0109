// Deletes the local database, so that the next start creates a new one with demo data.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './root.mjs';

if (process.env.DATABASE_URL)
  refuse('DATABASE_URL is set: only the database in DATA_DIR is deleted.');

const folder = resolve(root, process.env.DATA_DIR ?? 'data');
const database = join(folder, 'postgres');
if (!existsSync(join(database, 'PG_VERSION'))) refuse(`There is no database in ${folder}.`);
if (isRunning()) refuse('Keydesk is running. Stop it first.');
rmSync(database, { recursive: true });
process.stdout.write(`Deleted ${database}. The next start makes a new database.\n`);

/** PostgreSQL writes its process id in the first line of this file, which survives a kill. */
function isRunning() {
  const noted = join(database, 'postmaster.pid');
  if (!existsSync(noted)) return false;
  try {
    process.kill(Number.parseInt(readFileSync(noted, 'utf8'), 10), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function refuse(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
