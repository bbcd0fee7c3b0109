import { appError } from '@keydesk/shared/core/errors';
import { isId } from '@keydesk/shared/core/is-id';
import { isDesk } from '@keydesk/shared/http/roles';
import type { Key } from '@keydesk/shared/keys/key';
import { searcherOn, searchKeys } from '@keydesk/shared/keys/key-search';
import type { KeyFilter } from '@keydesk/shared/keys/routes';
import type { KeyLoan, UserLoan } from '@keydesk/shared/loans/loan';
import type { User } from '@keydesk/shared/people/user';
import { readerOf } from '../../core/live/key-readers.ts';
import type { Connection } from '../../db/client.ts';
import { namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import type { Principal } from '../../http/principal.ts';
import { readCampus, requireKnownEntries } from '../campus/index.ts';
import { presentKey } from './present.ts';
import { countLoansByKey, findKeys, listActiveKeys, listTakenKeys } from './queries.ts';

/** How many frequently used keys a person sees. */
const frequentLimit = 5;

/**
 * Active keys that match every given filter, ordered by number; those that are searched for as
 * pages list them, the reader's own department and the best matches first.
 * @throws UNKNOWN_ENTRY
 */
export async function filterKeys(
  db: Connection,
  reader: Principal,
  { search = '', ...exact }: KeyFilter,
): Promise<Key[]> {
  const campus = await readCampus(db);
  requireKnownEntries(campus, exact);
  const filters = Object.entries(exact).filter(([, value]) => value !== undefined);
  const keys = (await listActiveKeys(db))
    .map((row) => presentKey(row, readerOf(reader)))
    .filter((key) => filters.every(([field, value]) => key[field as keyof Key] === value));
  return [...searchKeys(keys, search, searcherOn(campus, reader.user.department))];
}

/** An active key, by its id or the code of its tag. */
export async function readKey(db: Connection, reader: Principal, id: string): Promise<Key> {
  const [row] = await findKeys(db, [isId(id) ? id : await idOfTag(db, id)]);
  if (!row || row.deletedAt) throw appError('KEY_NOT_FOUND');
  return presentKey(row, readerOf(reader));
}

async function idOfTag(db: Connection, tag: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM keys WHERE tag = $1', [tag]);
  return rows[0]?.id ?? '';
}

/** The keys that the caller has, with their own email as the holder. */
export async function myTakenKeys(db: Connection, caller: User): Promise<Key[]> {
  const reader = isDesk(caller.role) ? 'desk' : 'holder';
  return (await listTakenKeys(db, caller.id)).map((row) => presentKey(row, reader));
}

export async function allTakenKeys(db: Connection, reader: Principal): Promise<Key[]> {
  return (await listTakenKeys(db)).map((row) => presentKey(row, readerOf(reader)));
}

/** The keys that the caller has taken most often, with counts. */
export async function frequentlyUsedKeys(
  db: Connection,
  caller: Principal,
): Promise<{ keys: Key[]; usageCounts: Record<string, number> }> {
  const counts = await countLoansByKey(db, caller.user.id, frequentLimit);
  const rows = await findKeys(
    db,
    counts.map(({ keyId }) => keyId),
  );
  const byId = new Map(rows.map((row) => [row.id, presentKey(row, readerOf(caller))]));
  return {
    keys: counts.flatMap(({ keyId }) => byId.get(keyId) ?? []),
    usageCounts: Object.fromEntries(counts.map(({ keyId, count }) => [keyId, count])),
  };
}

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
  return toPage(await listLoans(db, { keyId, reader, before }), ({ key, ...row }) => {
    const loan = toAnswer(row);
    return reader && loan.holder.id !== reader ? { ...loan, ...hidden } : loan;
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
  return toPage(await listLoans(db, { holderId, before }), ({ holder, identifiedBy, ...row }) =>
    toAnswer(row),
  );
}

function toPage<Loan>(rows: readonly LoanRow[], present: (row: LoanRow) => Loan): Page<Loan> {
  return { loans: rows.slice(0, pageSize).map(present), hasMore: rows.length > pageSize };
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
    `SELECT l.id AS "_id", l.taken_at AS "takenAt", l.returned_at AS "returnedAt",
            l.return_type AS "returnType", l.return_reason AS reason,
            l.identified_by AS "identifiedBy",
            jsonb_build_object('id', k.id, 'keyNumber', k.key_number, 'keyName', k.key_name,
                               'isActive', k.deleted_at IS NULL) AS key,
            ${namedAs('holder')}, ${namedAs('giver', 'handedBy')},
            ${namedAs('returner', 'returnedBy')}, ${namedAs('receiver', 'receivedBy')}
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
 * The order of loans in SQL, of which the last is the newest. A correction ends a loan at the
 * moment at which it began, and that of the right person begins then too: the one that lasts longer
 * is newer.
 */
function orderOf(loan: string): string[] {
  return [`${loan}.taken_at`, `coalesce(${loan}.returned_at, 'infinity')`, `${loan}.id`];
}

/** A past or open loan as the histories of a key and of a person show it, with what only one shows. */
type LoanRow = RowOf<UserLoan & KeyLoan, 'takenAt' | 'returnedAt'>;
