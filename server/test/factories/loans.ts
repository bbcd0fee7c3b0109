import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../../src/db/client.ts';
import { keys, loans } from '../../src/db/tables.ts';
import { nextNumber, numberedId } from './numbering.ts';

export type LoanRow = typeof loans.$inferSelect;

/** Whose loan of which key, and who handed it out. */
type LoanParties = Pick<LoanRow, 'keyId' | 'holderId' | 'handedBy'>;

const handedOut = new Date('2025-01-06T03:30:00Z');
const oneHour = 3_600_000;

/** An open loan. */
export const loanRow = (facts: LoanParties & Partial<LoanRow>): LoanRow => ({
  id: numberedId(nextNumber()),
  takenAt: handedOut,
  returnedAt: null,
  returnType: null,
  returnedBy: null,
  receivedBy: null,
  returnReason: null,
  ...facts,
});

type Closing = Partial<
  Pick<LoanRow, 'returnedAt' | 'returnType' | 'returnedBy' | 'receivedBy' | 'returnReason'>
>;

/** The same loan closed: unless told otherwise, by its holder an hour later where it began. */
export const closed = (loan: LoanRow, closing: Closing = {}): LoanRow => ({
  ...loan,
  returnedAt: new Date(loan.takenAt.getTime() + oneHour),
  returnType: 'own',
  returnedBy: loan.holderId,
  receivedBy: loan.handedBy,
  ...closing,
});

/** Every loan that opens or closes makes a new version of its key. */
const renew = (db: Connection, keyId: string) =>
  db.orm
    .update(keys)
    .set({ version: sql`${keys.version} + 1` })
    .where(eq(keys.id, keyId));

/** Stores an open loan. */
export const openLoan = async (
  db: Connection,
  facts: LoanParties & Partial<LoanRow>,
): Promise<LoanRow> => {
  const row = loanRow(facts);
  await db.orm.insert(loans).values(row);
  await renew(db, row.keyId);
  return row;
};

/** Closes a stored loan. */
export const closeLoan = async (
  db: Connection,
  loan: LoanRow,
  closing: Closing = {},
): Promise<LoanRow> => {
  const { returnedAt, returnType, returnedBy, receivedBy, returnReason } = closed(loan, closing);
  const [row] = await db.orm
    .update(loans)
    .set({ returnedAt, returnType, returnedBy, receivedBy, returnReason })
    .where(eq(loans.id, loan.id))
    .returning();
  if (!row) throw new Error(`There is no loan ${loan.id} to close`);
  await renew(db, row.keyId);
  return row;
};
