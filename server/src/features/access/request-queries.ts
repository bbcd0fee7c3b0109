import type { RefusalCause } from '@keydesk/shared/access/refusal-cause';
import type {
  AccessRequest,
  ApprovalStep,
  NewAccessRequest,
} from '@keydesk/shared/access/requests';
import type { Connection, Transaction } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isActive, isActiveGrant } from '../../db/predicates.ts';
import { type ApproverColumns, approverColumns, approverJoins } from './approvers.ts';

/** A request with its key, its requester and its current approvers. */
export type RequestRow = ApproverColumns & {
  id: string;
  keyId: string;
  keyNumber: string;
  keyName: string;
  keyIsGone: boolean;
  userId: string;
  userName: string;
  /** Whether the person can take keys. */
  userIsActive: boolean;
  purpose: string;
  wantedUntil: Date;
  /** An open request whose time is over, or whose key is deleted, counts as expired. */
  state: AccessRequest['state'];
  createdAt: Date;
  expiresAt: Date;
  step: ApprovalStep;
  stepSince: Date;
  decidedAt: Date | null;
  decidedById: string | null;
  decidedByName: string | null;
  note: string | null;
};

/** SQL that reads requests `r` as of the moment `now`. */
function requestSelect(now: string): string {
  return `
  SELECT r.id, r.key_id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
         k.deleted_at IS NOT NULL AS "keyIsGone", r.user_id AS "userId", u.name AS "userName",
         ${isActive('u')} AS "userIsActive", r.purpose,
         r.wanted_until AS "wantedUntil", r.created_at AS "createdAt", r.expires_at AS "expiresAt",
         CASE WHEN r.state = 'open' AND (r.expires_at <= ${now} OR k.deleted_at IS NOT NULL)
              THEN 'expired' ELSE r.state END AS state,
         r.step, r.step_since AS "stepSince", r.decided_at AS "decidedAt",
         r.decided_by AS "decidedById", decider.name AS "decidedByName", r.note, ${approverColumns}
    FROM access_requests r
    JOIN keys k ON k.id = r.key_id
    JOIN users u ON u.id = r.user_id
    LEFT JOIN users decider ON decider.id = r.decided_by
    ${approverJoins}`;
}

/** Those of the last 90 days, newest first. */
export async function listOwnRequests(db: Connection, userId: string): Promise<RequestRow[]> {
  return db.rows<RequestRow>({
    name: 'own-access-requests',
    text: `${requestSelect('now()')}
      WHERE r.user_id = $1 AND r.created_at > now() - interval '90 days'
      ORDER BY r.created_at DESC, r.id LIMIT ${maxListed}`,
    values: [userId],
  });
}

/** Requests of other people that this person may decide: open ones first, then recent decisions. */
export async function listRequestsToDecide(
  db: Connection,
  userId: string,
  isAdmin: boolean,
): Promise<RequestRow[]> {
  return db.rows<RequestRow>({
    name: 'access-requests-to-decide',
    text: `${requestSelect('now()')}
      WHERE r.user_id <> $1 AND u.deleted_at IS NULL AND k.deleted_at IS NULL
        AND (r.state = 'open' AND r.expires_at > now()
             OR r.state IN ('approved', 'denied') AND r.decided_at > now() - interval '30 days')
        AND ($2::boolean OR $1 IN (owner.id, head.id) OR r.decided_by = $1)
      ORDER BY r.state = 'open' DESC, coalesce(r.decided_at, r.created_at) DESC, r.id
      LIMIT ${maxListed}`,
    values: [userId, isAdmin],
  });
}

const maxListed = 500;

/** Locks first and reads in a second statement, which sees a decision made while it waited. */
export async function lockRequest(tx: Transaction, id: string): Promise<RequestRow | undefined> {
  await tx.query('SELECT FROM access_requests WHERE id = $1 FOR UPDATE', [id]);
  return findRequest(tx, id);
}

export async function findRequest(db: Connection, id: string): Promise<RequestRow | undefined> {
  return db.first<RequestRow>({
    name: 'access-request',
    text: `${requestSelect('clock_timestamp()')} WHERE r.id = $1`,
    values: [id],
  });
}

/** Locks the requests; skips those that another transaction is deciding. */
export async function lockOpenRequests(tx: Transaction, now: Date): Promise<RequestRow[]> {
  return tx.rows<RequestRow>(
    `${requestSelect('$1::timestamptz')}
      WHERE r.state = 'open' ORDER BY r.created_at, r.id FOR UPDATE OF r SKIP LOCKED`,
    [now],
  );
}

export async function excludeNotified(
  tx: Transaction,
  id: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ userId: string }>(
    'SELECT user_id AS "userId" FROM notifications WHERE user_id = ANY ($2) AND request_id = $1',
    [id, userIds],
  );
  const notified = new Set(rows.map(({ userId }) => userId));
  return userIds.filter((userId) => !notified.has(userId));
}

export async function readApprovers(
  db: Connection,
  keyId: string,
): Promise<ApproverColumns | undefined> {
  return db.first<ApproverColumns>({
    name: 'approvers-of-key',
    text: `SELECT ${approverColumns} FROM keys k ${approverJoins} WHERE k.id = $1`,
    values: [keyId],
  });
}

