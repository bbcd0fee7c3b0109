import type { AuditEntry } from '@keydesk/shared/audit/audit.routes';
import type { TrailRow } from './trail.repository.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Both together; where both have a record of the same name, that of both together. */
const merged = (one: Record<string, unknown>, other: Record<string, unknown>) => {
  const both: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = both[name];
    both[name] = isRecord(known) && isRecord(value) ? { ...known, ...value } : value;
  }
  return both;
};

/** An event's details with what is kept apart of them, or a word that it was erased. */
export const toldDetails = ({ details, personal }: Pick<TrailRow, 'details' | 'personal'>) => {
  if (!details || typeof details.personal !== 'string') return details;
  const { personal: _digest, ...rest } = details;
  return merged(rest, personal ?? { personal: 'erased' });
};

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
  details: toldDetails(row),
  sealed: row.sealed,
});
