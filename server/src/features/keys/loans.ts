import type { IdentifiedBy } from '@keydesk/shared/handovers/identified-by';
import type { KeyLoan, UserLoan } from '@keydesk/shared/handovers/loan';
import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import { isDesk } from '@keydesk/shared/users/role';
import type { Connection } from '../../platform/db/client.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readKey } from './read.ts';

const pageSize = 20;

type Page<Loan> = { loans: Loan[]; hasMore: boolean };

/**
 * A page of a key's loans, newest first: those before the loan `before`, or the newest. Others than
 * the desk see their own loans and, of the open one, who has the key since when.
 * @throws KEY_NOT_FOUND
 */
export async function readKeyHistory(
  db: Connection,
  principal: Principal,
  keyId: string,
  before?: string,
): Promise<Page<KeyLoan>> {
  await readKey(db, principal, keyId);
  const { id, role } = principal.user;
  const reader = isDesk(role) ? undefined : id;
  return toPage(await listLoans(db, { keyId, reader, before }), (row) => {
    const loan = {
      ...presentLoan(row),
      holder: { id: row.holder_id, name: row.holder_name },
      identifiedBy: row.identified_by,
    };
    return reader && row.holder_id !== reader ? { ...loan, ...hidden } : loan;
  });
}

const hidden = {
  returnType: null,
  handedBy: null,
  returnedBy: null,
  receivedBy: null,
  reason: null,
  identifiedBy: null,
};

/** A page of a person's loans, newest first: those before the loan `before`, or the newest. */
export async function listUserLoans(
  db: Connection,
  holderId: string,
  before?: string,
): Promise<Page<UserLoan>> {
  return toPage(await listLoans(db, { holderId, before }), (row) => ({
    ...presentLoan(row),
    key: {
      id: row.key_id,
      keyNumber: row.key_number,
      keyName: row.key_name,
      isActive: row.key_deleted_at === null,
    },
  }));
}

function toPage<Loan>(rows: readonly LoanRow[], present: (row: LoanRow) => Loan): Page<Loan> {
  return { loans: rows.slice(0, pageSize).map(present), hasMore: rows.length > pageSize };
}

/** What the histories of a key and of a person show of a loan. */
function presentLoan(row: LoanRow) {
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

/** Which loans: of a key or of a person; with `reader` only theirs and the open one. */
type LoanQuery = ({ keyId: string; holderId?: never } | { holderId: string; keyId?: never }) & {
  reader?: string | undefined;
  before?: string | undefined;
};

/** One more than a page, so that it is known whether there are more. */
async function listLoans(
  db: Connection,
  { keyId, holderId, reader, before }: LoanQuery,
): Promise<LoanRow[]> {
  const { rows } = await db.query<LoanRow>(
    `SELECT l.id, l.taken_at, l.returned_at, l.return_type, l.return_reason, l.identified_by,
            l.key_id, k.key_number, k.key_name, k.deleted_at AS key_deleted_at,
            l.holder_id, holder.name AS holder_name,
            l.handed_by, giver.name AS handed_by_name,
            l.returned_by, returner.name AS returned_by_name,
            l.received_by, receiver.name AS received_by_name
       FROM loans l
       JOIN keys k ON k.id = l.key_id
       JOIN users holder ON holder.id = l.holder_id
       JOIN users giver ON giver.id = l.handed_by
       LEFT JOIN users returner ON returner.id = l.returned_by
       LEFT JOIN users receiver ON receiver.id = l.received_by
      WHERE ${keyId ? 'l.key_id' : 'l.holder_id'} = $1
        AND ($4::text IS NULL OR l.holder_id = $4 OR l.returned_at IS NULL)
        AND ($2::text IS NULL OR (${orderOf('l').join(', ')}) <
             (SELECT ${orderOf('shown').join(', ')} FROM loans shown WHERE shown.id = $2))
      ORDER BY ${orderOf('l')
        .map((column) => `${column} DESC`)
        .join(', ')}
      LIMIT $3`,
    [keyId ?? holderId, before ?? null, pageSize + 1, reader ?? null],
  );
  return rows;
}

/**
 * The order of loans in SQL, of which the last is the newest. A correction ends a loan at the moment at
 * which it began, and that of the right person begins then too: the one that lasts longer is newer.
 */
function orderOf(loan: string): string[] {
  return [`${loan}.taken_at`, `coalesce(${loan}.returned_at, 'infinity')`, `${loan}.id`];
}

/** A past or open loan with its key and the names of everybody involved. */
type LoanRow = {
  id: string;
  taken_at: Date;
  returned_at: Date | null;
  return_type: ReturnType | null;
  return_reason: string | null;
  identified_by: IdentifiedBy | null;
  key_id: string;
  key_number: string;
  key_name: string;
  key_deleted_at: Date | null;
  holder_id: string;
  holder_name: string;
  handed_by: string;
  handed_by_name: string;
  returned_by: string | null;
  returned_by_name: string | null;
  received_by: string | null;
  received_by_name: string | null;
};
