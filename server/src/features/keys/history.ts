import { sortableTime } from '@keydesk/shared/core/dates';
import { appError } from '@keydesk/shared/core/errors';
import { joinedText } from '@keydesk/shared/core/formats';
import { isDesk } from '@keydesk/shared/http/roles';
import { isGone } from '@keydesk/shared/keys/incident-kinds';
import type {
  DisputeSettlement,
  KeyAt,
  KeyLoan,
  LoanPeriod,
  UndoneHandover,
  UserLoan,
} from '@keydesk/shared/loans/loan';
import {
  type IdentifiedBy,
  identifications,
  type ReturnType,
  returnTypes,
} from '@keydesk/shared/loans/loan-kinds';
import { disputeResolutions, foundText } from '@keydesk/shared/loans/settlement';
import type { User } from '@keydesk/shared/people/user';
import { t as kindText } from '@keydesk/shared/texts/en/loan-kinds';
import { t as recordedText } from '@keydesk/shared/texts/en/recorded';
import { choice } from '@keydesk/shared/texts/translator';
import { recordAudit } from '../../core/audit/record.ts';
import { type CsvTable, kindCell } from '../../core/files/csv.ts';
import type { Connection, Database } from '../../db/client.ts';
import { isOtherKind } from '../../db/kinds-sql.ts';
import {
  isDisputed,
  isUse,
  lastDeskOf,
  notSeenSince,
  reportedOf,
  wasOut,
} from '../../db/predicates.ts';
import { holderOfLoan, namedAs, nameThen, type RowOf, toAnswer } from '../../db/rows.ts';
import type { Principal } from '../../http/principal.ts';
import { readKeyInAnyState } from './queries.ts';

const pageSize = 20;

type Page<Loan> = { loans: Loan[]; hasMore: boolean };

/** Loans that overlap the period, continued after the loan `before`. */
type Part = LoanPeriod & { before?: string | undefined };

/**
 * A page of a key's loans, newest first. The desk may also read deleted keys; others see their own
 * loans and the open one.
 */
export async function readKeyHistory(
  db: Connection,
  principal: Principal,
  keyId: string,
  part: Part = {},
): Promise<Page<KeyLoan>> {
  const { id, role } = principal.user;
  const reader = isDesk(role) ? undefined : id;
  const { deletedAt } = await readKeyInAnyState(db, keyId);
  if (reader && deletedAt) throw appError('KEY_NOT_FOUND');
  return toPage(await listLoans(db, { keyId, reader, ...part }), (row) => {
    const loan = toKeyLoan(row);
    return reader && loan.holder.id !== reader ? { ...loan, ...hidden } : loan;
  });
}

function toKeyLoan({ key, heldAs, ...row }: LoanRow): KeyLoan {
  return presentLoan(row);
}

/**
 * Omits fields that say nothing: entry times unless from paper, the sponsor unless a visitor,
 * dispute and settlement unless disputed, and undone handovers unless there are any.
 */
function presentLoan<Row extends SeldomShown>(loan: Row) {
  const { recordedAt, returnRecordedAt, sponsor, disputed, settled, undone, ...row } = loan;
  const undoneHandovers = presentUndone(undone);
  return {
    ...toAnswer(row),
    ...(recordedAt && { recordedAt: recordedAt.toISOString() }),
    ...(returnRecordedAt && { returnRecordedAt: returnRecordedAt.toISOString() }),
    ...(sponsor && { sponsor }),
    ...(disputed && { disputed }),
    ...(settled && { settled: presentSettlement(settled) }),
    ...(undoneHandovers && { undone: undoneHandovers }),
  };
}

/** As `undoneOf` returns it: times in PostgreSQL's JSON format. */
export type StoredUndone = Omit<UndoneHandover, 'returnRecordedAt'> & {
  returnRecordedAt: string | null;
};

export function presentUndone(stored: readonly StoredUndone[] | null) {
  return stored?.map(({ returnRecordedAt, ...undone }): UndoneHandover => {
    const { undoneAt, returnedAt } = undone;
    return {
      ...undone,
      undoneAt: inMilliseconds(undoneAt),
      returnedAt: returnedAt && inMilliseconds(returnedAt),
      ...(returnRecordedAt && { returnRecordedAt: inMilliseconds(returnRecordedAt) }),
    };
  });
}

/** As `settlementOf` returns it. */
export function presentSettlement(stored: DisputeSettlement): DisputeSettlement {
  return { ...stored, settledAt: inMilliseconds(stored.settledAt) };
}

/** SQL for the settlement of a loan's dispute; null without one. */
export function settlementOf(loanId: string): string {
  return `
    (SELECT jsonb_build_object('settledAt', d.settled_at, 'resolution', d.resolution,
              'settledBy', jsonb_build_object('id', settler.id, 'name', settler.name),
              'ofReturn', d.of_return)
       FROM loan_disputes d JOIN users settler ON settler.id = d.settled_by
      WHERE d.loan_id = ${loanId}) AS settled`;
}

