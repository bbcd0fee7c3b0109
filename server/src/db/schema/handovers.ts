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

/** Issued QR codes, and those of other making that were used. `result` answers a repeated scan. */
export const codes = pgTable(
  'codes',
  {
    id: id(),
    type: text({ enum: ['key-request', 'key-return', 'batch-return', 'duty'] }).notNull(),
    secretHash: bytea().notNull(),
    keyIds: text().array().notNull(),
    userId: idOf(() => users),
    /** Null of a code that this server did not issue. */
    sessionId: text().references(() => sessions.id),
    issuedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    usedBy: text().references(() => users.id),
    voidedAt: timestamptz(),
    /** Of a request, until when its owner asked for the key; null: as long as its rules say. */
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

/** One episode of a key being out. A key is out exactly when it has an open loan. */
export const loans = pgTable(
  'loans',
  {
    id: id(),
    keyId: idOf(() => keys),
    holderId: idOf(() => users),
    /** What the holder was called at the hand-out; of a visitor with their organisation. */
    holderName: text().notNull(),
    /** Who answered for a visitor then, and what they were called. */
    sponsorId: text().references(() => users.id),
    sponsorName: text(),
    takenAt: timestamptz().notNull(),
    handedBy: idOf(() => users),
    returnedAt: timestamptz(),
    returnType: text({ enum: returnTypeNames }),
    returnedBy: text().references(() => users.id),
    receivedBy: text().references(() => users.id),
    returnReason: text(),
    /** How the desk knew the holder; null for loans from before it was recorded. */
    identifiedBy: text({ enum: identificationNames }),
    /** When `handedBy` entered it from paper; null of every other loan. */
    recordedAt: timestamptz(),
    /** When `receivedBy` entered its return from paper; null of every other return. */
    returnRecordedAt: timestamptz(),
    /** Where it was handed out and taken back, and on whose duty. */
    deskId: text().references(() => desks.id),
    dutyId: text().references(() => duties.id),
    returnDeskId: text().references(() => desks.id),
    returnDutyId: text().references(() => duties.id),
    /** Whether the tag of the physical key was scanned. */
    tagCheckedOut: boolean().notNull().default(false),
    tagCheckedIn: boolean().notNull().default(false),
    /** When it is due, as was promised at the hand-out or a later extension; null: at no time. */
    dueAt: timestamptz(),
    /** From when it is overdue; null exactly when it has no due time. */
    graceUntil: timestamptz(),
    /** How often its holder has extended it. */
    extended: integer().notNull().default(0),
    /** The rule that gave the due time; null without one. */
    dueRuleId: text(),
    /** The access given for a number of times that it used up, which undoing it gives back. */
    grantId: text(),
    /** When its holder lost the right to it and was asked to bring it back, and why. */
    recalledAt: timestamptz(),
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
      .where(sql.raw(isKind('identified_by', identifications, { hasCode: false }))),
    check('loans_sponsor_whole', sql`(sponsor_id IS NULL) = (sponsor_name IS NULL)`),
    check('loans_due_whole', sql`(due_at IS NULL) = (grace_until IS NULL)`),
    check('loans_end_after_start', sql`returned_at >= taken_at`),
    check(
      'loans_closed_whole',
      sql`num_nulls(returned_at, return_type, returned_by, received_by) IN (0, 4)`,
    ),
    check('loans_identified_by', sql.raw(isKind('identified_by', identifications))),
    check(
      'loans_from_paper',
      sql`(recorded_at IS NOT NULL) = (identified_by IS NOT DISTINCT FROM 'paper')`,
    ),
    check(
      'loans_return_from_paper',
      sql.raw(
        `return_recorded_at IS NULL OR return_type IS NOT DISTINCT FROM ${quoted(returnTypeBy.desk)}`,
      ),
    ),
    check('loans_recalled_whole', sql`(recalled_at IS NULL) = (recall_reason IS NULL)`),
    check('loans_return_type', sql.raw(isKind('return_type', returnTypes))),
  ],
);

/** A line from paper that waits for an admin, or did. */
export const paperLines = pgTable(
  'paper_lines',
  {
    id: id(),
    keyId: idOf(() => keys),
    personId: idOf(() => users),
    outAt: timestamptz().notNull(),
    /** Null while it was still out. */
    backAt: timestamptz(),
    enteredBy: idOf(() => users),
    enteredAt: timestamptz().notNull(),
    /** Where; null at a computer that is not enrolled. */
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
 * A time for which lines from paper are recorded without asking an admin: nothing served, a computer
 * of a desk was not connected, or an admin opened it.
 */
export const outages = pgTable(
  'outages',
  {
    id: id(),
    fromAt: timestamptz().notNull(),
    toAt: timestamptz().notNull(),
    /** For lines that are entered at this computer alone. */
    deviceId: text().references(() => deskComputers.id),
    openedBy: text().references(() => users.id),
  },
  (t) => [
    index('outages_by_end').on(t.toAt),
    check('outages_last', sql`to_at > from_at`),
    check('outages_one_cause', sql`num_nonnulls(device_id, opened_by) <= 1`),
  ],
);

/**
 * A handover that the desk undid, with how its loan had ended until then. A trigger refuses whatever
 * would change or remove it.
 */
export const undoneHandovers = pgTable(
  'undone_handovers',
  {
    id: id(),
    loanId: idOf(() => loans),
    handover: text({ enum: handovers }).notNull(),
    reason: text({ enum: undoReasonNames }).notNull(),
    /** From when the record had it: when it happened, or was entered from paper. */
    recordedAt: timestamptz().notNull(),
    undoneAt: timestamptz().notNull(),
    undoneBy: idOf(() => users),
    deskId: text().references(() => desks.id),
    /** As in `loans`; null of a hand-out whose key had not come back. */
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

/** A holder's objection 'Not me' to a loan, and how an admin settled it. */
export const loanDisputes = pgTable(
  'loan_disputes',
  {
    loanId: text()
      .primaryKey()
      .references(() => loans.id),
    raisedAt: created(),
    /** Of a visitor's loan a sponsor. */
    raisedBy: idOf(() => users),
    /** It is about a return that the desk had undone, or was found to be. */
    ofReturn: boolean().notNull(),
    settledAt: timestamptz(),
    settledBy: text().references(() => users.id),
    resolution: text({ enum: disputeResolutionNames }),
    note: text(),
    /** Who actually had the key. */
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

/** That a key is lost, missing or damaged, and how that ended. */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    keyId: idOf(() => keys),
    /** The loan that was open then. */
    loanId: text().references(() => loans.id),
    kind: text({ enum: incidentKindNames }).notNull(),
    /** Whether the key cannot be handed out until it is resolved. */
    blocks: boolean().notNull(),
    reportedBy: idOf(() => users),
    reportedAt: created(),
    lastSeen: text(),
    note: text(),
    resolvedAt: timestamptz(),
    resolution: text({ enum: resolutionNames }),
    resolvedBy: text().references(() => users.id),
    resolutionNote: text(),
    /** Whether the lock was changed. */
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

/** What a stranger wrote who found a key by its tag. */
export const foundReports = pgTable(
  'found_reports',
  {
    id: id(),
    keyId: idOf(() => keys),
    place: text().notNull(),
    contact: text(),
    reportedAt: created(),
    /** When the desk said that it is back, if nothing else did. */
    settledAt: timestamptz(),
    settledBy: text().references(() => users.id),
  },
  (t) => [
    index('found_reports_of_key').on(t.keyId, t.reportedAt),
    check('found_reports_settled_whole', sql`(settled_at IS NULL) = (settled_by IS NULL)`),
  ],
);

/** One comparison of what hangs with what should. */
export const counts = pgTable(
  'counts',
  {
    id: id(),
    /** Where; null on a campus of one desk, or for all desks. */
    deskId: text().references(() => desks.id),
    scope: text({ enum: countScopeNames }).notNull(),
    cabinet: text(),
    /** The count whose missing keys it looks for again; that one may be forgotten. */
    againOf: text(),
    /** The keys whose place is there, and those of them that hung there when it began. */
    part: text().array().notNull(),
    expected: text().array().notNull(),
    begunBy: idOf(() => users),
    begunAt: timestamptz().notNull(),
    closedAt: timestamptz(),
    closedBy: text().references(() => users.id),
    /** What it found, by the keys' ids. */
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

/** A tag that was seen in a count, once; of one that no key has only a hash is kept. */
export const countScans = pgTable(
  'count_scans',
  {
    countId: idOf(() => counts),
    tag: text().notNull(),
    keyId: text().references(() => keys.id),
    at: timestamptz().notNull(),
    by: idOf(() => users),
    /** Without its tag. */
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

/** That a count, when it was closed, had not seen a key that should hang there. */
export const countMisses = pgTable(
  'count_misses',
  {
    countId: idOf(() => counts),
    keyId: idOf(() => keys),
    at: timestamptz().notNull(),
    /** When somebody said that the key is there. */
    endedAt: timestamptz(),
    endedBy: text().references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.keyId, t.countId] }),
    index('count_misses_of_count').on(t.countId),
    check('count_misses_ended_whole', sql`(ended_at IS NULL) = (ended_by IS NULL)`),
  ],
);
