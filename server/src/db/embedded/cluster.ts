import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Binaries, findBinaries } from './binaries.ts';
import { chooseAccount, own, type ServerAccount } from './server-account.ts';

/** The data of one server, what runs it, and where its state is kept. */
export interface Cluster {
  /** PostgreSQL's own data directory, with the access record inside it. */
  directory: string;
  /** Prefix of the directories in which a new cluster is prepared. */
  staging: string;
  lock: string;
  users: string;
  log: string;
  binaries: Binaries;
  account: ServerAccount | null;
  /** False for throwaway data, which may be lost when the machine fails. */
  durable: boolean;
}

/** Describes the cluster of a data directory; creates no more than the directories around it. */
export function openCluster(dataDir: string, durable: boolean): Cluster {
  const binaries = findBinaries();
  // Another account has to pass through, but not to look around.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const root = realpathSync(dataDir);
  const directory = join(root, 'postgres');
  const account = chooseAccount(directory, root);
  const run = join(root, 'postgres-run');
  const users = join(run, 'users');
  for (const path of [run, users]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    own(account, path);
  }
  return {
    directory,
    staging: join(root, 'postgres-new-'),
    lock: join(run, 'lock'),
    users,
    log: join(run, 'server.log'),
    binaries,
    account,
    durable,
  };
}
