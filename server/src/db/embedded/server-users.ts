import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, ownIdentity } from './process-identity.ts';

/** Records that this process uses the server; the returned function takes the record back. */
export function joinUsers(directory: string): () => void {
  const path = join(directory, `${process.pid}-${randomBytes(4).toString('hex')}`);
  writeFileSync(path, JSON.stringify(ownIdentity()));
  return () => rmSync(path, { force: true });
}

/** How many living users the server has. Records of dead processes are removed. */
export function countUsers(directory: string): number {
  return readdirSync(directory).filter((name) => {
    const path = join(directory, name);
    const living = isLiving(path);
    if (!living) rmSync(path, { force: true });
    return living;
  }).length;
}

function isLiving(path: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return false;
  }
}
