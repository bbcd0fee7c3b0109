/** What other features may use of audit. */
export { type AuditAction, thresholdOf } from './actions.ts';
export { changesOf } from './changes.ts';
export { type AuditEvent, auditSql, countAudit, recordAudit } from './record.ts';
export { eventsOfPerson } from './trail.ts';
