import { resolutionBy } from '@keydesk/shared/keys/incident-kinds';
import type { IdentifiedBy, ReturnType } from '@keydesk/shared/loans/loan-kinds';
import type { CodeType } from '@keydesk/shared/loans/qr-payload';
import { type AuditEvent, auditSql } from '../../core/audit/record.ts';
import { type Notice, noticesSql } from '../../core/messages/notify.ts';
import type { StoredNotices } from '../../core/messages/queries.ts';
import type { Statement } from '../../db/client.ts';
import { quoted } from '../../db/kinds-sql.ts';
import { isGone } from '../../db/predicates.ts';
import type { OnDuty } from '../../http/principal.ts';
import type { KeyRow } from '../keys/index.ts';
import { markNotifiedSql } from './waits.ts';

/** The code to use up, and the answer to a repeated scan. A foreign code is stored as used. */
export type UsedCode = { id: string; result: unknown; foreign?: ForeignCode };

/** A code that this server did not issue. */
export type ForeignCode = {
  type: CodeType;
  /** SHA-256, hexadecimal. */
  hash: string;
  keyIds: readonly string[];
  userId: string;
  issuedAt: Date;
  expiresAt: Date;
};

export type HandoverRecord = {
  at: Date;
  personId: string;
  duty: OnDuty | null;
  used: UsedCode | null;
  events: readonly AuditEvent[];
  notices: readonly Notice[];
};

/** `done`: whether it was written, because the code was still valid. */
export type HandoverRow = { done: boolean; stored: StoredNotices };

/** The key with its new version. */
export type NewLoan = {
  id: string;
  holder: { id: string; name: string };
  /** Set for a visitor. */
  sponsor: { id: string; name: string } | null;
  key: Pick<KeyRow, 'id' | 'version' | 'dueAt' | 'graceUntil'>;
  /** The rule that gave the due time. */
  dueRuleId: string | null;
  /** Number of extensions included in the requested due time. */
  extended: number;
  identifiedBy: IdentifiedBy | null;
  /** Whether the key's tag was scanned. */
  tagChecked: boolean;
  /** The grant that allowed the hand-out; it loses a use, if its uses are limited. */
  grantId: string | null;
};

const handOutSql = handoverSql(`
       loan AS (
         INSERT INTO loans (id, key_id, holder_id, handed_by, taken_at, desk_id, duty_id,
                            identified_by, tag_checked_out, due_at, grace_until, due_rule_id,
                            extended, grant_id, holder_name, sponsor_id, sponsor_name)
         SELECT $9, $10, $11, $2, $1::timestamptz, $7, $8, $13, $14::boolean,
                $15::timestamptz, $16::timestamptz, $17, $18::int, $19, $20, $21, $22 FROM gate),
       changed AS (
         UPDATE keys SET version = $12, away_desk_id = NULL FROM gate WHERE keys.id = $10),
       grant_used AS (
         UPDATE grants SET uses_left = uses_left - 1,
                           used_up_at = CASE WHEN uses_left = 1 THEN $1::timestamptz END
           FROM gate WHERE grants.id = $19 AND uses_left > 0)`);

export function handOutStatement(handover: HandoverRecord, loan: NewLoan): Statement {
  return {
    ...named('hand-out', handOutSql, handover),
    values: [
      ...commonValues(handover),
      loan.id,
      loan.key.id,
      loan.holder.id,
      loan.key.version,
      loan.identifiedBy,
      loan.tagChecked,
      loan.key.dueAt,
      loan.key.graceUntil,
      loan.dueRuleId,
      loan.extended,
      loan.grantId,
      loan.holder.name,
      loan.sponsor?.id ?? null,
      loan.sponsor?.name ?? null,
    ],
  };
}

/** Foreign codes are rare, so most handovers share the statement for issued codes. */
function named(name: string, { issued, foreign }: HandoverSql, { used }: HandoverRecord) {
  return used?.foreign ? { name: `${name}-foreign`, text: foreign } : { name, text: issued };
}

function commonValues({ at, personId, duty, used, events, notices }: HandoverRecord): unknown[] {
  return [
    at,
    personId,
    used && JSON.stringify(used.result),
    used?.foreign ? JSON.stringify({ id: used.id, ...used.foreign }) : (used?.id ?? null),
    auditSql.parameter(events),
    noticesSql.parameter(notices),
    duty?.deskId ?? null,
    duty?.id ?? null,
  ];
}

