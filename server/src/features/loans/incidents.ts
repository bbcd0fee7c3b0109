import type { api } from '@keydesk/shared/api';
import { sortableTime } from '@keydesk/shared/core/dates';
import { appError } from '@keydesk/shared/core/errors';
import { deskRoles, isDesk } from '@keydesk/shared/http/roles';
import {
  type IncidentKind,
  incidentKinds,
  isGone as isGoneKind,
  resolutionBy,
  resolutions,
} from '@keydesk/shared/keys/incident-kinds';
import { keyLevels } from '@keydesk/shared/keys/key-levels';
import { type Incident, reportProblem, reportsWithoutNote } from '@keydesk/shared/loans/incidents';
import type { User } from '@keydesk/shared/people/user';
import { t as kindText } from '@keydesk/shared/texts/en/key-kinds';
import type { z } from 'zod';
import { recordAudit } from '../../core/audit/record.ts';
import { type CsvTable, kindCell, yesNoCell } from '../../core/files/csv.ts';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import type { Named } from '../../core/messages/messages.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { quoted } from '../../db/kinds-sql.ts';
import { isActive, isGone, isUse, lastSeenOf } from '../../db/predicates.ts';
import { holderOfLoan, namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import { type KeyRow, lockActiveKey, readForDesk } from '../keys/index.ts';
import { listUserIdsByRole, lockUserForUpdate } from '../people/index.ts';
import { raiseKeyVersion } from './disputes.ts';

type Report = z.output<typeof api.reportKey.body>;

/** Reports a key lost, missing or damaged (`one-incident`) and notifies everyone concerned. */
export async function reportKey(
  { db, publisher }: { db: Database; publisher: Publisher },
  caller: User,
  keyId: string,
  report: Report,
): Promise<Incident> {
  const reported = await transact(db, async (tx) => {
    // Concurrent reports by one person count each other.
    await lockUserForUpdate(tx, caller.id);
    const key = await lockActiveKey(tx, keyId);
    const problem = reportProblem(
      {
        keyNumber: key.keyNumber,
        holderId: key.holderDisputes ? null : key.holderId,
        isOut: key.loanId !== null,
        open: openReportOf(key),
      },
      report.kind,
      { userId: caller.id, isDesk: isDesk(caller.role) },
    );
    if (problem) throw problem;
    if (!report.note && (await countReports(tx, caller)) >= reportsWithoutNote)
      throw appError('REPORT_NEEDS_NOTE', { most: reportsWithoutNote });
    const tellOfMany = await manyNotices(tx, caller, 1);
    const { id, deliveries } = await openIncident(tx, caller, key, report);
    deliveries.push(...(await notify(tx, tellOfMany)));
    const incident = await readIncident(tx, id);
    return { incident, deliveries, key: await readForDesk(tx, keyId) };
  });
  const change = { action: 'update', key: reported.key } as const;
  publisher.handedOver([change], reported.deliveries);
  return reported.incident;
}

/** A person's reports within the last hour. */
async function countReports(tx: Transaction, by: Named): Promise<number> {
  const row = await tx.first<{ count: number }>(
    `SELECT count(*)::int AS count FROM incidents
      WHERE reported_by = $1 AND reported_at > now() - interval '1 hour'`,
    [by.id],
  );
  return row?.count ?? 0;
}

/**
 * Notifies admins, once an hour, of a person who reports more keys than allowed without a note.
 * Call it before the new reports are stored.
 */
export async function manyNotices(
  tx: Transaction,
  by: Named,
  more: number,
): Promise<NewNotification[]> {
  const count = (await countReports(tx, by)) + more;
  if (more === 0 || count <= reportsWithoutNote) return [];
  const admins = (await listUserIdsByRole(tx, ['admin'])).filter((id) => id !== by.id);
  const notified = await tx.query(
    `SELECT FROM notifications
      WHERE user_id = ANY ($1) AND created_at > now() - interval '1 hour'
        AND template = 'many-reported' AND facts -> 'reporter' ->> 'id' = $2 LIMIT 1`,
    [admins, by.id],
  );
  if (notified.rowCount) return [];
  const facts = { reporter: { id: by.id, name: by.name }, count };
  return admins.map((userId) => ({ userId, template: 'many-reported', facts }));
}

/**
 * SQL that reopens the damage reports that a closed incident had replaced: a key that was not gone
 * is as damaged as before. `gone` has `key_id` and `reported_at`.
 */
export function damagedAgainSql(gone: string): string {
  return `UPDATE incidents damage SET resolved_at = NULL, resolution = NULL, resolved_by = NULL
            FROM ${gone}
           WHERE damage.key_id = ${gone}.key_id AND damage.resolution = ${quoted(resolutionBy.report)}
             AND damage.resolved_at = ${gone}.reported_at`;
}

/** SQL for whether an incident was reported during a loan or before it. */
export function isReportOf(loan: string): string {
  return `(incidents.key_id = ${loan}.key_id AND (incidents.loan_id = ${loan}.id
    OR incidents.reported_at < ${loan}.returned_at))`;
}

/** A returned key is found. The caller must have ended its loan. */
export async function findByReturn(tx: Transaction, loanId: string, byId: string): Promise<void> {
  await tx.query(
    `UPDATE incidents SET resolved_at = greatest(l.returned_at, reported_at), resolution = $3,
                          resolved_by = $2
       FROM loans l
      WHERE l.id = $1 AND ${isReportOf('l')} AND incidents.resolved_at IS NULL
        AND ${isGone('incidents')}`,
    [loanId, byId, resolutionBy.return],
  );
}

/** Ends incidents that were reported because of a wrong record: the key was never gone. */
export async function endAsMistake(
  tx: Transaction,
  byId: string,
  loanId: string,
  which: 'of-loan' | 'since-return',
): Promise<void> {
  const followed =
    which === 'of-loan' ? 'incidents.loan_id = l.id' : 'incidents.reported_at >= l.returned_at';
  await tx.query(
    `WITH never AS (
       UPDATE incidents SET resolved_at = clock_timestamp(), resolution = $3, resolved_by = $2
         FROM loans l
        WHERE l.id = $1 AND incidents.key_id = l.key_id AND ${followed}
          AND incidents.resolved_at IS NULL AND ${isGone('incidents')}
       RETURNING incidents.key_id, incidents.reported_at)
     ${damagedAgainSql('never')}`,
    [loanId, byId, resolutionBy.undo],
  );
}

/** Reopens the report that the undo of a return ended, because the return holds again. */
export async function reopenSinceReturn(tx: Transaction, undoneId?: string): Promise<void> {
  const gone = await tx.first<{ id: string }>(
    `SELECT incidents.id FROM undone_handovers u JOIN loans l ON l.id = u.loan_id
       JOIN keys k ON k.id = l.key_id JOIN incidents ON incidents.key_id = k.id
      WHERE u.id = $1 AND incidents.resolution = $2 AND ${isGone('incidents')}
        AND incidents.reported_at BETWEEN u.returned_at AND u.undone_at
        AND incidents.resolved_at >= u.undone_at AND ${lastSeenOf('k')} < u.undone_at
        AND NOT EXISTS (SELECT FROM incidents later WHERE later.key_id = k.id
                         AND later.reported_at > u.undone_at AND later.resolved_at IS NULL)`,
    [undoneId, resolutionBy.undo],
  );
  if (!gone) return;
  await tx.query(
    `UPDATE incidents damage SET resolved_at = gone.reported_at, resolution = $2,
                                 resolved_by = gone.reported_by
       FROM incidents gone
      WHERE gone.id = $1 AND damage.key_id = gone.key_id AND damage.resolved_at IS NULL`,
    [gone.id, resolutionBy.report],
  );
  await tx.query(
    `UPDATE incidents SET resolved_at = NULL, resolution = NULL, resolved_by = NULL
      WHERE id = $1`,
    [gone.id],
  );
}

export function openReportOf({ condition, blocked }: KeyRow) {
  return condition && { kind: condition, blocks: blocked };
}

/** Stores an incident of a locked key, replacing the open one, with its notifications. */
export async function openIncident(
  tx: Transaction,
  by: Named,
  key: KeyRow,
  { kind, blocks = isGoneKind(kind), lastSeen, note }: Report,
): Promise<{ id: string; deliveries: NotificationDelivery[] }> {
  const id = newId();
  await tx.query(
    `UPDATE incidents SET resolved_at = now(), resolution = $3, resolved_by = $2
      WHERE key_id = $1 AND resolved_at IS NULL`,
    [key.id, by.id, resolutionBy.report],
  );
  await tx.query(
    `INSERT INTO incidents (id, key_id, loan_id, kind, blocks, reported_by, reported_at, last_seen, note)
     VALUES ($1, $2, $3, $4, $5, $6, now(), $7, $8)`,
    [id, key.id, key.loanId, kind, blocks, by.id, lastSeen || null, note || null],
  );
  await raiseKeyVersion(tx, key.id);
  await recordAudit(tx, {
    action: 'report-key',
    actorId: by.id,
    ...(key.holderId && { subjectId: key.holderId }),
    keyId: key.id,
    ...(key.loanId && { loanId: key.loanId }),
    method: kind,
    reason: note || null,
  });
  return { id, deliveries: await notify(tx, await reportNotices(tx, by, key, kind, lastSeen)) };
}

/** To the desk, owner and department head; for a high-security key to all admins. */
async function reportNotices(
  tx: Transaction,
  by: Named,
  key: KeyRow,
  kind: IncidentKind,
  lastSeen: string | undefined,
): Promise<NewNotification[]> {
  const { id: aboutId, keyNumber, keyName, level, ownerId, holderId, holderName } = key;
  const heads = await tx.rows<{ id: string }>(
    `SELECT u.id FROM departments d JOIN users u ON u.id = d.head_id AND ${isActive('u')}
      WHERE d.code = $1`,
    [key.department],
  );
  const recipients = new Set([
    ...(await listUserIdsByRole(tx, deskRoles)),
    ...(ownerId ? [ownerId] : []),
    ...(holderId && !key.holderDisputes ? [holderId] : []),
    ...heads.map(({ id }) => id),
  ]);
  recipients.delete(by.id);
  const facts = {
    keyNumber,
    keyName,
    kind,
    reporter: { id: by.id, name: by.name },
    holder: holderId && holderName ? { id: holderId, name: holderName } : null,
    lastSeen: lastSeen || null,
  };
  const template = keyLevels[level].reportTemplate;
  return [...recipients].map((userId) => ({
    userId,
    template,
    facts: userId === holderId ? { ...facts, holder: null } : facts,
    aboutId,
    // Identifies the visitor's sponsor at that time.
    ...(userId === holderId && { loanId: key.loanId }),
  }));
}

type IncidentRow = RowOf<Incident, 'reportedAt' | 'resolvedAt'>;

const incidentSelect = `
  SELECT i.id, i.kind, i.blocks,
         jsonb_build_object('id', k.id, 'keyNumber', k.key_number, 'keyName', k.key_name,
                            'level', k.level, 'isActive', k.deleted_at IS NULL) AS key,
         ${holderOfLoan('l', 'holder')},
         (SELECT count(*)::int FROM loans o
           WHERE o.holder_id = l.holder_id AND o.returned_at IS NULL AND o.id <> l.id)
           AS "holdersOtherKeys",
         ${namedAs('reporter', 'reportedBy')}, i.reported_at AS "reportedAt",
         i.last_seen AS "lastSeen", i.note, i.resolved_at AS "resolvedAt", i.resolution,
         ${namedAs('resolver', 'resolvedBy')}, i.resolution_note AS "resolutionNote",
         i.lock_changed AS "lockChanged"
    FROM incidents i
    JOIN keys k ON k.id = i.key_id
    JOIN users reporter ON reporter.id = i.reported_by
    LEFT JOIN loans l ON l.id = i.loan_id AND ${isUse('l')}
    LEFT JOIN users holder ON holder.id = l.holder_id
    LEFT JOIN users resolver ON resolver.id = i.resolved_by`;

export async function readIncident(db: Connection, id: string): Promise<Incident> {
  const row = await db.first<IncidentRow>(`${incidentSelect} WHERE i.id = $1`, [id]);
  if (!row) throw appError('INCIDENT_NOT_FOUND');
  return toAnswer(row);
}

/** Incidents of a key: the open one first, then the latest. */
export async function listIncidentsOfKey(db: Connection, keyId: string): Promise<Incident[]> {
  const rows = await db.rows<IncidentRow>(
    `${incidentSelect} WHERE i.key_id = $1
      ORDER BY i.resolved_at DESC NULLS FIRST, i.reported_at DESC LIMIT 20`,
    [keyId],
  );
  return rows.map(toAnswer);
}

const pageSize = 50;

/** Open incidents by age, resolved ones latest first. */
export async function listIncidents(
  db: Connection,
  { state, holderId, before }: z.output<typeof api.listIncidents.query>,
): Promise<{ incidents: Incident[]; hasMore: boolean }> {
  const [order, filter] =
    state === 'open'
      ? ['i.reported_at, i.id', 'i.resolved_at IS NULL']
      : ['i.resolved_at DESC, i.id DESC', 'i.resolved_at IS NOT NULL'];
  const after = state === 'open' ? '(i.reported_at, i.id) >' : '(i.resolved_at, i.id) <';
  const shown = state === 'open' ? 's.reported_at, s.id' : 's.resolved_at, s.id';
  const rows = await db.rows<IncidentRow>(
    `${incidentSelect} WHERE ${filter} AND ($3::text IS NULL OR l.holder_id = $3)
        AND ($1::text IS NULL OR ${after} (SELECT ${shown} FROM incidents s WHERE s.id = $1))
      ORDER BY ${order} LIMIT $2`,
    [before ?? null, pageSize + 1, holderId ?? null],
  );
  return { incidents: rows.slice(0, pageSize).map(toAnswer), hasMore: rows.length > pageSize };
}

/** Every incident, newest first. */
export async function exportIncidents(
  db: Database,
  by: User,
  timezone: string,
): Promise<CsvTable<IncidentRow>> {
  await recordAudit(db, { action: 'export-incidents', actorId: by.id });
  const time = (moment: Date) => sortableTime(moment, timezone).replace(/(:\d\d):\d\d/, '$1');
  return {
    columns: [
      ['key-number', (row) => row.key.keyNumber],
      ['key-name', (row) => row.key.keyName],
      ['level', (row) => kindCell(row.key.level, kindText(keyLevels[row.key.level].label))],
      ['what', (row) => kindCell(row.kind, kindText(incidentKinds[row.kind].label))],
      ['holder', (row) => row.holder?.name ?? null],
      ['reported', (row) => time(row.reportedAt)],
      ['reported-by', (row) => row.reportedBy.name],
      ['last-seen', (row) => row.lastSeen],
      ['note', (row) => row.note],
      ['resolved', (row) => row.resolvedAt && time(row.resolvedAt)],
      [
        'resolution',
        (row) =>
          row.resolution && kindCell(row.resolution, kindText(resolutions[row.resolution].label)),
      ],
      ['resolved-by', (row) => row.resolvedBy?.name ?? null],
      ['resolution-note', (row) => row.resolutionNote],
      ['lock-changed', (row) => yesNoCell(row.lockChanged)],
    ],
    readPage: async (last, limit) =>
      (
        await db.query<IncidentRow>(
          `${incidentSelect}
            WHERE $1::text IS NULL OR (i.reported_at, i.id) <
                  (SELECT s.reported_at, s.id FROM incidents s WHERE s.id = $1)
            ORDER BY i.reported_at DESC, i.id DESC LIMIT $2`,
          [last?.id ?? null, limit],
        )
      ).rows,
  };
}
