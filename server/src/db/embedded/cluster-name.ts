import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';

/**
 * A name of its own for each cluster on this machine. The server shows it in the command line of
 * each of its processes, which is how leftovers of a dead server are told from anything else. It
 * follows the directory's identity, so a copied cluster has another name.
 */
export function clusterName(directory: string): string {
  const { dev, ino } = statSync(directory);
  const digest = createHash('sha256').update(`${directory}\n${dev}\n${ino}`).digest('hex');
  return `keydesk-${digest.slice(0, 16)}`;
}
