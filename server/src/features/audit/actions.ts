import type { logLevels, SecuritySettings } from '@keydesk/shared/settings/security-settings';

/** How important an audit event is. */
export type AuditLevel = (typeof logLevels)[number];

const ranks: Record<AuditLevel, number> = { DEBUG: 10, INFO: 20, WARN: 30, ERROR: 40 };
const offThreshold = 100;
/** Changing the settings, so also turning the audit trail off, is always recorded. */
const alwaysRank = 1_000;

/** Every kind of audit event and its level. */
const levels = {
  'sign-in': 'INFO',
  'sign-out': 'INFO',
  'sign-out-elsewhere': 'INFO',
  'confirm-sign-in': 'INFO',
  'confirm-sign-in-refused': 'WARN',
  'sign-in-failed': 'WARN',
  'sign-in-refused': 'WARN',
  'sign-in-locked-out': 'WARN',
  register: 'INFO',
  rename: 'INFO',
  'hand-out': 'INFO',
  'take-back': 'INFO',
  'scan-refused': 'WARN',
  'create-key': 'INFO',
  'update-key': 'INFO',
  'toggle-frequent': 'INFO',
  'delete-key': 'WARN',
  'erase-key': 'WARN',
  'import-keys': 'INFO',
  'export-keys': 'INFO',
  'import-users': 'WARN',
  'export-users': 'INFO',
  'create-user': 'INFO',
  'change-user': 'INFO',
  'change-role': 'WARN',
  'accept-user': 'WARN',
  'decline-user': 'WARN',
  'suspend-user': 'WARN',
  'restore-user': 'WARN',
  'delete-user': 'WARN',
  'erase-user': 'WARN',
  'export-own-data': 'INFO',
  'sign-out-everywhere': 'WARN',
  'allow-link': 'WARN',
  'link-identity': 'WARN',
  'change-settings': 'WARN',
  'export-audit': 'INFO',
} as const satisfies Record<string, AuditLevel>;

export type AuditAction = keyof typeof levels;

/** Every kind of event, by name. */
export const auditActions = Object.keys(levels).sort() as AuditAction[];

export function levelOf(action: AuditAction): AuditLevel {
  return levels[action];
}

/** The rank of an event; it is recorded if that reaches the threshold. */
export function rankOf(action: AuditAction): number {
  return action === 'change-settings' ? alwaysRank : ranks[levels[action]];
}

/** The lowest rank that these settings record. */
export function thresholdOf({ enabled, logLevel }: SecuritySettings['auditLogging']): number {
  return enabled ? ranks[logLevel] : offThreshold;
}
