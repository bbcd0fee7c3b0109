import { hostname } from 'node:os';

/** PostgreSQL cuts a longer name off. */
const longestName = 63;
const longestHost = 30;

const prefix = 'keydesk-live';

/**
 * What this process calls the connection on which it listens for live events: by it the database
 * knows which processes there are, and admins which is which.
 */
export function processName({ version, port }: { version: string; port: number }): string {
  return `${prefix} ${version} ${hostname().slice(0, longestHost)}:${port}`.slice(0, longestName);
}

/** Machine, port and version out of such a name. */
export function readProcessName(applicationName: string): { name: string; version: string } {
  const [, version = '', ...name] = applicationName.split(' ');
  return { name: name.join(' '), version };
}
