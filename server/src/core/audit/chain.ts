import { createHash } from 'node:crypto';
import { custodyDays } from '@keydesk/shared/core/audit';
import { dayMs, hourMs } from '@keydesk/shared/core/dates';
import type { FastifyBaseLogger } from 'fastify';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { type Job, runEvery } from '../jobs.ts';
import { personalDigest } from './record.ts';

/** The number of events covered so far, and the last seal. */
type ChainLink = { position: number; hash: Buffer };

/** Custody events have a chain of their own, since they are kept longer (`kept-custody`). */
const chains: readonly Chain[] = [{ custody: false }, { custody: true }];
type Chain = { custody: boolean };

const chainStart: ChainLink = { position: 0, hash: Buffer.alloc(32) };

/** SHA-256 over the previous seal and the event. */
function nextLink({ position, hash }: ChainLink, canonical: string): ChainLink {
  return {
    position: position + 1,
    hash: createHash('sha256').update(hash).update(canonical).digest(),
  };
}

/** Changing this form would break every existing seal. */
const canonical = `jsonb_build_array(id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  action, level, actor_id, subject_id, key_id, loan_id, method, reason, details)::text AS canonical`;

const sealingLock = 7_233_002;

type LinkRow = { position: string; hash: Buffer };

/** Locks both chains, for sealing or shortening them, until the transaction ends. */
export async function lockChain(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [sealingLock]);
}

async function readChainEnd(db: Connection, { custody }: Chain): Promise<ChainLink> {
  const row = await db.first<LinkRow>('SELECT position, hash FROM audit_chain WHERE custody = $1', [
    custody,
  ]);
  return toLink(row);
}

function toLink(row: LinkRow | undefined): ChainLink {
  return row ? { position: Number(row.position), hash: row.hash } : chainStart;
}

async function storeChainEnd(tx: Transaction, { custody }: Chain, end: ChainLink): Promise<void> {
  await tx.query('UPDATE audit_chain SET position = $1, hash = $2 WHERE custody = $3', [
    end.position,
    end.hash,
    custody,
  ]);
}

type CanonicalEvent = Chain & { id: number; canonical: string };

