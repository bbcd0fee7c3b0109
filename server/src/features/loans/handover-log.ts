import { finished } from 'node:stream/promises';
import { api } from '@keydesk/shared/api';
import { sortableTime } from '@keydesk/shared/core/dates';
import { appError } from '@keydesk/shared/core/errors';
import type { DisputeSettlement, LoggedHandover } from '@keydesk/shared/loans/loan';
import { returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { type UndoReason, undoReasons } from '@keydesk/shared/loans/undo-reasons';
import type { User } from '@keydesk/shared/people/user';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t as rowText } from '@keydesk/shared/texts/en/logged-handovers';
import type { z } from 'zod';
import { recordAudit } from '../../core/audit/record.ts';
import { type CsvTable, kindCell, sendCsv, yesNoCell } from '../../core/files/csv.ts';
import { readerOf } from '../../core/live/key-readers.ts';
import type { WorkQueue } from '../../core/work-queue.ts';
import type { Connection, Database } from '../../db/client.ts';
import { isKind } from '../../db/kinds-sql.ts';
import { cameBack, isUse } from '../../db/predicates.ts';
import { holderOfLoan, namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { abortOnDisconnect } from '../../http/error-handler.ts';
import type { Principal } from '../../http/principal.ts';
import type { WatchedDue } from '../due/index.ts';
import {
  disputeCell,
  identificationCell,
  presentSettlement,
  returnCell,
  settlementOf,
} from '../keys/index.ts';

type LogQuery = z.output<typeof api.listHandovers.query>;

export const addHandoverLogRoutes: AddRoutes<{ due: WatchedDue; runQueued: WorkQueue }> = (
  serve,
  { db, due, runQueued },
) => {
  serve(api.listHandovers, async ({ query, principal }) => {
    requireDutyForPast(principal, query);
    const filter = toFilter(query);
    const rows = await listHandovers(db, filter, query.limit);
    const last = rows.at(-1);
    const hasMore =
      last !== undefined &&
      rows.length >= query.limit &&
      (await listHandovers(db, { ...filter, to: last.at }, 1)).length > 0;
    const atDesk = readerOf(principal) === 'desk';
    // Only the desk sees the disputed holder of a loan (`not-me`) and the keys' hooks.
    const shown = rows.filter(({ disputed }) => !disputed || atDesk);
    const handovers = shown.map(presentHandover);
    return { data: { handovers: atDesk ? handovers : handovers.map(withoutHook), hasMore } };
  });
  serve(api.exportHandovers, async ({ query, principal, reply }) => {
    const { user } = principal;
    const { timezone } = due.calendar();
    const signal = abortOnDisconnect(reply);
    await runQueued({ kind: 'handovers', userId: user.id, signal }, async () => {
      const table = await exportHandovers(db, user, toFilter(query), timezone);
      void sendCsv(reply, { name: 'handovers', language: query.language }, table);
      // A client that disconnects early needs no error.
      return finished(reply.raw).catch(() => undefined);
    });
    return reply;
  });
};

function presentHandover({ overridden, undoneAt, settled, ...row }: LogRow): LoggedHandover {
  const { undoneBy, undoneReason, disputed, ...handover } = row;
  return {
    ...toAnswer(handover),
    ...(disputed && { disputed }),
    ...(settled && { settled: presentSettlement(settled) }),
    ...(undoneAt &&
      undoneBy &&
      undoneReason && {
        undone: true as const,
        undoing: { undoneAt: undoneAt.toISOString(), undoneBy, undoneReason },
      }),
  };
}

function withoutHook(handover: LoggedHandover): LoggedHandover {
  return { ...handover, key: { ...handover.key, hook: null }, settled: undefined };
}

/** How many handovers a desk's page shows while no one is on duty. */
const latest = 20;

/** Limits an enrolled computer with no one on duty to the latest handovers (`guard-on-duty`). */
function requireDutyForPast({ desk, duty }: Principal, query: LogQuery): void {
  if (!desk || duty) return;
  const { limit, before, from, to, guard } = query;
  if (limit > latest || before || from || to || guard) throw appError('NOBODY_ON_DUTY');
}

function toFilter({ from, to, before, guard }: Omit<LogQuery, 'limit'>): LogFilter {
  const ends = [to, before].filter((end) => end !== undefined).map((end) => new Date(end));
  return {
    from: from ? new Date(from) : null,
    to: ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null,
    guardId: guard ?? null,
  };
}

/** Matching handovers, newest first. */
async function exportHandovers(
  db: Database,
  by: User,
  filter: LogFilter,
  timezone: string,
): Promise<CsvTable<LogRow>> {
  const { guardId, from, to } = filter;
  await recordAudit(db, {
    action: 'export-handovers',
    actorId: by.id,
    details: { from, to, guard: guardId },
  });
  const time = (moment: Date) => sortableTime(moment, timezone);
  return {
    columns: [
      ['time', (row) => time(row.at)],
      ['what', (row) => rowText(row.kind, { isUndone: row.undoneAt ? 'yes' : 'no' })],
      ['key-number', (row) => row.key.keyNumber],
      ['key-name', (row) => row.key.keyName],
      ['hook', (row) => row.key.hook],
      ['holder', (row) => row.holder.name],
      ['guard', (row) => row.guard.name],
      ['desk', (row) => row.desk?.name ?? null],
      ['identified-by', (row) => row.identifiedBy && identificationCell(row.identifiedBy)],
      [
        'return',
        (row) =>
          row.returnType &&
          (row.identifiedBy ? identificationCell(row.identifiedBy) : returnCell(row.returnType)),
      ],
      ['tag-checked', (row) => yesNoCell(row.tagChecked)],
      ['rule-overridden', (row) => yesNoCell(row.overridden)],
      ['not-me', (row) => disputeCell(row)],
      ['undone', (row) => row.undoneAt && time(row.undoneAt)],
      ['undone-by', (row) => row.undoneBy?.name ?? null],
      [
        'undone-reason',
        (row) =>
          row.undoneReason &&
          kindCell(
            row.undoneReason,
            handoverText(undoReasons[row.undoneReason].recorded[row.kind]),
          ),
      ],
    ],
    readPage: (last, limit) => listHandovers(db, { ...filter, to: last?.at ?? to }, limit, true),
  };
}

/** `from` is inclusive, `to` exclusive; null matches all. */
type LogFilter = { from: Date | null; to: Date | null; guardId: string | null };

type LogRow = RowOf<
  Omit<LoggedHandover, 'undone' | 'undoing' | 'disputed' | 'settled'>,
  'at' | 'recordedAt'
> & {
  undoneAt: Date | null;
  undoneBy: LoggedHandover['guard'] | null;
  undoneReason: UndoReason | null;
  disputed: true | null;
  settled: DisputeSettlement | null;
  /** Whether the desk overrode a rule, where that is selected. */
  overridden: boolean;
};

/**
 * The latest matching handovers, newest first. Those of the same moment are not split, so there may
 * be more than `limit`: a batch has at most 200.
 */
async function listHandovers(
  db: Connection,
  { from, to, guardId }: LogFilter,
  limit: number,
  withOverrides = false,
): Promise<LogRow[]> {
  const rows = await db.rows<LogRow>({
    name: 'handover-log',
    text: logSql,
    values: [from, to, guardId, limit, withOverrides],
  });
  return rows.map((row) => ({ ...row, settled: isOther(row) ? null : row.settled }));
}

/** Whether the dispute was about the return of this hand-out, or settled before this handover. */
function isOther({ kind, settled, at, recordedAt }: LogRow): boolean {
  if (!settled) return false;
  return (
    (kind === 'hand-out' && settled.ofReturn) || new Date(settled.settledAt) < (recordedAt ?? at)
  );
}

/** Undone hand-outs have an index of their own. */
const handOutsSql = (which: string) => `
       (SELECT 'hand-out' AS kind, loans.id AS loan_id, taken_at AS at, key_id, holder_id,
               holder_name,
               handed_by AS guard_id, desk_id, duty_id, NULL AS return_type, identified_by, recorded_at,
               tag_checked_out AS tag_checked, returned_at IS NOT DISTINCT FROM taken_at AS moved,
               CASE WHEN NOT ${isUse('loans')} THEN
                 (SELECT u.id FROM undone_handovers u
                   WHERE u.loan_id = loans.id AND u.handover = 'hand-out') END AS undone_id
          FROM loans
         WHERE ${which}
           AND taken_at >= coalesce($1::timestamptz, '-infinity')
           AND taken_at < coalesce($2::timestamptz, 'infinity')
           AND ($3::text IS NULL OR handed_by = $3)
         ORDER BY taken_at DESC FETCH FIRST ($4::int) ROWS WITH TIES)`;

/**
 * Each side of a loan is read by its own index and only up to the limit; keys, people and desks are
 * joined to the remaining rows. A loan moved to another holder ended when it began, and sorts after
 * theirs.
 */
const logSql = `
  WITH done AS (
       ${handOutsSql(isUse('loans'))}
       UNION ALL
       ${handOutsSql(isKind('return_type', returnTypes, { isUse: false }))}
       UNION ALL
       (SELECT 'return', id, returned_at, key_id, holder_id, holder_name, received_by, return_desk_id,
               return_duty_id, return_type,
               CASE WHEN return_recorded_at IS NOT NULL THEN 'paper' END, return_recorded_at,
               tag_checked_in, returned_at = taken_at, NULL
          FROM loans
         WHERE returned_at IS NOT NULL AND ${cameBack('loans')}
           AND returned_at >= coalesce($1::timestamptz, '-infinity')
           AND returned_at < coalesce($2::timestamptz, 'infinity')
           AND ($3::text IS NULL OR received_by = $3)
         ORDER BY returned_at DESC FETCH FIRST ($4::int) ROWS WITH TIES)
       UNION ALL
       (SELECT 'return', u.loan_id, u.returned_at, l.key_id, l.holder_id, l.holder_name, u.received_by,
               u.return_desk_id, u.return_duty_id, u.return_type,
               CASE WHEN u.return_recorded_at IS NOT NULL THEN 'paper' END, u.return_recorded_at,
               u.tag_checked_in, false, u.id
          FROM undone_handovers u JOIN loans l ON l.id = u.loan_id
         WHERE u.returned_at IS NOT NULL
           AND u.returned_at >= coalesce($1::timestamptz, '-infinity')
           AND u.returned_at < coalesce($2::timestamptz, 'infinity')
           AND ($3::text IS NULL OR u.received_by = $3)
         ORDER BY u.returned_at DESC FETCH FIRST ($4::int) ROWS WITH TIES)
       ORDER BY at DESC FETCH FIRST ($4::int) ROWS WITH TIES)
  SELECT kind, done.loan_id AS "loanId", at, duty_id AS "dutyId", done.return_type AS "returnType",
         identified_by AS "identifiedBy", done.recorded_at AS "recordedAt", tag_checked AS "tagChecked",
         undone.undone_at AS "undoneAt", undone.reason AS "undoneReason",
         ${namedAs('undoer', 'undoneBy')},
         jsonb_build_object('id', keys.id, 'keyNumber', key_number, 'keyName', key_name,
                            'deskId', keys.desk_id, 'hook', hook) AS key,
         ${holderOfLoan('done', 'holder')}, ${namedAs('guard')}, ${namedAs('desks', 'desk')},
         nullif(EXISTS (SELECT FROM loan_disputes d
                         WHERE d.loan_id = done.loan_id AND d.settled_at IS NULL
                           AND NOT (d.of_return AND kind = 'hand-out')), false) AS disputed,
         ${settlementOf('done.loan_id')},
         $5 AND kind = 'hand-out' AND EXISTS (
           SELECT FROM audit_events a
            WHERE a.key_id = done.key_id AND a.loan_id = done.loan_id AND a.level = 'WARN'
              AND a.at >= done.at - interval '1 minute' AND a.action = 'override-access') AS overridden
    FROM done
    JOIN keys ON keys.id = done.key_id
    JOIN users AS holder ON holder.id = done.holder_id
    JOIN users AS guard ON guard.id = done.guard_id
    LEFT JOIN desks ON desks.id = done.desk_id
    LEFT JOIN undone_handovers AS undone ON undone.id = done.undone_id
    LEFT JOIN users AS undoer ON undoer.id = undone.undone_by
   ORDER BY at DESC, moved, kind, key_number`;
