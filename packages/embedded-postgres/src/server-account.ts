import { execFileSync } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root, so a root process hands it to this account. */
export type ServerAccount = {
  uid: number;
  gid: number;
};

/**
 * The account the server runs under, or null to run as ourselves. As root it is the owner of the
 * existing data, so that the owner can also start without root; else `postgres`, else `nobody`.
 */
export function chooseAccount(cluster: string, dataDir: string): ServerAccount | null {
  if (process.getuid?.() !== 0) return rejectForeignOwner(cluster);
  const account =
    owner(cluster) ?? owner(dataDir) ?? accountNamed('postgres') ?? accountNamed('nobody');
  if (!account) throw new Error('PostgreSQL does not run as root, and no other account was found.');
  return account;
}

function rejectForeignOwner(cluster: string): null {
  const stats = statSync(cluster, { throwIfNoEntry: false });
  if (!stats || stats.uid === process.getuid?.()) return null;
  throw new Error(
    `${cluster} belongs to another account (uid ${stats.uid}): start as that account or as root, or choose another DATA_DIR.`,
  );
}

function owner(path: string): ServerAccount | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : null;
}

function accountNamed(name: string): ServerAccount | null {
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid === null || gid === null ? null : { uid, gid };
}

function idOf(flag: string, name: string): number | null {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return null;
  }
}

/** Gives one file or directory to the account. */
export function chownToAccount(account: ServerAccount | null, path: string): void {
  if (account) lchownSync(path, account.uid, account.gid);
}

/** Gives a directory and everything in it to the account, unless it owns the directory already. */
export function chownTree(account: ServerAccount | null, path: string): void {
  if (!account || lstatSync(path).uid === account.uid) return;
  chownRecursively(account, path);
}

function chownRecursively(account: ServerAccount, path: string): void {
  if (lstatSync(path).isDirectory()) {
    for (const name of readdirSync(path)) chownRecursively(account, join(path, name));
  }
  lchownSync(path, account.uid, account.gid);
}

/** How to run a program under the account so that it can reach all the given paths. */
export function asAccount(
  account: ServerAccount | null,
  command: string,
  args: string[],
  paths: string[],
): { command: string; args: string[]; options: { uid?: number; gid?: number } } {
  if (!account) return { command, args, options: {} };
  if ([command, ...paths].every((path) => canReach(account, path))) {
    return { command, args, options: account };
  }
  return {
    command: 'setpriv',
    args: [...passingClosedDirectories(account), command, ...args],
    options: {},
  };
}

function canReach(account: ServerAccount, path: string): boolean {
  const allowed = canTraverse(account, statSync(path));
  const parent = dirname(path);
  return allowed && (parent === path || canReach(account, parent));
}

function canTraverse(
  { uid, gid }: ServerAccount,
  { mode, uid: owner, gid: group }: Stats,
): boolean {
  if (owner === uid) return (mode & 0o100) !== 0;
  if (group === gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/**
 * A checkout below a closed directory such as /root cannot be reached by another account, so the
 * server keeps the one capability that passes closed directories. Without no_setuid_fixup the
 * kernel ignores it in access(2), which PostgreSQL uses to find its own files.
 */
function passingClosedDirectories({ uid, gid }: ServerAccount): string[] {
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
}
