import type { RefusalCause } from '@keydesk/shared/access/refusal-cause';
import {
  incidentKindNames,
  incidentKinds,
  resolutionNames,
  resolutions,
} from '@keydesk/shared/keys/incident-kinds';
import { countScopeNames, countScopes } from '@keydesk/shared/loans/count-scopes';
import {
  identificationNames,
  identifications,
  returnTypeBy,
  returnTypeNames,
  returnTypes,
} from '@keydesk/shared/loans/loan-kinds';
import { disputeResolutionNames, disputeResolutions } from '@keydesk/shared/loans/settlement';
import { handovers, undoReasonNames, undoReasons } from '@keydesk/shared/loans/undo-reasons';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { isKind, isOtherKind, quoted } from '../kinds-sql.ts';
import { desks } from './campus.ts';
import { bytea, created, id, idOf, timestamptz } from './columns.ts';
import { deskComputers, duties } from './duties.ts';
import { keys } from './keys.ts';
import { sessions, users } from './people.ts';

/** Issued QR codes, and used foreign ones. `result` answers a repeated scan. */
export const codes = pgTable(
  'codes',
  {
    id: id(),
    type: text({ enum: ['key-request', 'key-return', 'batch-return', 'duty'] }).notNull(),
    secretHash: bytea().notNull(),
    keyIds: text().array().notNull(),
    userId: idOf(() => users),
    /** Null for a code that this server did not issue. */
    sessionId: text().references(() => sessions.id),
    issuedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    usedBy: text().references(() => users.id),
    voidedAt: timestamptz(),
    /** The requested due time; null: by its rules. */
    until: timestamptz(),
    result: jsonb(),
  },
  (t) => [
    uniqueIndex('codes_secret').on(t.secretHash),
    // For the foreign key, when sessions are deleted.
    index('codes_of_session').on(t.sessionId),
    // `one-living-code`
    uniqueIndex('codes_one_living_per_key')
      .on(t.userId, sql`(key_ids[1])`)
      .where(sql`used_at IS NULL AND voided_at IS NULL AND type IN ('key-request', 'key-return')`),
    uniqueIndex('codes_one_living_batch')
      .on(t.userId)
      .where(sql`used_at IS NULL AND voided_at IS NULL AND type = 'batch-return'`),
    uniqueIndex('codes_one_living_duty')
      .on(t.userId)
      .where(sql`used_at IS NULL AND voided_at IS NULL AND type = 'duty'`),
    check('codes_used_by_whom', sql`(used_at IS NULL) = (used_by IS NULL)`),
    check('codes_used_or_voided', sql`used_at IS NULL OR voided_at IS NULL`),
  ],
);

