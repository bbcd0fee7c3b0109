import type { Statement, Transaction } from '../../platform/db/client.ts';

const accessLock = 7_233_017;

/**
 * To be sent before anything that a hand-out is decided on, the locks of its keys included: no rule,
 * group, grant, level or owner changes until the hand-out has committed (`rules-hold-at-once`).
 */
export async function lockAccessForHandOut(tx: Transaction): Promise<void> {
  await tx.query(lockForHandOutStatement);
}

export const lockForHandOutStatement: Statement = {
  name: 'lock-access-for-hand-out',
  text: 'SELECT pg_advisory_xact_lock_shared($1)',
  values: [accessLock],
};

/**
 * To be called before any change of rules, groups, grants, levels, owners, roles or suspensions, and
 * before any other lock: waits for the hand-outs that are under way, and for other changes.
 */
export async function lockAccessForChange(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [accessLock]);
  await tx.query('UPDATE access_version SET version = version + 1');
}
