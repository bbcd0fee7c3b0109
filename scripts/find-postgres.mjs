import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages, pathOf } from './system-packages.mjs';

/** Debian keeps each version's programs in a folder of its own, outside the path. */
const debianFolder = '/usr/lib/postgresql';
const packages = { 'apt-get': ['postgresql', 'pgbouncer'] };

/**
 * PostgreSQL's programs for replication, which the embedded one lacks, and pgbouncer: installed by
 * Debian's package manager if necessary. Null if there are none.
 */
export async function findPostgres() {
  const present = presentPostgres();
  if (present) return present;
  return (await installSystemPackages('PostgreSQL and pgbouncer', packages))
    ? presentPostgres()
    : null;
}

function presentPostgres() {
  const folder = versions()
    .map((version) => join(debianFolder, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'pg_basebackup')) && existsSync(join(bin, 'postgres')));
  const pgbouncer = pathOf('pgbouncer') ?? pathOf('/usr/sbin/pgbouncer');
  return folder && pgbouncer ? { folder, pgbouncer } : null;
}

function versions() {
  if (!existsSync(debianFolder)) return [];
  return readdirSync(debianFolder).sort((one, other) => Number(other) - Number(one));
}