/** A key is out exactly when it has an open loan. */
export const loans = pgTable(
  'loans',
  {
    id: id(),
    keyId: idOf(() => keys),
    holderId: idOf(() => users),
    /** The holder's name at the hand-out; for a visitor with their organisation. */
    holderName: text().notNull(),
    /** The visitor's sponsor at the hand-out, and their name. */
    sponsorId: text().references(() => users.id),
    sponsorName: text(),
    takenAt: timestamptz().notNull(),
    handedBy: idOf(() => users),
    returnedAt: timestamptz(),
    returnType: text({ enum: returnTypeNames }),
    returnedBy: text().references(() => users.id),
    receivedBy: text().references(() => users.id),
    returnReason: text(),
    /** How the desk identified the holder; null for loans that predate the column. */
    identifiedBy: text({ enum: identificationNames }),
    /** When `handedBy` entered it from paper, else null. */
    recordedAt: timestamptz(),
    /** When `receivedBy` entered its return from paper, else null. */
    returnRecordedAt: timestamptz(),
    /** Desk and shift of hand-out and return. */
    deskId: text().references(() => desks.id),
    dutyId: text().references(() => duties.id),
    returnDeskId: text().references(() => desks.id),
    returnDutyId: text().references(() => duties.id),
    /** Whether the key's tag was scanned. */
    tagCheckedOut: boolean().notNull().default(false),
    tagCheckedIn: boolean().notNull().default(false),
    /** As promised at the hand-out or by an extension; null: no due time. */
    dueAt: timestamptz(),
    /** From when it is overdue; null exactly when it has no due time. */
    graceUntil: timestamptz(),
    /** Number of extensions by the holder. */
    extended: integer().notNull().default(0),
    /** The rule that gave the due time; null without one. */
    dueRuleId: text(),
    /** The grant of which it used a hand-out, which undoing it returns. */
    grantId: text(),
    /** When and why the holder lost access and was asked to return the key. */
    recalledAt: timestamptz(),
    recallCause: jsonb().$type<RefusalCause>(),
    /** The sentence of earlier versions. */
    recallReason: text(),
  },
  (t) => [
    // `one-open-loan`
    uniqueIndex('loans_one_open_per_key').on(t.keyId).where(sql`returned_at IS NULL`),
    index('loans_of_key').on(t.keyId, t.returnedAt),
    index('loans_of_holder').on(t.holderId, t.takenAt),
    index('loans_of_sponsor').on(t.sponsorId).where(sql`sponsor_id IS NOT NULL`),
    // Its migration adds INCLUDE (key_id, holder_id), which Drizzle cannot declare: the analytics
    // count months of loans from this index alone.
    index('loans_by_time')
      .on(t.takenAt)
      .where(sql.raw(isOtherKind('return_type', returnTypes, { isUse: false }))),
    index('loans_cancelled')
      .on(t.takenAt)
      .where(sql.raw(isKind('return_type', returnTypes, { isUse: false }))),
    // Without open loans: otherwise finding a key's open loan may be planned as a scan of this
    // index.
    index('loans_by_return').on(t.returnedAt).where(sql`returned_at IS NOT NULL`),
    index('loans_without_code')
      .on(t.takenAt, t.handedBy)
      .where(sql.raw(isKind('identified_by', identifications, { isGuardsWord: true }))),
    check('loans_sponsor_whole', sql`(sponsor_id IS NULL) = (sponsor_name IS NULL)`),
    check('loans_due_whole', sql`(due_at IS NULL) = (grace_until IS NULL)`),
    check('loans_end_after_start', sql`returned_at >= taken_at`),
    check(
      'loans_closed_whole',
      sql`num_nulls(returned_at, return_type, returned_by, received_by) IN (0, 4)`,
    ),
    check('loans_identified_by', sql.raw(isKind('identified_by', identifications))),
    check(
      'loans_entered_whole',
      sql.raw(
        `(recorded_at IS NOT NULL) = coalesce(${isKind('identified_by', identifications, { isEntered: true })}, false)`,
      ),
    ),
    check(
      'loans_return_from_paper',
      sql.raw(
        `return_recorded_at IS NULL OR return_type IS NOT DISTINCT FROM ${quoted(returnTypeBy.desk)}`,
      ),
    ),
    check(
      'loans_recalled_whole',
      sql`(recalled_at IS NULL) = (recall_cause IS NULL AND recall_reason IS NULL)`,
    ),
    check('loans_return_type', sql.raw(isKind('return_type', returnTypes))),
  ],
);

/** Lines from paper that wait or waited for an admin. */
export const paperLines = pgTable(
  'paper_lines',
  {
    id: id(),
    keyId: idOf(() => keys),
    personId: idOf(() => users),
    outAt: timestamptz().notNull(),
    /** Null while the key was still out. */
    backAt: timestamptz(),
    enteredBy: idOf(() => users),
    enteredAt: timestamptz().notNull(),
    /** Null at a computer that is not enrolled. */
    deskId: text().references(() => desks.id),
    decidedBy: text().references(() => users.id),
    decidedAt: timestamptz(),
    decision: text({ enum: ['record', 'refuse'] }),
  },
  (t) => [
    uniqueIndex('paper_lines_waiting')
      .on(t.keyId, t.personId, t.outAt, sql`coalesce(back_at, 'infinity')`)
      .where(sql`decided_at IS NULL`),
    index('paper_lines_of_person').on(t.personId),
    check('paper_lines_lasts', sql`back_at > out_at`),
    check('paper_lines_decided_whole', sql`num_nulls(decided_by, decided_at, decision) IN (0, 3)`),
    check('paper_lines_decision', sql`decision IN ('record', 'refuse')`),
  ],
);

