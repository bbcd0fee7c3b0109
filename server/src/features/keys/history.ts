import type { IdentifiedBy } from '@keydesk/shared/handovers/identified-by';
import type { KeyLoan } from '@keydesk/shared/keys/routes';
import { isDesk } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import type { Connection } from '../../platform/db/client.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isOlderLoan, newestLoanFirst } from './loan-order.ts';
import { type LoanRow, presentLoan } from './present-loan.ts';
import { readKey } from './read.ts';

const pageSize = 20;

/** A page of a key's loans, newest first. Only the desk sees other people's past loans. */
export async function readKeyHistory(
  db: Connection,
  principal: Principal,
  keyId: string,
  before?: string,
): Promise<{ loans: KeyLoan[]; hasMore: boolean }> {
  await readKey(db, principal, keyId);
  const reader = principal.user;
  const rows = await listLoansOfKey(db, keyId, {
    limit: pageSize + 1,
    before,
    reader: isDesk(reader.role) ? undefined : reader.id,
  });
  return {
    loans: rows.slice(0, pageSize).map((row) => presentKeyLoan(row, reader)),
    hasMore: rows.length > pageSize,
  };
}

/** A key's loans, newest first; with `reader` only theirs and the open one. */
async function listLoansOfKey(
  db: Connection,
  keyId: string,
  { limit, before, reader }: LoanQuery,
): Promise<KeyLoanRow[]> {
  const { rows } = await db.query<KeyLoanRow>(
    `SELECT l.id, l.taken_at, l.returned_at, l.return_type, l.return_reason, l.identified_by,
            l.holder_id, holder.name AS holder_name,
            l.handed_by, giver.name AS handed_by_name,
            l.returned_by, returner.name AS returned_by_name,
            l.received_by, receiver.name AS received_by_name
       FROM loans l
       JOIN users holder ON holder.id = l.holder_id
       JOIN users giver ON giver.id = l.handed_by
       LEFT JOIN users returner ON returner.id = l.returned_by
       LEFT JOIN users receiver ON receiver.id = l.received_by
      WHERE l.key_id = $1
        AND ($4::text IS NULL OR l.holder_id = $4 OR l.returned_at IS NULL)
        AND ($2::text IS NULL OR ${isOlderLoan('$2')})
      ORDER BY ${newestLoanFirst}
      LIMIT $3`,
    [keyId, before ?? null, limit, reader ?? null],
  );
  return rows;
}

/** The desk sees everything; of somebody else's loan others see only who has the key since when. */
function presentKeyLoan(row: KeyLoanRow, reader: User): KeyLoan {
  const { holder_id: id, holder_name: name, identified_by: identifiedBy } = row;
  const loan = { ...presentLoan(row), holder: { id, name }, identifiedBy };
  return isDesk(reader.role) || id === reader.id ? loan : { ...loan, ...hidden };
}

const hidden = {
  returnType: null,
  handedBy: null,
  returnedBy: null,
  receivedBy: null,
  reason: null,
  identifiedBy: null,
};

/** A loan with the names of everybody involved. */
type KeyLoanRow = LoanRow & {
  identified_by: IdentifiedBy | null;
  holder_id: string;
  holder_name: string;
};

/** Which loans: those before the loan `before`, and those that `reader` may see. */
type LoanQuery = { limit: number; before?: string | undefined; reader?: string | undefined };
