import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const caddyfile = fileURLToPath(new URL('../../../deploy/Caddyfile', import.meta.url));

/** Set by the fault run. */
export const caddyPath = process.env.CADDY_PATH;

export async function startCaddy(
  program: string,
  url: string,
  ports: readonly number[],
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-caddy-'));
  const file = join(folder, 'Caddyfile');
  // Disables what all Caddys of a machine share: admin port, port 80, trusted certificates.
  const options = ['admin off', 'auto_https disable_redirects', 'skip_install_trust'];
  writeFileSync(
    file,
    `{\n${options.map((line) => `\t${line}\n`).join('')}}\nimport ${caddyfile}\n`,
  );
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      HOME: folder,
      KEYDESK_HOST: url,
      KEYDESK_PROCESSES: ports.map((port) => `127.0.0.1:${port}`).join(' '),
      STICKY_SECRET: 'known-to-all',
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  return async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  };
}