/**
 * Periods for which lines from paper need no admin: nothing served, a desk's computer was
 * disconnected, or an admin allowed it.
 */
export const outages = pgTable(
  'outages',
  {
    id: id(),
    fromAt: timestamptz().notNull(),
    toAt: timestamptz().notNull(),
    /** Only for lines entered at this computer. */
    deviceId: text().references(() => deskComputers.id),
    openedBy: text().references(() => users.id),
  },
  (t) => [
    index('outages_by_end').on(t.toAt),
    check('outages_last', sql`to_at > from_at`),
    check('outages_one_cause', sql`num_nonnulls(device_id, opened_by) <= 1`),
  ],
);

/** An undone handover and the earlier end of its loan. A trigger refuses changes. */
export const undoneHandovers = pgTable(
  'undone_handovers',
  {
    id: id(),
    loanId: idOf(() => loans),
    handover: text({ enum: handovers }).notNull(),
    reason: text({ enum: undoReasonNames }).notNull(),
    /** When it was recorded: when it happened, or was entered from paper. */
    recordedAt: timestamptz().notNull(),
    undoneAt: timestamptz().notNull(),
    undoneBy: idOf(() => users),
    deskId: text().references(() => desks.id),
    /** As in `loans`; null for a hand-out whose key was not returned. */
    returnedAt: timestamptz(),
    returnType: text({ enum: returnTypeNames }),
    returnedBy: text().references(() => users.id),
    receivedBy: text().references(() => users.id),
    returnReason: text(),
    returnRecordedAt: timestamptz(),
    returnDeskId: text().references(() => desks.id),
    returnDutyId: text().references(() => duties.id),
    tagCheckedIn: boolean().notNull().default(false),
  },
  (t) => [
    index('undone_handovers_of_loan').on(t.loanId, t.undoneAt),
    index('undone_handovers_by_return').on(t.returnedAt).where(sql`returned_at IS NOT NULL`),
    check('undone_handovers_handover', sql`handover IN ('hand-out', 'return')`),
    check('undone_handovers_reason', sql.raw(isKind('reason', undoReasons))),
    check(
      'undone_handovers_return_whole',
      sql`num_nulls(returned_at, return_type, returned_by, received_by) IN (0, 4)`,
    ),
    check('undone_handovers_return', sql`handover = 'hand-out' OR returned_at IS NOT NULL`),
  ],
);

/** A 'Not me' about a loan, and its settlement. */
export const loanDisputes = pgTable(
  'loan_disputes',
  {
    loanId: text()
      .primaryKey()
      .references(() => loans.id),
    raisedAt: created(),
    /** The sponsor for a visitor's loan. */
    raisedBy: idOf(() => users),
    /** It is about an undone return, or was found to be. */
    ofReturn: boolean().notNull(),
    settledAt: timestamptz(),
    settledBy: text().references(() => users.id),
    resolution: text({ enum: disputeResolutionNames }),
    note: text(),
    /** The actual holder. */
    correctedTo: text().references(() => users.id),
  },
  (t) => [
    index('loan_disputes_open').on(t.raisedAt).where(sql`settled_at IS NULL`),
    check(
      'loan_disputes_settled_whole',
      sql`num_nulls(settled_at, settled_by, resolution) IN (0, 3)`,
    ),
    check('loan_disputes_resolution', sql.raw(isKind('resolution', disputeResolutions))),
  ],
);