export type LoanClosing = {
  /** `key` has the new version. */
  loans: readonly {
    loanId: string;
    returnType: ReturnType;
    key: { version: number; returnedAt: Date };
  }[];
  returnedBy: string;
  reason: string | null;
  /** Whether the keys' tags were scanned. */
  tagsChecked: boolean;
};

/** PostgreSQL replans the statement with lists at every execution, so one loan has its own. */
const takeBackOneSql = takeBackSql(
  `(SELECT $12::text AS loan_id, $13::text AS return_type, $14::timestamptz AS returned_at,
           $15::int AS version) AS given`,
);
const takeBackManySql = takeBackSql(
  `unnest($12::text[], $13::text[], $14::timestamptz[], $15::int[])
     AS given (loan_id, return_type, returned_at, version)`,
);

export function takeBackStatement(handover: HandoverRecord, closing: LoanClosing): Statement {
  const { loans, returnedBy, reason, tagsChecked } = closing;
  const values = [...commonValues(handover), returnedBy, reason, tagsChecked];
  const [loan] = loans;
  return loan && loans.length === 1
    ? {
        ...named('take-back-one', takeBackOneSql, handover),
        values: [...values, loan.loanId, loan.returnType, loan.key.returnedAt, loan.key.version],
      }
    : {
        ...named('take-back-many', takeBackManySql, handover),
        values: [
          ...values,
          loans.map(({ loanId }) => loanId),
          loans.map(({ returnType }) => returnType),
          loans.map(({ key }) => key.returnedAt),
          loans.map(({ key }) => key.version),
        ],
      };
}

type HandoverSql = { issued: string; foreign: string };

/**
 * Builds a handover's statements, for an issued code and a foreign one. Every part depends on
 * `gate`, which has its one row only without a code or with a code just used up or stored, so that
 * everything is written or nothing (`atomic-handover`). The keys are written as the plan computed
 * them, because the stored answer contains them.
 */
function handoverSql(change: string): HandoverSql {
  const withUsed = (used: string) => `
  WITH used AS (${used}
         RETURNING id),
       gate AS (SELECT WHERE $4::text IS NULL OR EXISTS (SELECT FROM used)),
       ${change},
       ${auditSql.ctes('$5', 'gate')},
       ${noticesSql.ctes('$6', 'gate')}
  SELECT EXISTS (SELECT FROM gate) AS done, (${noticesSql.stored}) AS stored`;
  return {
    issued: withUsed(`
         UPDATE codes SET used_at = $1::timestamptz, used_by = $2, result = $3
          WHERE id = $4 AND used_at IS NULL AND voided_at IS NULL
            AND expires_at > clock_timestamp()`),
    foreign: withUsed(`
         INSERT INTO codes (id, type, secret_hash, key_ids, user_id, issued_at, expires_at,
                            used_at, used_by, result)
         SELECT id, type, decode(hash, 'hex'), "keyIds", "userId", "issuedAt", "expiresAt",
                $1::timestamptz, $2::text, $3::jsonb
           FROM jsonb_to_record($4::jsonb) AS code (
                id text, type text, hash text, "keyIds" text[], "userId" text,
                "issuedAt" timestamptz, "expiresAt" timestamptz)
             ON CONFLICT (secret_hash) DO NOTHING`),
  };
}

/**
 * `num_nulls` keeps the index on open loans out of the plan: a plan made while no key was out would
 * scan every open loan later. `greatest`, because a time from the server has lost its microseconds.
 */
function takeBackSql(given: string): HandoverSql {
  return handoverSql(`
       closed AS (
         UPDATE loans SET returned_at = greatest(given.returned_at, loans.taken_at),
                          returned_by = $9, received_by = $2, return_reason = $10,
                          return_type = given.return_type, return_desk_id = $7,
                          return_duty_id = $8, tag_checked_in = $11::boolean
           FROM ${given}, gate
          WHERE loans.id = given.loan_id AND num_nulls(loans.returned_at) = 1
         RETURNING loans.key_id, given.version),
       changed AS (
         UPDATE keys SET version = closed.version,
                         away_desk_id = nullif($7, coalesce(keys.desk_id, $7))
           FROM closed WHERE keys.id = closed.key_id),
       found AS (
         UPDATE incidents SET resolved_at = $1::timestamptz, resolution = ${quoted(resolutionBy.return)}, resolved_by = $2
           FROM closed
          WHERE incidents.key_id = closed.key_id AND incidents.resolved_at IS NULL
            AND ${isGone('incidents')}),
       waits_over AS (${markNotifiedSql('$1')})`);
}