/** Undefined if the person has an open request for the key. */
export async function insertRequest(
  tx: Transaction,
  userId: string,
  { keyId, purpose, wantedUntil }: NewAccessRequest,
  step: ApprovalStep,
): Promise<string | undefined> {
  const row = await tx.first<{ id: string }>(
    `INSERT INTO access_requests (id, key_id, user_id, purpose, wanted_until, expires_at, step)
     VALUES ($1, $2, $3, $4, $5, $5, $6)
     ON CONFLICT (key_id, user_id) WHERE state = 'open' DO NOTHING RETURNING id`,
    [newId(), keyId, userId, purpose, wantedUntil, step],
  );
  return row?.id;
}

/** Ends an expired request, so that the person can ask again; returns its id, if any. */
export async function expireOverdueRequest(
  tx: Transaction,
  userId: string,
  keyId: string,
): Promise<string | undefined> {
  const row = await tx.first<{ id: string }>(
    `UPDATE access_requests SET state = 'expired', decided_at = clock_timestamp()
      WHERE key_id = $1 AND user_id = $2 AND state = 'open' AND expires_at <= clock_timestamp()
      RETURNING id`,
    [keyId, userId],
  );
  return row?.id;
}

type Closing = {
  state: Exclude<AccessRequest['state'], 'open'>;
  /** Null if no one decided. */
  decidedBy: string | null;
  note?: string | null;
  at?: Date;
};

/** The caller must have locked the request. */
export async function closeRequest(
  tx: Transaction,
  id: string,
  { state, decidedBy, note = null, at }: Closing,
): Promise<void> {
  await tx.query(
    `UPDATE access_requests SET state = $2, decided_by = $3, note = $4,
                                decided_at = coalesce($5, clock_timestamp())
      WHERE id = $1`,
    [id, state, decidedBy, note, at ?? null],
  );
}

/** The caller must have locked the request. */
export async function escalateRequest(
  tx: Transaction,
  id: string,
  step: ApprovalStep,
  now: Date,
): Promise<void> {
  await tx.query('UPDATE access_requests SET step = $2, step_since = $3 WHERE id = $1', [
    id,
    step,
    now,
  ]);
}

/** `isGranted`: whether the access given for the request is still valid. */
export async function findRequests(
  db: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RequestRow & { isGranted: boolean }>> {
  const rows = await db.rows<RequestRow & { isGranted: boolean }>(
    `SELECT asked.*, EXISTS (SELECT FROM grants g
                              WHERE g.request_id = asked.id AND ${isActiveGrant('g')}) AS "isGranted"
       FROM (${requestSelect('now()')} WHERE r.id = ANY ($1)) AS asked`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether the pages about access concern a person: as approver, owner or grantee. */
export async function readConcerns(
  db: Connection,
  userId: string,
  isAdmin: boolean,
): Promise<{ decides: boolean; hasGrants: boolean }> {
  const row = await db.first<{ decides: boolean; hasGrants: boolean }>({
    name: 'access-concerns',
    text: `
      SELECT EXISTS (SELECT FROM grants g JOIN keys k ON k.id = g.key_id AND k.deleted_at IS NULL
                      WHERE g.user_id = $1 AND ${isActiveGrant('g')}) AS "hasGrants",
             EXISTS (SELECT FROM keys WHERE owner_id = $1 AND deleted_at IS NULL)
             OR $2::boolean AND EXISTS (SELECT FROM grants WHERE revoked_at IS NULL) AS decides`,
    values: [userId, isAdmin],
  });
  return row ?? { decides: false, hasGrants: false };
}

/** Call it before the person is locked: a decision locks the request first. */
export async function lockRequestsOf(tx: Transaction, personId: string): Promise<void> {
  await tx.query('SELECT FROM access_requests WHERE user_id = $1 ORDER BY id FOR UPDATE', [
    personId,
  ]);
}

const erasedCause: RefusalCause = { code: 'ERASED' };

/** Erases recall reasons and override texts about a deleted person. */
export async function eraseRefusalsOf(tx: Transaction, personId: string): Promise<void> {
  await tx.query(
    `UPDATE loans SET recall_cause = $2, recall_reason = NULL
      WHERE holder_id = $1 AND recalled_at IS NOT NULL`,
    [personId, erasedCause],
  );
  await tx.query(
    `WITH naming AS (
       DELETE FROM notifications USING loans
        WHERE loans.id = loan_id AND holder_id = $1 AND kind = 'access' RETURNING notifications.id)
     DELETE FROM mail_outbox WHERE id IN (SELECT id FROM naming)`,
    [personId],
  );
}

/**
 * Ends a deleted person's grants and requests, and erases their texts. They cannot take keys any
 * more, so this affects no hand-out.
 */
export async function eraseRequestsOf(
  tx: Transaction,
  personId: string,
  endedBy: string,
): Promise<void> {
  await tx.query(
    `UPDATE grants SET reason = '', revoked_at = coalesce(revoked_at, clock_timestamp()),
                       revoked_by = CASE WHEN revoked_at IS NULL THEN $2 ELSE revoked_by END
      WHERE user_id = $1`,
    [personId, endedBy],
  );
  await tx.query(
    `WITH erased AS (
       UPDATE access_requests
          SET purpose = '', note = NULL,
              state = CASE WHEN state = 'open' THEN 'withdrawn' ELSE state END,
              decided_at = coalesce(decided_at, clock_timestamp())
        WHERE user_id = $1 RETURNING id),
     naming AS (
       DELETE FROM notifications WHERE request_id IN (SELECT id FROM erased) RETURNING id)
     DELETE FROM mail_outbox WHERE id IN (SELECT id FROM naming)`,
    [personId],
  );
}
