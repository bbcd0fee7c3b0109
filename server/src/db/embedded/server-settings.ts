import type { Cluster } from './cluster.ts';
import { clusterName } from './cluster-name.ts';

/**
 * In files of the data directory: a killed server leaves nothing elsewhere, and the small /dev/shm
 * of a container does not limit it.
 */
export const SHARED_MEMORY_TYPE = 'mmap';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  dynamic_shared_memory_type: SHARED_MEMORY_TYPE,
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  autovacuum_naptime: '20s',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

/** Survives a killed server, but not a failing machine. */
const THROWAWAY = { fsync: 'off', full_page_writes: 'off' };

/** The arguments that start the server of a cluster on a port. */
export function serverArguments(cluster: Cluster, port: number): string[] {
  const settings = {
    ...SETTINGS,
    ...(cluster.durable ? {} : THROWAWAY),
    port,
    cluster_name: clusterName(cluster.directory),
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster.directory, ...pairs];
}

/** PostgreSQL reads PG* variables, which are meant for other servers. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' };
}
