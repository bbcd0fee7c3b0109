import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@keydesk/embedded-postgres/server';
import {
  asAccount,
  chooseAccount,
  chownToAccount,
} from '@keydesk/embedded-postgres/server-account';
import pg from 'pg';
import { vi } from 'vitest';
import { killTree } from './app-process.ts';

/** The system's PostgreSQL and pgbouncer; the embedded one has no replication or pooling. */
export const programs = {
  folder: process.env.FAULTS_POSTGRES ?? '',
  pgbouncer: process.env.FAULTS_PGBOUNCER ?? '',
};

export type PostgresServer = {
  host: string;
  folder: string;
  query<Row extends pg.QueryResultRow>(sql: string, database?: string): Promise<Row[]>;
  /** Kills all its processes at the same moment, like a power cut. */
  kill(): void;
};

export function urlAt(hosts: string, database = 'keydesk'): string {
  return `postgres://keydesk@${hosts}/${database}`;
}

/** Folders and processes of one test; `close` removes them all. */
export class PostgresStage {
  readonly #root = mkdtempSync(join(tmpdir(), 'keydesk-faults-'));
  readonly #account;
  readonly #ends: (() => void)[] = [];

  constructor() {
    chmodSync(this.#root, 0o711);
    this.#account = chooseAccount(join(this.#root, 'none'), this.#root);
  }

  /** A new primary with an empty database, on a disk and with fsync. */
  async startPrimary(settings: Record<string, string> = {}): Promise<PostgresServer> {
    const folder = this.#newFolder('primary');
    const trust = ['--auth=trust', '--username=keydesk', '--encoding=UTF8', '--locale=C.UTF-8'];
    this.#run(join(programs.folder, 'initdb'), [`--pgdata=${folder}`, ...trust], folder);
    const server = await this.#startServer(folder, settings);
    await server.query('CREATE DATABASE keydesk', 'postgres');
    return server;
  }

  async startStandby(primary: PostgresServer): Promise<PostgresServer> {
    const folder = this.#newFolder('standby');
    const copy = [`--pgdata=${folder}`, '--write-recovery-conf', '--checkpoint=fast'];
    const from = `--dbname=${urlAt(primary.host)}?application_name=standby`;
    this.#run(join(programs.folder, 'pg_basebackup'), [...copy, from], folder);
    return this.#startServer(folder);
  }

  /** A pgbouncer before a server; resolves to its host and port. */
  async startPooler(server: PostgresServer, settings: Record<string, string>): Promise<string> {
    const folder = this.#newFolder('pgbouncer');
    const port = await freePort();
    const [host, at] = server.host.split(':');
    const all = {
      listen_addr: '127.0.0.1',
      listen_port: String(port),
      unix_socket_dir: '',
      auth_type: 'any',
      max_client_conn: '200',
      default_pool_size: '60',
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    const file = join(folder, 'pgbouncer.ini');
    const databases = `[databases]\n* = host=${host} port=${at} user=keydesk\n`;
    writeFileSync(file, `${databases}[pgbouncer]\n${lines.join('\n')}\n`);
    chownToAccount(this.#account, file);
    const child = this.#spawn(programs.pgbouncer, ['-q', file], folder);
    this.#ends.push(() => child.kill('SIGKILL'));
    await answers(`127.0.0.1:${port}`);
    return `127.0.0.1:${port}`;
  }

  close(): void {
    for (const end of this.#ends.reverse()) end();
    rmSync(this.#root, { recursive: true, maxRetries: 5 });
  }

  async #startServer(
    folder: string,
    settings: Record<string, string> = {},
  ): Promise<PostgresServer> {
    const port = await freePort();
    const all = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      max_connections: '200',
      ...settings,
    };
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = this.#spawn(
      join(programs.folder, 'postgres'),
      ['-D', folder, ...options],
      folder,
    );
    const exited = once(child, 'exit');
    const kill = () => {
      if (child.exitCode === null && child.signalCode === null) killTree(child.pid ?? 0);
    };
    this.#ends.push(kill);
    const host = `127.0.0.1:${port}`;
    await Promise.race([answers(host), exited.then(() => Promise.reject(new Error('It ended')))]);
    return { host, folder, kill, query: (sql, database) => ask(urlAt(host, database), sql) };
  }

  #newFolder(name: string): string {
    const folder = mkdtempSync(join(this.#root, `${name}-`));
    chownToAccount(this.#account, folder);
    return folder;
  }

  #run(program: string, args: string[], folder: string): void {
    const { command, args: all, options } = asAccount(this.#account, program, args, [folder]);
    execFileSync(command, all, { ...options, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  #spawn(program: string, args: string[], folder: string): ChildProcess {
    const { command, args: all, options } = asAccount(this.#account, program, args, [folder]);
    return spawn(command, all, { ...options, cwd: folder, stdio: 'ignore' });
  }
}

async function answers(host: string): Promise<void> {
  const waitOptions = { timeout: 30_000, interval: 50 };
  await vi.waitFor(() => ask(urlAt(host, 'postgres'), 'SELECT 1'), waitOptions);
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