/** SQL for a loan's last undone return before a moment. */
export function lastUndoneReturn(loanId: string, before: string): string {
  return `SELECT * FROM undone_handovers u
    WHERE u.loan_id = ${loanId} AND u.handover = 'return' AND u.undone_at <= ${before}
    ORDER BY u.undone_at DESC LIMIT 1`;
}

function inMilliseconds(moment: string): string {
  return new Date(moment).toISOString();
}

/** SQL for these rows `u` of undone handovers, in that order; null without any. */
export function undoneOf(which: string): string {
  const person = (column: string) =>
    `(SELECT jsonb_build_object('id', id, 'name', name) FROM users WHERE id = u.${column})`;
  return `
    (SELECT jsonb_agg(jsonb_build_object(
              'handover', u.handover, 'undoneAt', u.undone_at, 'undoneBy', ${person('undone_by')},
              'undoneReason', u.reason, 'returnedAt', u.returned_at, 'returnType', u.return_type,
              'returnedBy', ${person('returned_by')}, 'receivedBy', ${person('received_by')},
              'returnRecordedAt', u.return_recorded_at) ORDER BY u.undone_at)
       FROM undone_handovers u WHERE ${which}) AS undone`;
}

/** Where a key was at a past moment: with whom, missing, or at which desk (`who-had-it`). */
export async function readKeyAt(
  db: Connection,
  keyId: string,
  moment: Date,
  clock: Date,
): Promise<KeyAt> {
  if (moment > clock) throw appError('FUTURE_MOMENT');
  const { createdAt, deletedAt } = await readKeyInAnyState(db, keyId);
  const [loans, { rows }, said] = await Promise.all([
    loansWhere(db, `${wasOut('l', '$2')} AND l.id IN (${outAtSql})`, [keyId, moment]),
    db.query<PlaceAt>(placeAtSql, [keyId, moment]),
    readSaid(db, keyId, moment),
  ]);
  const [loan] = loans.map(toKeyLoan);
  const { desk = null, reported = null, hadComeBack = false, notSeen = false } = rows[0] ?? {};
  const now = { moment: moment.toISOString(), loan: loan ?? null, reported, desk: null };
  const at = { ...now, ...(said && { said }) };
  if (loan) return { ...at, where: 'out' };
  if (deletedAt && deletedAt <= moment) return { ...at, where: 'removed' };
  if (createdAt > moment && !hadComeBack) return { ...at, where: 'unknown' };
  return isGone(reported)
    ? { ...at, where: 'missing' }
    : { ...at, where: notSeen ? 'not seen' : 'hanging', desk };
}

/**
 * What the record said at that moment, if that handover was later undone or disputed with success.
 * A paper line for a past loan never said that the key was out.
 */
async function readSaid(db: Connection, keyId: string, moment: Date): Promise<KeyAt['said']> {
  const said = await db.first<
    Pick<KeyAt, 'desk'> & { loanId: string; undone: StoredUndone[] | null }
  >(
    `WITH said AS (
       SELECT u.id, u.loan_id, u.return_desk_id, u.recorded_at AS since, u.undone_at AS until
         FROM undone_handovers u
        WHERE u.handover = 'return'
           OR coalesce(u.return_recorded_at, u.returned_at, 'infinity') > $2
       UNION ALL
       SELECT NULL, d.loan_id, NULL,
              (SELECT undone_at FROM (${lastUndoneReturn('d.loan_id', 'd.raised_at')}) back),
              d.settled_at
         FROM loan_disputes d JOIN loans l ON l.id = d.loan_id
        WHERE l.key_id = $1 AND d.of_return
          AND ${isOtherKind('d.resolution', disputeResolutions, { effect: 'none' })})
     SELECT said.loan_id AS "loanId", ${namedAs('desks', 'desk')}, ${undoneOf('u.id = said.id')}
       FROM said JOIN loans l ON l.id = said.loan_id JOIN keys k ON k.id = l.key_id
       LEFT JOIN desks ON desks.id = coalesce(said.return_desk_id, k.desk_id)
      WHERE l.key_id = $1 AND said.since <= $2 AND said.until > $2
      ORDER BY said.since DESC, said.until LIMIT 1`,
    [keyId, moment],
  );
  const [undone] = presentUndone(said?.undone ?? null) ?? [];
  if (!said) return undefined;
  if (undone?.handover === 'return')
    return { where: 'hanging', loan: null, desk: said.desk, undone };
  const [loan] = await loansWhere(db, 'l.id = $1', [said.loanId]);
  return loan && { where: 'out', loan: toKeyLoan(loan), desk: null, ...(undone && { undone }) };
}