export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    keyId: idOf(() => keys),
    /** The loan that was open then. */
    loanId: text().references(() => loans.id),
    kind: text({ enum: incidentKindNames }).notNull(),
    /** Whether hand-outs are blocked until it is resolved. */
    blocks: boolean().notNull(),
    reportedBy: idOf(() => users),
    reportedAt: created(),
    lastSeen: text(),
    note: text(),
    resolvedAt: timestamptz(),
    resolution: text({ enum: resolutionNames }),
    resolvedBy: text().references(() => users.id),
    resolutionNote: text(),
    lockChanged: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('incidents_one_open_per_key').on(t.keyId).where(sql`resolved_at IS NULL`),
    index('incidents_of_key').on(t.keyId, t.reportedAt),
    check('incidents_kind', sql.raw(isKind('kind', incidentKinds))),
    check(
      'incidents_resolved_whole',
      sql`num_nulls(resolved_at, resolution, resolved_by) IN (0, 3)`,
    ),
    check('incidents_resolution', sql.raw(isKind('resolution', resolutions))),
  ],
);

/** Reports of strangers who found a key by its tag. */
export const foundReports = pgTable(
  'found_reports',
  {
    id: id(),
    keyId: idOf(() => keys),
    place: text().notNull(),
    contact: text(),
    reportedAt: created(),
    /** When the desk confirmed that the key is back, if nothing else did. */
    settledAt: timestamptz(),
    settledBy: text().references(() => users.id),
  },
  (t) => [
    index('found_reports_of_key').on(t.keyId, t.reportedAt),
    check('found_reports_settled_whole', sql`(settled_at IS NULL) = (settled_by IS NULL)`),
  ],
);

export const counts = pgTable(
  'counts',
  {
    id: id(),
    /** Null on a campus with one desk, or for all desks. */
    deskId: text().references(() => desks.id),
    scope: text({ enum: countScopeNames }).notNull(),
    cabinet: text(),
    /** The count whose missing keys it repeats, which may be deleted by now. */
    againOf: text(),
    /** Keys recorded in the counted part, and those recorded on their hooks at its start. */
    part: text().array().notNull(),
    expected: text().array().notNull(),
    begunBy: idOf(() => users),
    begunAt: timestamptz().notNull(),
    closedAt: timestamptz(),
    closedBy: text().references(() => users.id),
    /** Findings by key id. */
    result: jsonb(),
    abandonedAt: timestamptz(),
    abandonedBy: text().references(() => users.id),
  },
  (t) => [
    uniqueIndex('counts_one_open_of_a_part')
      .on(sql`coalesce(desk_id, '')`, t.scope, sql`coalesce(cabinet, again_of, '')`)
      .where(sql`closed_at IS NULL AND abandoned_at IS NULL`),
    check(
      'counts_over_once',
      sql`num_nulls(abandoned_at, abandoned_by) IN (0, 2) AND num_nonnulls(closed_at, abandoned_at) < 2`,
    ),
    index('counts_by_time').on(t.begunAt),
    check('counts_scope', sql.raw(isKind('scope', countScopes))),
    check(
      'counts_cabinet',
      sql.raw(`(${isKind('scope', countScopes, { names: 'cabinet' })}) = (cabinet IS NOT NULL)`),
    ),
    check('counts_closed_whole', sql`num_nulls(closed_at, closed_by, result) IN (0, 3)`),
  ],
);

/** Tags seen in a count, once each; only a hash of unknown tags. */
export const countScans = pgTable(
  'count_scans',
  {
    countId: idOf(() => counts),
    tag: text().notNull(),
    keyId: text().references(() => keys.id),
    at: timestamptz().notNull(),
    by: idOf(() => users),
    /** Ticked, not scanned. */
    byHand: boolean().notNull().default(false),
    removedAt: timestamptz(),
    removedBy: text().references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.countId, t.tag] }),
    index('count_scans_of_key').on(t.keyId, t.at).where(sql`key_id IS NOT NULL`),
    check('count_scans_removed_whole', sql`(removed_at IS NULL) = (removed_by IS NULL)`),
  ],
);

/** Keys that a closed count did not see although they should be there. */
export const countMisses = pgTable(
  'count_misses',
  {
    countId: idOf(() => counts),
    keyId: idOf(() => keys),
    at: timestamptz().notNull(),
    /** When the key was confirmed to be there. */
    endedAt: timestamptz(),
    endedBy: text().references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.keyId, t.countId] }),
    index('count_misses_of_count').on(t.countId),
    check('count_misses_ended_whole', sql`(ended_at IS NULL) = (ended_by IS NULL)`),
  ],
);
