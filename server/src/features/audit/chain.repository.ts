import type { Connection, Transaction } from '../../db/client.ts';
import { personalDigest } from './audit.repository.ts';
import { type ChainLink, chainStart } from './chain.ts';

/** One form for each event, whatever reads it; a change of it would break every seal there is. */
const canonical = `jsonb_build_array(id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  action, level, actor_id, subject_id, key_id, loan_id, method, reason, details)::text AS canonical`;

const sealingLock = 7_233_002;

type LinkRow = { position: string; hash: Buffer };

const linkOf = (row: LinkRow | undefined): ChainLink =>
  row ? { position: Number(row.position), hash: row.hash } : chainStart;

/** Waits for the right to seal or to shorten the chain, and has it until the transaction ends. */
export const holdChain = async (tx: Transaction): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [sealingLock]);
};

export const readChainEnd = async (db: Connection): Promise<ChainLink> => {
  const { rows } = await db.query<LinkRow>('SELECT position, hash FROM audit_chain');
  return linkOf(rows[0]);
};

export const storeChainEnd = async (tx: Transaction, end: ChainLink): Promise<void> => {
  await tx.query('UPDATE audit_chain SET position = $1, hash = $2', [end.position, end.hash]);
};

export type CanonicalEvent = { id: number; canonical: string };

export const listUnsealed = async (db: Connection, limit: number): Promise<CanonicalEvent[]> => {
  const { rows } = await db.query<{ id: string; canonical: string }>({
    name: 'unsealed-events',
    text: `SELECT id, ${canonical} FROM audit_events WHERE hash IS NULL ORDER BY id LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => ({ id: Number(row.id), canonical: row.canonical }));
};

export const storeSeals = async (
  tx: Transaction,
  seals: readonly (ChainLink & { id: number })[],
): Promise<void> => {
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
};

export type SealedEvent = ChainLink & {
  id: number;
  at: Date;
  canonical: string;
  /** What is kept apart of the event is what the event vouches for, or was erased with its person. */
  personalHolds: boolean;
};

const sealedText = `
  SELECT e.*, CASE WHEN e.vouched IS NULL THEN true
                   WHEN p.event_id IS NULL THEN u.erased_at IS NOT NULL
                   ELSE e.vouched = ${personalDigest('p.salt', 'p.data')} END AS "personalHolds"
    FROM (SELECT id, at, position, hash, subject_id, details ->> 'personal' AS vouched, ${canonical}
            FROM audit_events WHERE position > $1 ORDER BY position LIMIT $2) AS e
    LEFT JOIN audit_personal p ON p.event_id = e.id
    LEFT JOIN users u ON u.id = e.subject_id
   ORDER BY e.position`;

type SealedRow = LinkRow & Omit<SealedEvent, 'id' | 'position'> & { id: string };

/** Sealed events after this place, in the order of the chain. */
export const listSealed = async (
  db: Connection,
  after: number,
  limit: number,
): Promise<SealedEvent[]> => {
  const { rows } = await db.query<SealedRow>({
    name: 'sealed-events',
    text: sealedText,
    values: [after, limit],
  });
  return rows.map((row) => ({
    ...linkOf(row),
    id: Number(row.id),
    at: row.at,
    canonical: row.canonical,
    personalHolds: row.personalHolds,
  }));
};

/** Where the chain that is still there begins. */
export const readCheckpoint = async (db: Connection): Promise<ChainLink> => {
  const { rows } = await db.query<LinkRow>(
    'SELECT position, hash FROM audit_checkpoints ORDER BY position DESC LIMIT 1',
  );
  return linkOf(rows[0]);
};

/** Removes the events up to this one, which becomes where the chain begins. */
export const removeUpTo = async (
  tx: Transaction,
  last: ChainLink,
  removed: number,
): Promise<void> => {
  await tx.query('INSERT INTO audit_checkpoints (position, hash, removed) VALUES ($1, $2, $3)', [
    last.position,
    last.hash,
    removed,
  ]);
  await tx.query(
    `DELETE FROM audit_personal p USING audit_events e
      WHERE e.id = p.event_id AND e.position <= $1`,
    [last.position],
  );
  await tx.query('DELETE FROM audit_events WHERE position <= $1', [last.position]);
};
