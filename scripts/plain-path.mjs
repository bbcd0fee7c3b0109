import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Some tool takes any other character for a query, a fragment, a quote or a pattern. */
const plain = /^[\p{L}\p{M}\p{N}/\\:._ @+~,-]+$/u;

/** Node then resolves modules by the link's path, not by its target. */
const throughLinks = '--preserve-symlinks --preserve-symlinks-main';

export const cameByLink = process.env.NODE_OPTIONS?.includes(throughLinks) ?? false;

export function isPlainPath(path) {
  return plain.test(path);
}

/**
 * Restarts a script through a link with a plain name if the repository's path has characters that
 * tools misread. Then it never returns.
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