/**
 * The loan that may have covered the moment $2: the first to end after it, or the open one. A key's
 * loans do not overlap; a corrected one ended when it began.
 */
const outAtSql = `
  (SELECT id FROM loans WHERE key_id = $1 AND returned_at > $2 AND ${isUse('loans')}
    ORDER BY returned_at, taken_at LIMIT 1)
  UNION ALL SELECT id FROM loans WHERE key_id = $1 AND returned_at IS NULL`;

type PlaceAt = Pick<KeyAt, 'desk' | 'reported'> & {
  /** The history may predate the key's record. */
  hadComeBack: boolean;
  notSeen: boolean;
};

/** Where the key was at the moment $2. */
const placeAtSql = `
  SELECT ${reportedOf('k', '$2')} AS reported,
         ${notSeenSince('k', '$2::timestamptz')} IS NOT NULL AS "notSeen",
         EXISTS (SELECT FROM loans WHERE key_id = k.id AND returned_at <= $2) AS "hadComeBack",
         ${namedAs('desks', 'desk')}
    FROM keys k
    LEFT JOIN desks ON desks.id = coalesce(${lastDeskOf('k.id', '$2')}, k.desk_id)
   WHERE k.id = $1`;

const hidden = {
  returnType: null,
  handedBy: null,
  returnedBy: null,
  receivedBy: null,
  reason: null,
  identifiedBy: null,
  recordedAt: undefined,
  returnRecordedAt: undefined,
  sponsor: undefined,
  disputed: undefined,
  settled: undefined,
  undone: undefined,
};

/** Newest first. */
export async function listUserLoans(
  db: Connection,
  holderId: string,
  part: Part = {},
): Promise<Page<UserLoan>> {
  return toPage(await listLoans(db, { holderId, ...part }), ({ holder, heldAs, ...row }) => ({
    ...presentLoan(row),
    ...(heldAs && { heldAs }),
  }));
}

/** Loans that overlap a period, newest first. */
export async function exportLoans(
  db: Database,
  by: User,
  { timezone, ...which }: LoanQuery & { timezone: string },
): Promise<CsvTable<LoanRow>> {
  const { keyId, holderId, from = null, to = null } = which;
  if (keyId) await readKeyInAnyState(db, keyId);
  await recordAudit(db, {
    action: 'export-loans',
    actorId: by.id,
    ...(keyId && { keyId }),
    ...(holderId && { subjectId: holderId }),
    details: { from, to },
  });
  const time = (moment: Date) => sortableTime(moment, timezone);
  return {
    columns: [
      ['key-number', (row) => row.key.keyNumber],
      ['key-name', (row) => row.key.keyName],
      ['holder', (row) => row.holder.name],
      ['sponsor', (row) => row.sponsor?.name ?? null],
      ['taken', (row) => time(row.takenAt)],
      ['handed-over-by', (row) => row.handedBy?.name ?? null],
      ['identified-by', (row) => (row.identifiedBy ? identificationCell(row.identifiedBy) : null)],
      ['returned', (row) => row.returnedAt && time(row.returnedAt)],
      [
        'return',
        (row) =>
          row.returnRecordedAt
            ? identificationCell('paper')
            : row.returnType && returnCell(row.returnType),
      ],
      ['returned-by', (row) => row.returnedBy?.name ?? null],
      ['received-by', (row) => row.receivedBy?.name ?? null],
      ['reason', (row) => row.reason],
      ['entered', (row) => row.recordedAt && time(row.recordedAt)],
      ['return-entered', (row) => row.returnRecordedAt && time(row.returnRecordedAt)],
      ['not-me', (row) => disputeCell(row)],
      [
        'undone',
        (row) =>
          joinedText(
            presentUndone(row.undone)?.map((undone) => undoneText(undone, time)) ?? [],
            'semicolon',
          ) || null,
      ],
    ],
    readPage: (last, limit) =>
      listLoans(db, { ...which, ...(last && { before: last._id }) }, limit),
  };
}

export function identificationCell(by: IdentifiedBy): string {
  return kindCell(by, kindText(identifications[by].label));
}

export function returnCell(type: ReturnType): string {
  return kindCell(type, kindText(returnTypes[type].label));
}

/** The state or outcome of a *Not me* in a file. */
export function disputeCell(row: {
  disputed: boolean | null;
  settled: DisputeSettlement | null;
}): string | null {
  if (row.disputed) return recordedText('dispute-open');
  const { settled } = row;
  if (!settled) return null;
  return recordedText('dispute-settled', {
    name: settled.settledBy.name,
    finding: foundText(settled),
  });
}

