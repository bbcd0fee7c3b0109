import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.mjs';

/**
 * The licences of all packages that an installation carries: those of production in the lock file,
 * which are in the web bundle and the image, and those of the server's bundle, from its modules.
 */
export function licencesOf(modules) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bundled = new Set(modules.map(packageOf));
  return Object.entries(packages)
    .filter(([path]) => path.includes('node_modules/'))
    .filter(([path, { dev, link }]) => !link && (!dev || bundled.has(path)))
    .map(([path, entry]) => describe(path, entry))
    .join('\n');
}

/** The innermost package of a module, as the lock file names it. */
function packageOf(module) {
  const path = relative(root, module).replaceAll('\\', '/');
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function describe(path, { version, license = 'as below' }) {
  const name = path.replace(/^.*node_modules\//, '');
  const texts = filesIn(join(root, path))
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(root, path, file), 'utf8').trim());
  return [`# ${name} ${version}`, `Licence: ${license}`, ...texts, ''].join('\n\n');
}

/** Empty for a package of another platform. */
function filesIn(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? entry.name : [],
    );
  } catch {
    return [];
  }
}
