import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Binaries, findBinaries } from './binaries.ts';
import { chooseAccount, chownToAccount, type ServerAccount } from './server-account.ts';

/** The data of one server, the programs and account that run it, and where its state is kept. */
export type Cluster = {
  /** PostgreSQL's own data directory, with the access record inside it. */
  directory: string;
  /** Prefix of the directories in which a new cluster is prepared. */
  staging: string;
  lock: string;
  /** Names the process that stops the server. */
  owner: string;
  log: string;
  binaries: Binaries;
  account: ServerAccount | null;
  /** False for throwaway data, which may be lost when the machine fails. */
  durable: boolean;
};

/** Describes the cluster of a data directory; creates only the directories around it. */
export function openCluster(dataDir: string, durable: boolean): Cluster {
  const binaries = findBinaries();
  // Another account has to pass through, but need not list it.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const root = realpathSync(dataDir);
  const directory = join(root, 'postgres');
  const account = chooseAccount(directory, root);
  const run = join(root, 'postgres-run');
  mkdirSync(run, { recursive: true, mode: 0o700 });
  chownToAccount(account, run);
  return {
    directory,
    staging: join(root, 'postgres-new-'),
    lock: join(run, 'lock'),
    owner: join(run, 'owner'),
    log: join(run, 'server.log'),
    binaries,
    account,
    durable,
  };
}

export const superuser = 'keydesk';
export const database = 'keydesk';

const accessSchema = z.object({ password: z.string().min(1), port: z.number().int() });

/** How to connect to a cluster's server. Stored inside the cluster, so that they stay together. */
export type ClusterAccess = z.infer<typeof accessSchema>;

/** A password that needs no escaping in a URL or in SQL. */
export function newPassword(): string {
  return randomBytes(24).toString('hex');
}

/** Reads the access record of a cluster. */
export function readAccess(directory: string): ClusterAccess {
  return accessSchema.parse(JSON.parse(readFileSync(recordPath(directory), 'utf8')));
}

function recordPath(directory: string): string {
  return join(directory, 'keydesk-access.json');
}

/** Writes the access record whole or not at all, readable by the cluster's account only. */
export function writeAccess(
  directory: string,
  access: ClusterAccess,
  account: ServerAccount | null,
): void {
  const draft = `${recordPath(directory)}.new`;
  writeFileSync(draft, JSON.stringify(access), { mode: 0o600, flush: true });
  chownToAccount(account, draft);
  renameSync(draft, recordPath(directory));
}

/** The connection URL of one database on the server. */
export function databaseUrl({ password, port }: ClusterAccess, name = database): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`;
}
