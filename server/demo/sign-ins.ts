import type { signIns } from '../src/db/tables.ts';
import type { LoanRow } from '../test/factories/loans.ts';
import type { UserRow } from '../test/factories/users.ts';

export type SignInRow = typeof signIns.$inferInsert;

const MINUTE = 60_000;

/** Two to 39 minutes before the desk is visited. */
const beforeVisit = (visit: Date): Date =>
  new Date(visit.getTime() - (2 + (Math.floor(visit.getTime() / 1000) % 38)) * MINUTE);

/** Everybody signs in on each day on which they come to the desk or work there, and last as said. */
export const demoSignIns = (people: readonly UserRow[], loans: readonly LoanRow[]): SignInRow[] => {
  const firstVisits = new Map<string, SignInRow>();
  for (const { holderId, handedBy, takenAt } of loans)
    for (const userId of [holderId, handedBy]) {
      const personAndDay = `${userId} ${takenAt.toISOString().slice(0, 10)}`;
      if (!firstVisits.has(personAndDay))
        firstVisits.set(personAndDay, { userId, at: beforeVisit(takenAt) });
    }
  const last = people.flatMap(({ id, lastLogin }) =>
    lastLogin ? [{ userId: id, at: lastLogin }] : [],
  );
  return [...firstVisits.values(), ...last];
};
