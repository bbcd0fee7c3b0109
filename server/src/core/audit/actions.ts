import type { logLevels, SecuritySettings } from '@keydesk/shared/campus/settings';

export type AuditLevel = (typeof logLevels)[number];

const ranks: Record<AuditLevel, number> = { DEBUG: 10, INFO: 20, WARN: 30, ERROR: 40 };
const offThreshold = 100;
/** Changes of the settings are always recorded, so also turning the audit log off. */
const alwaysRank = 1_000;

const levels = {
  'sign-in': 'INFO',
  'sign-out': 'INFO',
  'sign-out-elsewhere': 'INFO',
  'confirm-sign-in': 'INFO',
  'confirm-sign-in-refused': 'WARN',
  'sign-in-failed': 'WARN',
  'sign-in-refused': 'WARN',
  'sign-in-locked-out': 'WARN',
  'sign-ins-slowed-down': 'WARN',
  register: 'INFO',
  rename: 'INFO',
  'hand-out': 'INFO',
  'override-access': 'WARN',
  'take-back': 'INFO',
  'undo-handover': 'WARN',
  'enter-from-paper': 'WARN',
  'paper-waits': 'WARN',
  'refuse-paper': 'WARN',
  'open-paper-period': 'WARN',
  'report-key': 'WARN',
  'report-found': 'INFO',
  'settle-found': 'INFO',
  'resolve-incident': 'WARN',
  'export-incidents': 'INFO',
  'begin-count': 'INFO',
  'close-count': 'INFO',
  'abandon-count': 'INFO',
  'remove-count-scan': 'INFO',
  'say-here': 'INFO',
  'send-home': 'INFO',
  'back-home': 'INFO',
  'scan-refused': 'WARN',
  'remind-holder': 'INFO',
  'create-enrolment': 'WARN',
  'enrol-computer': 'WARN',
  'revoke-computer': 'WARN',
  'begin-duty': 'INFO',
  'lock-duty': 'INFO',
  'unlock-duty': 'INFO',
  'end-duty': 'INFO',
  'write-shift-note': 'INFO',
  'read-shift-note': 'INFO',
  'dispute-duty': 'WARN',
  'set-duty-pin': 'INFO',
  'wrong-duty-pin': 'WARN',
  'export-handovers': 'INFO',
  'export-loans': 'INFO',
  'export-open-loans': 'INFO',
  'dispute-loan': 'WARN',
  'settle-dispute': 'WARN',
  'extend-loan': 'INFO',
  'extend-beyond-ceiling': 'WARN',
  'move-closing': 'WARN',
  'wait-for-key': 'INFO',
  'stop-waiting': 'INFO',
  'add-card': 'INFO',
  'end-cards': 'INFO',
  'enter-visitor': 'INFO',
  'answer-visitor': 'INFO',
  'allow-visitor': 'WARN',
  'create-key': 'INFO',
  'update-key': 'INFO',
  'toggle-frequent': 'INFO',
  'delete-key': 'WARN',
  'erase-key': 'WARN',
  'import-keys': 'INFO',
  'export-keys': 'INFO',
  'import-users': 'WARN',
  'import-access': 'WARN',
  'import-cards': 'WARN',
  'export-users': 'INFO',
  'create-user': 'INFO',
  'change-user': 'INFO',
  'change-user-refused': 'WARN',
  'mark-left': 'INFO',
  'unmark-left': 'INFO',
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
  'hold-messages': 'WARN',
  'send-messages': 'WARN',
  'link-identity': 'WARN',
  'change-settings': 'WARN',
  'add-campus-entry': 'INFO',
  'change-campus-entry': 'INFO',
  'delete-campus-entry': 'INFO',
  'add-desk': 'INFO',
  'change-desk': 'INFO',
  'change-ladder': 'INFO',
  'change-preferences': 'INFO',
  'send-test-mail': 'INFO',
  'change-opening-hours': 'WARN',
  'change-days': 'INFO',
  'add-due-rule': 'INFO',
  'end-due-rule': 'INFO',
  'move-due': 'WARN',
  'request-access': 'INFO',
  'approve-access': 'INFO',
  'deny-access': 'INFO',
  'withdraw-request': 'INFO',
  'expire-request': 'INFO',
  'escalate-request': 'INFO',
  'give-access': 'INFO',
  'end-access': 'WARN',
  'add-access-rule': 'WARN',
  'end-access-rule': 'WARN',
  'add-group': 'INFO',
  'rename-group': 'INFO',
  'set-group-member': 'INFO',
  'end-group-member': 'INFO',
  'recall-key': 'WARN',
  'export-audit': 'INFO',
} as const satisfies Record<string, AuditLevel>;

export type AuditAction = keyof typeof levels;

export const auditActions = Object.keys(levels).sort() as AuditAction[];

/** Frequent events, which the log can hide. */
export const signInActions: readonly AuditAction[] = [
  'sign-in',
  'sign-out',
  'sign-out-elsewhere',
  'confirm-sign-in',
];

const custodyActions: ReadonlySet<AuditAction> = new Set([
  'hand-out',
  'override-access',
  'take-back',
  'undo-handover',
  'enter-from-paper',
  'paper-waits',
  'refuse-paper',
  'scan-refused',
  'dispute-loan',
  'settle-dispute',
  'recall-key',
  'extend-loan',
  'extend-beyond-ceiling',
  'move-closing',
  'move-due',
  'report-key',
  'report-found',
  'settle-found',
  'resolve-incident',
  'send-home',
  'say-here',
  'back-home',
  'delete-key',
  'begin-duty',
  'end-duty',
  'dispute-duty',
]);

/** Whether the event says who had a key, or who was on duty at the desk (`kept-custody`). */
export function isCustody(action: AuditAction): boolean {
  return custodyActions.has(action);
}

export function levelOf(action: AuditAction): AuditLevel {
  return levels[action];
}

/** An event is recorded if its rank reaches the threshold. */
export function rankOf(action: AuditAction): number {
  return action === 'change-settings' ? alwaysRank : ranks[levels[action]];
}

export function thresholdOf({ enabled, logLevel }: SecuritySettings['auditLogging']): number {
  return enabled ? ranks[logLevel] : offThreshold;
}