async function listUnsealed(db: Connection, limit: number): Promise<CanonicalEvent[]> {
  const rows = await db.rows<Chain & { id: string; canonical: string }>({
    name: 'unsealed-events',
    text: `SELECT id, custody, ${canonical} FROM audit_events WHERE hash IS NULL ORDER BY id LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

async function storeSeals(
  tx: Transaction,
  seals: readonly (ChainLink & { id: number })[],
): Promise<void> {
  await tx.query({
    name: 'store-seals',
    text: `UPDATE audit_events SET position = seal.position, hash = seal.hash
             FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS seal (id, position, hash)
            WHERE audit_events.id = seal.id`,
    values: [
      seals.map(({ id }) => id),
      seals.map(({ position }) => position),
      seals.map(({ hash }) => hash),
    ],
  });
}

type SealedEvent = ChainLink & {
  id: number;
  at: Date;
  canonical: string;
  /** Whether the personal data matches the event's digest, or was erased. */
  personalHolds: boolean;
};

const sealedText = `
  SELECT e.*, CASE WHEN e.vouched IS NULL THEN true
                   WHEN p.event_id IS NULL THEN u.erased_at IS NOT NULL
                   ELSE e.vouched = ${personalDigest('p.salt', 'p.data')} END AS "personalHolds"
    FROM (SELECT id, at, position, hash, subject_id, details ->> 'personal' AS vouched, ${canonical}
            FROM audit_events WHERE custody = $1 AND position > $2
           ORDER BY position LIMIT $3) AS e
    LEFT JOIN audit_personal p ON p.event_id = e.id
    LEFT JOIN users u ON u.id = e.subject_id
   ORDER BY e.position`;

type SealedRow = LinkRow & Omit<SealedEvent, 'id' | 'position'> & { id: string };

async function listSealed(
  db: Connection,
  { custody }: Chain,
  after: number,
  limit: number,
): Promise<SealedEvent[]> {
  const rows = await db.rows<SealedRow>({
    name: 'sealed-events',
    text: sealedText,
    values: [custody, after, limit],
  });
  return rows.map((row) => ({
    ...toLink(row),
    id: Number(row.id),
    at: row.at,
    canonical: row.canonical,
    personalHolds: row.personalHolds,
  }));
}

/** The start of the remaining chain, after old events have been deleted. */
async function readCheckpoint(db: Connection, { custody }: Chain): Promise<ChainLink> {
  const row = await db.first<LinkRow>(
    `SELECT position, hash FROM audit_checkpoints WHERE custody = $1
      ORDER BY position DESC LIMIT 1`,
    [custody],
  );
  return toLink(row);
}

/** Deletes the events up to this one, which becomes the start of their chain. */
async function deleteUpTo(
  tx: Transaction,
  { custody }: Chain,
  last: ChainLink,
  removed: number,
): Promise<void> {
  await tx.query(
    'INSERT INTO audit_checkpoints (custody, position, hash, removed) VALUES ($1, $2, $3, $4)',
    [custody, last.position, last.hash, removed],
  );
  await tx.query(
    `DELETE FROM audit_personal p USING audit_events e
      WHERE e.id = p.event_id AND e.custody = $1 AND e.position <= $2`,
    [custody, last.position],
  );
  await tx.query('DELETE FROM audit_events WHERE custody = $1 AND position <= $2', [
    custody,
    last.position,
  ]);
}

const pageSize = 2_000;

/** `brokenAt` is the first broken event. */
type Verdict = { intact: boolean; checked: number; brokenAt: number | null };

/**
 * Recomputes every seal in one snapshot of the database. `brokenAt` is null if a chain ends before
 * its newest seal: events at its end are missing.
 */
export function verifyAudit(db: Database): Promise<Verdict> {
  return transact(db, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const verdicts: Verdict[] = [];
    for (const chain of chains) verdicts.push(await verifyChain(tx, chain));
    const broken = verdicts.find(({ intact }) => !intact);
    return {
      intact: broken === undefined,
      checked: verdicts.reduce((sum, { checked }) => sum + checked, 0),
      brokenAt: broken?.brokenAt ?? null,
    };
  });
}

async function verifyChain(tx: Transaction, chain: Chain): Promise<Verdict> {
  const begin = await readCheckpoint(tx, chain);
  let last = begin;
  for (;;) {
    const page = await listSealed(tx, chain, last.position, pageSize);
    for (const event of page) {
      const checked = last.position - begin.position;
      if (!isNextLink(last, event)) return { intact: false, checked, brokenAt: event.id };
      last = event;
    }
    if (page.length === pageSize) continue;
    const end = await readChainEnd(tx, chain);
    const isComplete = end.position === last.position && end.hash.equals(last.hash);
    return { intact: isComplete, checked: last.position - begin.position, brokenAt: null };
  }
}

function isNextLink(before: ChainLink, event: SealedEvent): boolean {
  const expected = nextLink(before, event.canonical);
  return (
    event.position === expected.position && event.hash.equals(expected.hash) && event.personalHolds
  );
}

/** Small enough to hardly delay a concurrent handover. */
const batchSize = 500;
const sealDelayMs = 1_000;
/** How often an idle process checks, for events of jobs and of killed processes. */
const idlePollMs = 20_000;

/** Every event committed before this call is sealed when it resolves. */
export async function sealEvents(db: Database): Promise<void> {
  if ((await listUnsealed(db, 1)).length === 0) return;
  while ((await sealBatch(db)) === batchSize);
}

function sealBatch(db: Database): Promise<number> {
  return transact(db, async (tx) => {
    await lockChain(tx);
    const events = await listUnsealed(tx, batchSize);
    for (const chain of chains) {
      const unsealed = events.filter(({ custody }) => custody === chain.custody);
      if (unsealed.length === 0) continue;
      let end = await readChainEnd(tx, chain);
      const seals = unsealed.map(({ id, canonical }) => {
        end = nextLink(end, canonical);
        return { id, ...end };
      });
      await storeSeals(tx, seals);
      await storeChainEnd(tx, chain, end);
    }
    return events.length;
  });
}

export type Sealer = {
  start(): void;
  /** Call it when there may be events to seal. */
  expectEvents(): void;
  stop(): Promise<void>;
};

/** Seals the events of requests after about a second, and others within twenty. */
export function createSealer(db: Database, log: FastifyBaseLogger): Sealer {
  let soon: NodeJS.Timeout | undefined;
  let sealing = Promise.resolve();
  let stopPolling = (): void => undefined;
  let stopped = false;
  const seal = (): Promise<void> => {
    sealing = sealing
      .then(() => {
        clearTimeout(soon);
        soon = undefined;
        return sealEvents(db);
      })
      .catch((error: unknown) => log.warn({ err: error }, 'audit seals'));
    return sealing;
  };
  return {
    start() {
      stopPolling = runEvery(idlePollMs, seal, () => undefined);
      void seal();
    },
    expectEvents() {
      if (!stopped) soon ??= setTimeout(seal, sealDelayMs).unref();
    },
    async stop() {
      stopped = true;
      stopPolling();
      clearTimeout(soon);
      await sealing;
    },
  };
}

const deletedAtOnce = 2_000;

/**
 * Deletes audit events older than the security settings allow, custody events later
 * (`kept-custody`); the rest stays verifiable.
 */
export function auditRetentionJob(
  db: Database,
  settings: { current(): { auditLogging: { retentionDays: number } } },
): Job {
  return {
    name: 'audit-retention',
    async run(now) {
      const { retentionDays } = settings.current().auditLogging;
      for (const chain of chains) {
        const days = chain.custody ? custodyDays : retentionDays;
        const cutoff = new Date(now.getTime() - days * dayMs - hourMs);
        if (!(await hasOlderEvents(db, chain, cutoff))) continue;
        while ((await deleteBatch(db, chain, cutoff)) === deletedAtOnce);
      }
    },
  };
}

/** Reads only the oldest event, without a lock, which is enough for most runs. */
async function hasOlderEvents(db: Database, chain: Chain, cutoff: Date): Promise<boolean> {
  const { position } = await readCheckpoint(db, chain);
  const [oldest] = await listSealed(db, chain, position, 1);
  return oldest !== undefined && oldest.at < cutoff;
}

/** Deletes events before `cutoff` from the start of a chain; returns their number. */
function deleteBatch(db: Database, chain: Chain, cutoff: Date): Promise<number> {
  return transact(db, async (tx) => {
    await lockChain(tx);
    const first = await readCheckpoint(tx, chain);
    const events = await listSealed(tx, chain, first.position, deletedAtOnce);
    const firstKept = events.findIndex(({ at }) => at >= cutoff);
    const removed = firstKept < 0 ? events : events.slice(0, firstKept);
    const last = removed.at(-1);
    if (last) await deleteUpTo(tx, chain, last, removed.length);
    return removed.length;
  });
}
