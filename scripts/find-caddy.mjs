import { join } from 'node:path';
import { run } from './run.mjs';
import { installSystemPackages, pathOf } from './system-packages.mjs';

const quietOptions = { stdio: ['ignore', 'ignore', 'inherit'] };

const packages = { dnf: ['caddy'], apk: ['caddy'], pacman: ['caddy'], brew: ['caddy'] };

/** The path of a working Caddy, fetched as a system package if necessary, or null. */
export async function findCaddy(folder) {
  const present = pathOf('caddy');
  if (present) return present;
  if (pathOf('apt-get')) return unpack(folder);
  return (await installSystemPackages('Caddy', packages)) ? pathOf('caddy') : null;
}

/** Not installed, because Debian's package would start a server on port 80. */
async function unpack(folder) {
  process.stderr.write('Fetching Caddy with apt-get…\n');
  const unpacked =
    (await run('apt-get', ['download', '-qq', 'caddy'], { ...quietOptions, cwd: folder })) &&
    (await run('sh', ['-c', 'dpkg-deb -x caddy_*.deb .'], { ...quietOptions, cwd: folder }));
  return unpacked ? join(folder, 'usr/bin/caddy') : null;
}