function undoneText(undone: UndoneHandover, time: (moment: Date) => string): string {
  const { handover, returnedAt, undoneAt, undoneBy, undoneReason } = undone;
  const said = {
    when: time(new Date(undoneAt)),
    name: undoneBy.name,
    reason: choice(undoneReason),
  };
  if (handover === 'hand-out') return recordedText('hand-out-undone', said);
  return returnedAt
    ? recordedText('return-at-undone', { ...said, at: time(new Date(returnedAt)) })
    : recordedText('return-undone', said);
}

function toPage<Loan>(rows: readonly LoanRow[], present: (row: LoanRow) => Loan): Page<Loan> {
  return { loans: rows.slice(0, pageSize).map(present), hasMore: rows.length > pageSize };
}

/** Loans of a key or a person; with `reader` only their own and the open one. */
type LoanQuery = ({ keyId: string; holderId?: never } | { holderId: string; keyId?: never }) & {
  reader?: string | undefined;
} & Part;

/** Reads one more than a page by default, to detect whether there are more. */
function listLoans(
  db: Connection,
  { keyId, holderId, reader, before, from, to }: LoanQuery,
  limit = pageSize + 1,
): Promise<LoanRow[]> {
  return loansWhere(
    db,
    `${keyId ? 'l.key_id' : 'l.holder_id'} = $1
     AND ($4::text IS NULL OR l.holder_id = $4 OR l.returned_at IS NULL)
     AND ($2::text IS NULL OR (${orderOf('l').join(', ')}) <
          (SELECT ${orderOf('shown').join(', ')} FROM loans shown WHERE shown.id = $2))
     AND ($5::timestamptz IS NULL OR coalesce(l.returned_at, 'infinity') > $5)
     AND ($6::timestamptz IS NULL OR l.taken_at < $6)
   ORDER BY ${orderOf('l')
     .map((column) => `${column} DESC`)
     .join(', ')}
   LIMIT $3`,
    [keyId ?? holderId, before ?? null, limit, reader ?? null, from ?? null, to ?? null],
  );
}

async function loansWhere(db: Connection, condition: string, values: unknown[]) {
  return db.rows<LoanRow>(
    `SELECT l.id AS "_id", l.taken_at AS "takenAt", l.returned_at AS "returnedAt",
            l.return_type AS "returnType", l.return_reason AS reason,
            l.identified_by AS "identifiedBy", l.recorded_at AS "recordedAt",
            l.return_recorded_at AS "returnRecordedAt",
            nullif(${isDisputed('l.id')}, false) AS disputed,
            ${settlementOf('l.id')}, ${undoneOf('u.loan_id = l.id')},
            jsonb_build_object('id', k.id, 'keyNumber', k.key_number, 'keyName', k.key_name,
                               'isActive', k.deleted_at IS NULL) AS key,
            ${holderOfLoan('l', 'holder')}, nullif(l.holder_name, holder.name) AS "heldAs",
            CASE WHEN l.sponsor_id IS NOT NULL THEN jsonb_build_object(
              'id', l.sponsor_id, 'name', ${nameThen('l.sponsor_name', 'sponsor.name')}) END AS sponsor,
            ${namedAs('giver', 'handedBy')},
            ${namedAs('returner', 'returnedBy')}, ${namedAs('receiver', 'receivedBy')}
       FROM loans l
       JOIN keys k ON k.id = l.key_id
       JOIN users holder ON holder.id = l.holder_id
       LEFT JOIN users sponsor ON sponsor.id = l.sponsor_id
       JOIN users giver ON giver.id = l.handed_by
       -- Nobody brought back what was not handed out.
       LEFT JOIN users returner ON returner.id = l.returned_by AND ${isUse('l')}
       LEFT JOIN users receiver ON receiver.id = l.received_by AND ${isUse('l')}
      WHERE ${condition}`,
    values,
  );
}

/**
 * Sort columns of loans, newest last. A correction ends a loan when it began, and the actual
 * holder's loan begins then, too: the longer one is newer.
 */
function orderOf(loan: string): string[] {
  return [`${loan}.taken_at`, `coalesce(${loan}.returned_at, 'infinity')`, `${loan}.id`];
}

/** A past or open loan with the columns of both histories. */
type LoanRow = RowOf<
  Omit<UserLoan & KeyLoan, keyof SeldomShown | 'heldAs'>,
  'takenAt' | 'returnedAt'
> &
  SeldomShown & { heldAs: string | null };

/** Sent only where they say something. */
type SeldomShown = {
  /** When hand-out and return were entered from paper. */
  recordedAt: Date | null;
  returnRecordedAt: Date | null;
  sponsor: KeyLoan['sponsor'] | null;
  disputed: true | null;
  settled: DisputeSettlement | null;
  undone: StoredUndone[] | null;
};
