import type { AuditEntry } from '@keydesk/shared/audit/audit.routes';
import type { TrailRow } from './trail.repository.ts';

const gone = 'Unknown';

const person = (id: string | null, name: string | null): AuditEntry['actor'] =>
  id === null ? null : { id, name: name ?? gone };

/** An event as the audit log page shows it. */
export const presentEvent = (row: TrailRow): AuditEntry => ({
  id: Number(row.id),
  at: row.at.toISOString(),
  action: row.action,
  actor: person(row.actor_id, row.actor_name),
  subject: person(row.subject_id, row.subject_name),
  key: row.key_id === null ? null : { id: row.key_id, keyNumber: row.key_number ?? gone },
  loanId: row.loan_id,
  method: row.method,
  reason: row.reason,
  details: row.details,
  sealed: row.sealed,
});
