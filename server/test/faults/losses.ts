import { createHash } from 'node:crypto';
import type { Database } from '../../src/db/client.ts';
import type { ConfirmedAction } from './client.ts';

/** One row per confirmed handover with missing parts. */
const missing = `
  SELECT d.kind, d."loanId", d."keyId",
         concat_ws(', ',
           CASE WHEN l.id IS NULL THEN 'no loan' END,
           CASE WHEN d.kind = 'take-back' AND l.returned_at IS NULL THEN 'not closed' END,
           CASE WHEN e.id IS NULL THEN 'no audit event' END,
           CASE WHEN d.secret IS NOT NULL AND c.used_at IS NULL THEN 'code not used' END) AS lacks
    FROM jsonb_to_recordset($1) AS d
           (kind text, "loanId" text, "keyId" text, "holderId" text, "deskId" text, secret text)
    LEFT JOIN loans l ON l.id = d."loanId" AND l.key_id = d."keyId" AND l.holder_id = d."holderId"
          AND CASE d.kind WHEN 'hand-out' THEN l.handed_by ELSE coalesce(l.received_by, d."deskId") END
              = d."deskId"
    LEFT JOIN audit_events e ON e.loan_id = d."loanId" AND e.action = d.kind
          AND e.actor_id = d."deskId"
    LEFT JOIN codes c ON c.secret_hash = decode(d.secret, 'hex') AND c.used_by = d."deskId"
   WHERE l.id IS NULL OR e.id IS NULL OR d.kind = 'take-back' AND l.returned_at IS NULL
      OR d.secret IS NOT NULL AND c.used_at IS NULL`;

type Missing = { kind: string; loanId: string; keyId: string; lacks: string };

/** The confirmed handovers of which the database has nothing, or not everything. */
export async function findLosses(
  db: Database,
  actions: readonly ConfirmedAction[],
): Promise<string[]> {
  const confirmed = actions.map((action) => ({
    ...action,
    secret: action.secret === null ? null : hashOf(action.secret),
  }));
  const { rows } = await db.query<Missing>(missing, [JSON.stringify(confirmed)]);
  return rows.map(({ kind, loanId, keyId, lacks }) => `${kind} ${loanId} of ${keyId}: ${lacks}`);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
