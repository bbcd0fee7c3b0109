import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The commit to build: `KEYDESK_COMMIT` if set, else that of the repository in `folder`, with
 * `-dirty` if files differ from it. '' outside a repository, and without git.
 */
export function readCommit(folder, named = process.env.KEYDESK_COMMIT?.trim()) {
  // It becomes part of a version, which allows no other characters.
  if (named) return named.replace(/[^0-9A-Za-z-]/g, '').slice(0, 16);
  // Inside another project's repository, git would report that one's commit.
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
