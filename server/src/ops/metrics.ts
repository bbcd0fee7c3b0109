import { createHash, timingSafeEqual } from 'node:crypto';
import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Job } from '../core/jobs.ts';
import { isLoopback, isMeantForLoopback } from '../http/request-guards.ts';
import { refusalOf, routePattern } from '../http/request-log.ts';
import type { BackupRecord } from './backup/scheduled-backup.ts';

/** Labels name kinds of things, never people or keys. */
export type AppMetrics = ReturnType<typeof createAppMetrics>;

/** Read whenever the metrics are collected. */
type MetricSources = {
  pool: pg.Pool;
  openSockets: () => number;
  /** If email is set up. */
  waitingMails?: () => Promise<number>;
  /** If backups are scheduled. */
  lastBackup?: () => Promise<BackupRecord>;
};

/** In a separate registry, as one process may contain several applications. */
export function createAppMetrics(sources: MetricSources) {
  const register = new Registry();
  watchPool(register, sources);
  watchSockets(register, sources);
  watchBackups(register, sources);
  watchMails(register, sources);
  return {
    register,
    requests: new Histogram({
      name: 'keydesk_http_request_duration_seconds',
      help: 'Requests by route, and how long they took',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5],
      registers: [register],
    }),
    handovers: new Counter({
      name: 'keydesk_handovers_total',
      help: 'Handovers that were tried, by what came of them: OK or the code of the refusal',
      labelNames: ['action', 'outcome'],
      registers: [register],
    }),
    queuedWorkOpen: new Gauge({
      name: 'keydesk_long_work_open',
      help: 'Imports, reports and tags that run or wait',
      labelNames: ['kind'],
      registers: [register],
    }),
    queuedWork: new Counter({
      name: 'keydesk_long_work_total',
      help: 'Imports, reports and tags: done, failed, cancelled (the caller left) or refused',
      labelNames: ['kind', 'outcome'],
      registers: [register],
    }),
    pushDeliveries: new Counter({
      name: 'keydesk_push_deliveries_total',
      help: 'Web push messages: delivered, gone (the browser has unsubscribed), outdated (no longer true), failed or dropped',
      labelNames: ['outcome'],
      registers: [register],
    }),
    mails: new Counter({
      name: 'keydesk_mails_total',
      help: 'Attempts to send a mail: sent, dropped (no longer true), retry or failed (given up)',
      labelNames: ['outcome'],
      registers: [register],
    }),
    jobRuns: new Counter({
      name: 'keydesk_job_runs_total',
      help: 'Rounds of timed work',
      labelNames: ['job', 'outcome'],
      registers: [register],
    }),
    jobDone: new Gauge({
      name: 'keydesk_job_last_success_timestamp_seconds',
      help: 'When a round of this work last succeeded',
      labelNames: ['job'],
      registers: [register],
    }),
  };
}

function watchPool(register: Registry, { pool }: MetricSources): void {
  new Gauge({
    name: 'keydesk_database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: 'keydesk_database_waiting',
    help: 'Statements that wait for a connection of the pool',
    registers: [register],
    collect() {
      this.set(pool.waitingCount);
    },
  });
}

function watchSockets(register: Registry, { openSockets }: MetricSources): void {
  new Gauge({
    name: 'keydesk_sockets_open',
    help: 'Live connections of this process',
    registers: [register],
    collect() {
      this.set(openSockets());
    },
  });
}

/** Read from the database, so the same in every process; 0 while the database is unavailable. */
function watchBackups(register: Registry, { lastBackup }: MetricSources): void {
  if (!lastBackup) return;
  const done = async () => (await lastBackup().catch(() => null))?.done;
  new Gauge({
    name: 'keydesk_backup_last_success_timestamp_seconds',
    help: 'When the last scheduled backup was complete; 0 when it is not known',
    registers: [register],
    async collect() {
      this.set(Date.parse((await done())?.at ?? '') / 1000 || 0);
    },
  });
  new Gauge({
    name: 'keydesk_backup_last_size_bytes',
    help: 'How large the last scheduled backup is',
    registers: [register],
    async collect() {
      this.set((await done())?.bytes ?? 0);
    },
  });
}

/** Read from the database, so the same in every process; 0 while the database is unavailable. */
function watchMails(register: Registry, { waitingMails }: MetricSources): void {
  if (!waitingMails) return;
  new Gauge({
    name: 'keydesk_mails_waiting',
    help: 'Mails in the outbox that wait to be sent',
    registers: [register],
    async collect() {
      this.set(await waitingMails().catch(() => 0));
    },
  });
}

const handoverActions = [
  'scanRequest',
  'scanReturn',
  'batchReturn',
  'takeKey',
  'returnKey',
  'collectKey',
  'lendKey',
  'undoHandover',
  'enterPaper',
  'decidePaper',
  'settleDispute',
  'resolveIncident',
] as const;

const actionByRoute = new Map<string, string>(
  handoverActions.map((action) => [`${api[action].method} /api${api[action].path}`, action]),
);

/** Counts every request, and every handover by its outcome. */
export function countRequests(app: FastifyInstance, metrics: AppMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = routePattern(request);
    metrics.requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const action = actionByRoute.get(`${method} ${route}`);
    if (action) metrics.handovers.inc({ action, outcome: refusalOf(request) ?? 'OK' });
  });
}

export function countJob({ jobRuns, jobDone }: AppMetrics) {
  return ({ name, run }: Job): Job => ({
    name,
    async run(now, stopping) {
      try {
        await run(now, stopping);
      } catch (error) {
        jobRuns.inc({ job: name, outcome: 'failed' });
        throw error;
      }
      jobRuns.inc({ job: name, outcome: 'done' });
      jobDone.setToCurrentTime({ job: name });
    },
  });
}

/** In Prometheus' text format. */
export function serveMetrics(
  app: FastifyInstance,
  { register }: { register: Registry },
  token: string | undefined,
): void {
  app.get('/metrics', { config: { unlogged: [200] } }, async (request, reply) => {
    if (!mayReadMetrics(request, token)) throw appError('NOT_ALLOWED');
    const texts = await Promise.all([register.metrics(), processMetrics().metrics()]);
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(`${texts.map((text) => text.trimEnd()).join('\n')}\n`);
  });
}

/** This machine may read the metrics, and anybody with the token, if one is configured. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (isFromLoopback(request)) return true;
  const { authorization = '' } = request.headers;
  return token !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}

function isFromLoopback({ raw, socket }: FastifyRequest): boolean {
  return (
    isLoopback((socket.remoteAddress ?? '').replace(mappedIPv4, '')) && isMeantForLoopback(raw)
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * CPU, memory and event loop: one registry per process. Collecting starts with the first request,
 * because watching the event loop wakes an idle process a hundred times a second.
 */
function processMetrics(): Registry {
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

const mappedIPv4 = /^::ffff:/;

let registry: Registry | undefined;
