import semver from 'semver';

const oldestNode = '20.19.0';

/**
 * Every reason why a lock would not install on some platform or on the oldest supported Node.
 * @param {{ packages: Record<string, any> }} lock
 * @returns {string[]}
 */
export function lockFaults(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) => [
    ...missingOptional(lock, path, entry),
    ...(path.includes('node_modules/') && !entry.link ? entryFaults(path, entry) : []),
  ]);
}

function missingOptional(lock, path, entry) {
  return Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !isLocked(lock, path, name))
    .map((name) => `${path} names ${name}, which is not in the lock`);
}

function entryFaults(path, { integrity, inBundle, resolved, engines }) {
  const faults = [];
  if (!integrity && !inBundle) faults.push(`${path} has no integrity`);
  if (resolved) faults.push(`${path} is tied to ${new URL(resolved).host}`);
  if (engines?.node && !semver.satisfies(oldestNode, engines.node)) {
    faults.push(`${path} needs Node ${engines.node}, not ${oldestNode}`);
  }
  return faults;
}

/** Looks where Node would look: beside the package, then in every folder above it. */
function isLocked(lock, path, name) {
  for (let folder = path; ; folder = parentFolder(folder)) {
    if (lock.packages[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`])
      return true;
    if (!folder) return false;
  }
}

function parentFolder(path) {
  const at = path.lastIndexOf('/node_modules/');
  if (at > 0) return path.slice(0, at);
  return path.startsWith('node_modules/') ? '' : path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
