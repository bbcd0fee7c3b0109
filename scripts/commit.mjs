import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The commit that is built: `KEYDESK_COMMIT` if set, else that of the repository in `folder`, with
 * `-dirty` where files differ from it. Empty outside a repository, and without git.
 */
export function readCommit(folder, named = process.env.KEYDESK_COMMIT?.trim()) {
  // It becomes a part of a version, where other characters have no place.
  if (named) return named.replace(/[^0-9A-Za-z-]/g, '').slice(0, 16);
  // Unpacked inside another project's repository, git would name that one's commit.
  if (!existsSync(join(folder, '.git'))) return '';
  const options = ['-C', folder, '-c', `safe.directory=${folder}`];
  const describe = ['describe', '--always', '--exclude=*', '--abbrev=9', '--dirty'];
  try {
    const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', [...options, ...describe], quiet).trim();
  } catch {
    return '';
  }
}
