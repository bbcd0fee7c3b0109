import type { Transaction } from '../../db/client.ts';

/** Whoever changes the past of a closed day shares this lock; see the triggers of the migrations. */
const closingLock = 7_233_201;

/** One process at a time counts days for good, and nobody changes them meanwhile. */
export const lockClosing = async (tx: Transaction): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [closingLock]);
};
