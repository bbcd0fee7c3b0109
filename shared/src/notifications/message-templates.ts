import type { MessageKind } from './message-kinds.ts';

type MessageTemplateFacts = {
  title: string;
  /** By which people choose how they hear of it. */
  kind: MessageKind;
  /** If not general. */
  type?: 'key_reminder' | 'security_alert' | 'system_alert';
  /** If not medium. */
  priority?: 'high';
};

const alert = { type: 'security_alert', priority: 'high' } as const;
const reminder = { type: 'key_reminder', priority: 'high' } as const;
const systemAlert = { type: 'system_alert', priority: 'high' } as const;

/**
 * Every message that the server sends. What is drawn, where it leads and what becomes of it is decided
 * by these names; titles are only read by people.
 */
export const messageTemplates = {
  'key-taken': { title: 'Key Taken', kind: 'handover' },
  'key-lent': { title: 'Key Taken', kind: 'lent' },
  'key-overridden': { title: 'Key Handed Over by Override', kind: 'access' },
  'key-returned': { title: 'Key Returned', kind: 'handover' },
  'key-back': { title: 'Key Is Back', kind: 'wait' },
  'due-soon': { title: 'Key Due Soon', kind: 'due-soon', type: 'key_reminder' },
  'due-extended': { title: 'Due Time Moved', kind: 'due-soon' },
  'closing-moved': { title: 'Due Time Moved', kind: 'due-soon' },
  'closed-day-moved': { title: 'Due Time Moved', kind: 'due-soon' },
  'key-recalled': { title: 'Key Recalled', kind: 'overdue', ...reminder },
  overdue: { title: 'Key Return Reminder', kind: 'overdue', ...reminder },
  unreturned: { title: 'Unreturned Keys Alert', kind: 'unreturned', ...alert },
  'department-overdue': {
    title: 'Overdue Keys of Your Department',
    kind: 'department',
    priority: 'high',
  },
  'overdue-digest': { title: 'Overdue Keys Digest', kind: 'digest', priority: 'high' },
  'access-requested': { title: 'Access Requested', kind: 'access' },
  'access-approved': { title: 'Access Approved', kind: 'access' },
  'access-denied': { title: 'Access Denied', kind: 'access' },
  'request-expired': { title: 'Request Expired', kind: 'access' },
  'handover-disputed': { title: 'Handover Disputed', kind: 'security', ...alert },
  'dispute-settled': { title: 'Dispute Settled', kind: 'security' },
  'duty-begun': { title: 'Duty Begun', kind: 'duty' },
  'duty-disputed': { title: 'Duty Disputed', kind: 'security', ...alert },
  'codes-refused': { title: 'Security Alert', kind: 'security', ...alert },
  'pin-set': { title: 'Security Alert', kind: 'security', ...alert },
  'pin-locked': { title: 'Security Alert', kind: 'security', ...alert },
  'pin-entry-closed': { title: 'Security Alert', kind: 'security', ...alert },
  'registration-waiting': { title: 'Registration waiting', kind: 'account', ...systemAlert },
  'name-changed': { title: 'Name changed', kind: 'account', type: 'system_alert' },
  'card-added': { title: 'ID Card Added', kind: 'security' },
  'cards-removed': { title: 'ID Cards Removed', kind: 'security' },
  welcome: { title: 'Welcome', kind: 'account' },
  'audit-reduced': { title: 'Audit Log Reduced', kind: 'security', ...alert },
  'backup-failed': { title: 'Backup Failed', kind: 'account', ...systemAlert },
  /** A bundle, which is stored with the kind, type and priority of what it holds. */
  'more-messages': { title: 'More Messages', kind: 'account' },
} as const satisfies Record<string, MessageTemplateFacts>;

export type MessageTemplate = keyof typeof messageTemplates;
export const messageTemplateNames = Object.keys(messageTemplates) as [
  MessageTemplate,
  ...MessageTemplate[],
];

/** What a message of this template is, whatever it says. */
export function factsOfTemplate(template: MessageTemplate): MessageTemplateFacts {
  return messageTemplates[template];
}
