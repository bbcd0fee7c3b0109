import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { own, type ServerAccount } from './server-account.ts';

export const SUPERUSER = 'keydesk';
export const DATABASE = 'keydesk';

const accessSchema = z.object({ password: z.string().min(1), port: z.number().int() });

/** How the server of a cluster is reached. Kept inside the cluster, so the two never part. */
export type ClusterAccess = z.infer<typeof accessSchema>;

/** A password that needs no escaping in a URL or in SQL. */
export function newPassword(): string {
  return randomBytes(24).toString('hex');
}

/** Reads the access record of a cluster. */
export function readAccess(directory: string): ClusterAccess {
  return accessSchema.parse(JSON.parse(readFileSync(recordPath(directory), 'utf8')));
}

/** Writes the access record whole or not at all, readable by the cluster's account only. */
export function writeAccess(
  directory: string,
  access: ClusterAccess,
  account: ServerAccount | null,
): void {
  const draft = `${recordPath(directory)}.new`;
  writeFileSync(draft, JSON.stringify(access), { mode: 0o600, flush: true });
  own(account, draft);
  renameSync(draft, recordPath(directory));
}

/** The connection URL of one database on the server. */
export function databaseUrl({ password, port }: ClusterAccess, database = DATABASE): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

function recordPath(directory: string): string {
  return join(directory, 'keydesk-access.json');
}
