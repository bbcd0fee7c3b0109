import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import { type Database, type Transaction, transact } from '../src/db/client.ts';
import {
  accessRequests,
  accessRules,
  countMisses,
  countScans,
  counts,
  desks,
  dutyPins,
  groupMembers,
  groups,
  incidents,
  keys,
  loans,
  notifications,
  personCards,
  signIns,
  users,
} from '../src/db/schema.ts';
import { type DemoAccess, demoAccess } from './access.ts';
import type { DemoOptions } from './campus.ts';
import { generateDemoData } from './demo-data.ts';
import { addDesks, addGuards, noDesks } from './desks.ts';
import { demoHashes } from './hashes.ts';
import { type DemoIncidents, demoIncidents } from './incidents.ts';

/** What a demo has beside people, keys and loans. */
type DemoParts = {
  withDesks?: 'one' | 'several' | false;
  withAccess?: boolean;
  withIncidents?: boolean;
};

type DemoCounts = { users: number; keys: number; loans: number };

const demoLock = 7_233_101;
/** PostgreSQL takes at most 65,535 parameters in one statement. */
const rowsPerStatement = 1_000;

/**
 * Fills an empty database with the last 90 days of a campus, in one transaction. Null if there are
 * people or keys already. Processes that start at the same time load it only once.
 */
export async function loadDemoData(
  db: Database,
  {
    withDesks = false,
    withAccess = false,
    withIncidents = false,
    ...options
  }: DemoOptions & DemoParts,
): Promise<DemoCounts | null> {
  const hashes = demoHashes(db);
  return transact(db, async (tx) => {
    // A second process waits for as long as loading takes.
    await tx.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
    await tx.query('SELECT pg_advisory_xact_lock($1)', [demoLock]);
    if (!(await isEmpty(tx))) return null;
    const base = generateDemoData(options);
    const atDesks = withDesks ? addDesks(base, withDesks) : noDesks(base);
    const data = withDesks === 'several' ? await addGuards(atDesks, options, hashes) : atDesks;
    await insertAll(tx, users, data.users);
    await insertAll(tx, dutyPins, data.dutyPins);
    await insertAll(tx, personCards, data.personCards);
    await insertAll(tx, desks, data.desks);
    await insertAll(tx, keys, data.keys);
    await insertAll(tx, loans, data.loans);
    await insertAll(tx, signIns, data.signIns);
    await insertAll(tx, notifications, data.notifications);
    const access = withAccess ? demoAccess(data, options.now) : null;
    if (access) await insertAccess(tx, access);
    if (withIncidents) await insertIncidents(tx, demoIncidents(data, options.now));
    return {
      users: data.users.length,
      keys: data.keys.length + (access?.keys.length ?? 0),
      loans: data.loans.length,
    };
  });
}

async function insertAccess(tx: Transaction, access: DemoAccess): Promise<void> {
  await insertAll(tx, keys, access.keys);
  await insertAll(tx, groups, access.groups);
  await insertAll(tx, groupMembers, access.members);
  await insertAll(tx, accessRules, access.rules);
  await insertAll(tx, accessRequests, access.requests);
}

async function insertIncidents(tx: Transaction, demo: DemoIncidents): Promise<void> {
  await insertAll(tx, counts, demo.counts);
  await insertAll(tx, countMisses, demo.misses);
  await insertAll(tx, countScans, demo.scans);
  await insertAll(tx, incidents, demo.incidents);
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const { rowCount } = await tx.query(
    '(SELECT 1 FROM users LIMIT 1) UNION ALL (SELECT 1 FROM keys LIMIT 1)',
  );
  return rowCount === 0;
}

async function insertAll<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly PgInsertValue<Table>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await tx.orm.insert(table).values(rows.slice(start, start + rowsPerStatement));
}
