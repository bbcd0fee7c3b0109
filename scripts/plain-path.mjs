import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Anything else in a path is a query, a fragment, a quote or a pattern to one of the tools. */
const plain = /^[\p{L}\p{M}\p{N}/\\:._ @+~,-]+$/u;

/** Node then names modules by the link, and not by what it leads to. */
const throughLinks = '--preserve-symlinks --preserve-symlinks-main';

/** Whether this process was started by `usePlainPath`. */
export const cameByLink = process.env.NODE_OPTIONS?.includes(throughLinks) ?? false;

export function isPlainPath(path) {
  return plain.test(path);
}

/**
 * Runs a script of the repository in its own process, by way of a link with a plain name, when the
 * repository's path has characters that the tools mistake for something else. Then it never returns.
 */
export async function usePlainPath(script) {
  if (isPlainPath(root)) return;
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-'));
  symlinkSync(root, join(folder, 'keydesk'), 'dir');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const NODE_OPTIONS = [process.env.NODE_OPTIONS, throughLinks].filter(Boolean).join(' ');
  const args = [join(folder, 'keydesk', script), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  process.exit(await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1))));
}
