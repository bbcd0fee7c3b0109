import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

export function requireNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const needed = engines.node.replace('>=', '');
  if (isAtLeast(process.versions.node, needed)) return;
  console.error(`Keydesk needs Node ${needed} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

function isAtLeast(version, needed) {
  return version.localeCompare(needed, 'en', { numeric: true }) >= 0;
}
