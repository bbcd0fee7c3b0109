import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const notSource = /^(node_modules|dist)$|\.test\.tsx?$/;

export function isBuiltFrom(output, sources) {
  return readStamp(output) === digestOf(sources);
}

export function recordBuild(output, sources) {
  writeFileSync(stampIn(output), digestOf(sources));
}

function stampIn(output) {
  return join(output, '.built-from');
}

function readStamp(output) {
  try {
    return readFileSync(stampIn(output), 'utf8');
  } catch {
    return null;
  }
}

function digestOf(sources) {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => filesIn(join(root, source)))) {
    hash.update(`${path.slice(root.length)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .filter(({ name }) => !notSource.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesIn(join(path, name)));
}
