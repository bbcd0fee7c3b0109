import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
const neededBytes = 2e9;

/** A new folder for a test, in memory if there is enough, because databases have many files. */
export function scratchFolder(): string {
  return mkdtempSync(join(hasRoom(memoryFolder) ? memoryFolder : tmpdir(), 'keydesk-test-'));
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}
