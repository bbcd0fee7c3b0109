import { closingAfter } from '@keydesk/shared/due/calendar';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../src/db/client.ts';
import { keys, loans } from '../../src/db/schema.ts';
import { nextNumber, numberedId } from './numbering.ts';

/** `holderName` defaults to the holder's present name. */
export type LoanRow = Omit<typeof loans.$inferSelect, 'holderName'> & { holderName: string | SQL };

type LoanParties = Pick<LoanRow, 'keyId' | 'holderId' | 'handedBy'>;

const handedOut = new Date('2025-01-06T03:30:00Z');
const oneHour = 3_600_000;

/** The due time without any rules, as a loan stores it. */
export function promise(takenAt: Date, timezone = 'Asia/Kolkata', reminderTime = '17:20') {
  const dueAt = closingAfter(takenAt, { timezone, reminderTime, hours: [], days: [] });
  return { dueAt, graceUntil: dueAt };
}

/** An open loan, due as `promise` says. */
export function loanRow(facts: LoanParties & Partial<LoanRow>): LoanRow {
  return {
    id: numberedId(nextNumber()),
    holderName: sql`(SELECT name FROM users WHERE id = ${facts.holderId})`,
    sponsorId: null,
    sponsorName: null,
    takenAt: handedOut,
    returnedAt: null,
    returnType: null,
    returnedBy: null,
    receivedBy: null,
    returnReason: null,
    identifiedBy: 'code',
    recordedAt: null,
    returnRecordedAt: null,
    deskId: null,
    dutyId: null,
    returnDeskId: null,
    returnDutyId: null,
    tagCheckedOut: false,
    tagCheckedIn: false,
    ...promise(facts.takenAt ?? handedOut),
    extended: 0,
    dueRuleId: null,
    grantId: null,
    recalledAt: null,
    recallReason: null,
    recallCause: null,
    ...facts,
  };
}

type Closing = Partial<
  Pick<
    LoanRow,
    'returnedAt' | 'returnType' | 'returnedBy' | 'receivedBy' | 'returnReason' | 'returnDeskId'
  >
>;

/** The loan closed, by default by its holder after an hour at the same desk. */
export function closed(loan: LoanRow, closing: Closing = {}): LoanRow {
  return {
    ...loan,
    returnedAt: new Date(loan.takenAt.getTime() + oneHour),
    returnType: 'own',
    returnedBy: loan.holderId,
    receivedBy: loan.handedBy,
    ...closing,
  };
}

export async function openLoan(
  db: Connection,
  facts: LoanParties & Partial<LoanRow>,
): Promise<LoanRow> {
  const row = loanRow(facts);
  await db.orm.insert(loans).values(row);
  await renew(db, row.keyId);
  return row;
}

/** Opening or closing a loan makes a new version of its key. */
function renew(db: Connection, keyId: string) {
  return db.orm
    .update(keys)
    .set({ version: sql`${keys.version} + 1` })
    .where(eq(keys.id, keyId));
}

export async function closeLoan(
  db: Connection,
  loan: LoanRow,
  closing: Closing = {},
): Promise<LoanRow> {
  const { returnedAt, returnType, returnedBy, receivedBy, returnReason, returnDeskId } = closed(
    loan,
    closing,
  );
  const [row] = await db.orm
    .update(loans)
    .set({ returnedAt, returnType, returnedBy, receivedBy, returnReason, returnDeskId })
    .where(eq(loans.id, loan.id))
    .returning();
  if (!row) throw new Error(`There is no loan ${loan.id} to close`);
  await renew(db, row.keyId);
  return row;
}
