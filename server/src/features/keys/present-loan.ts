import type { ReturnType } from '@keydesk/shared/handovers/return-type';

/** A past or open loan with the names of those who handed the key over. */
export type LoanRow = {
  id: string;
  taken_at: Date;
  returned_at: Date | null;
  return_type: ReturnType | null;
  return_reason: string | null;
  handed_by: string;
  handed_by_name: string;
  returned_by: string | null;
  returned_by_name: string | null;
  received_by: string | null;
  received_by_name: string | null;
};

/** What the histories of a key and of a person show of a loan. */
export function presentLoan(row: LoanRow) {
  return {
    _id: row.id,
    takenAt: row.taken_at.toISOString(),
    returnedAt: row.returned_at?.toISOString() ?? null,
    returnType: row.return_type,
    handedBy: { id: row.handed_by, name: row.handed_by_name },
    returnedBy: toPerson(row.returned_by, row.returned_by_name),
    receivedBy: toPerson(row.received_by, row.received_by_name),
    reason: row.return_reason,
  };
}

function toPerson(id: string | null, name: string | null) {
  return id && name ? { id, name } : null;
}
