import semver from 'semver';

const oldestNode = '20.19.0';

/**
 * Every reason why a lock would not install on some platform or on the oldest supported Node.
 * @param {{ packages: Record<string, any> }} lock
 * @returns {string[]}
 */
export function findLockProblems(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) => [
    ...missingOptional(lock, path, entry),
    ...(path.includes('node_modules/') && !entry.link ? entryProblems(path, entry) : []),
  ]);
}

function missingOptional(lock, path, entry) {
  return Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !isLocked(lock, path, name))
    .map((name) => `${path} names ${name}, which is not in the lock`);
}

function entryProblems(path, { integrity, inBundle, resolved, engines }) {
  const problems = [];
  if (!integrity && !inBundle) problems.push(`${path} has no integrity`);
  if (resolved) problems.push(`${path} is tied to ${new URL(resolved).host}`);
  if (engines?.node && !semver.satisfies(oldestNode, engines.node)) {
    problems.push(`${path} needs Node ${engines.node}, not ${oldestNode}`);
  }
  return problems;
}

/** Follows Node's resolution: beside the package, then in every folder above it. */
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
