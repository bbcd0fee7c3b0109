import { type Permission, permissions, type Role, roleAllows } from '../http/roles.ts';
import { t as kindText } from '../texts/en/message-kind-texts.ts';
import { t as kindLabel } from '../texts/en/message-kinds.ts';

type MessageKindProperties = {
  /** Default ways, besides the list in the application. */
  push: boolean;
  mail: boolean;
  /** Only the way can be chosen: push or email (`must-reach`). */
  required: boolean;
  /** Its messages are never bundled (`never-bundled`). */
  alone?: true;
  /** Both ways are used regardless of preferences. */
  always?: true;
  /** Who gets such messages; default: everyone. */
  for?: Permission;
};

/** Subjects of messages, and their ways. */
const kinds = {
  handover: { push: true, mail: false, required: false, for: 'borrowKeys' },
  'due-soon': { push: true, mail: false, required: false, for: 'borrowKeys' },
  overdue: { push: true, mail: true, required: true, for: 'borrowKeys' },
  unreturned: { push: true, mail: false, required: true, for: 'performHandovers' },
  department: { push: false, mail: true, required: true, for: 'borrowKeys' },
  digest: { push: false, mail: true, required: true, for: 'administer' },
  lent: { push: true, mail: true, required: true, alone: true, for: 'borrowKeys' },
  'your-name': {
    push: true,
    mail: true,
    required: true,
    alone: true,
    always: true,
    for: 'borrowKeys',
  },
  duty: { push: true, mail: true, required: true, alone: true, for: 'performHandovers' },
  incident: { push: true, mail: false, required: true, for: 'borrowKeys' },
  wait: { push: true, mail: false, required: false, for: 'borrowKeys' },
  access: { push: true, mail: true, required: false, for: 'borrowKeys' },
  security: { push: true, mail: true, required: true },
  account: { push: true, mail: false, required: false },
} as const satisfies Record<string, MessageKindProperties>;

export type MessageKind = keyof typeof kinds;
export const messageKinds = Object.keys(kinds) as [MessageKind, ...MessageKind[]];

/** Messages without a recorded kind count as `account`. */
export function rowOfKind(kind: string | null): MessageKindProperties {
  return kinds[(kind ?? 'account') as MessageKind] ?? kinds.account;
}

/** In the order of the list. */
export function messageKindsFor(role: Role): MessageKind[] {
  return messageKinds.filter((kind) => {
    const permission = rowOfKind(kind).for;
    return permission === undefined || roleAllows(role, permissions[permission]);
  });
}

export function kindTextFor(kind: MessageKind, role: Role): string {
  const reader = roleAllows(role, permissions.performHandovers) ? 'desk' : 'others';
  return kindText(kind, { reader });
}

/** A person's chosen ways for a kind. */
export type MessageWays = { push: boolean; mail: boolean };

/** Why these ways do not suffice for a kind (`must-reach`), or null. */
export function preferenceProblem(kind: MessageKind, { push, mail }: MessageWays): string | null {
  if (!rowOfKind(kind).required || push || mail) return null;
  return kindText('cannot-be-off', { kind: kindLabel(kind) });
}

/** Without email, required messages are pushed regardless of preferences. */
export function isPushed(kind: string | null, chosen: boolean | undefined, mailIsSent: boolean) {
  const { push, required, always } = rowOfKind(kind);
  return always || (chosen ?? push) || (required && !mailIsSent);
}

type TemplateProperties = {
  /** The kind for preferences. */
  kind: MessageKind;
  /** Default: general. */
  type?: 'key_reminder' | 'security_alert' | 'system_alert';
  /** Default: medium. */
  priority?: 'high';
  /** Emailed regardless of preferences. */
  alwaysMailed?: true;
  /** Never bundled, like kinds with `alone` (`never-bundled`). */
  alone?: true;
};

const alert = { type: 'security_alert', priority: 'high' } as const;
const reminder = { type: 'key_reminder', priority: 'high' } as const;
const systemAlert = { type: 'system_alert', priority: 'high' } as const;

/** All messages by name; their titles are in `texts/en/message-titles.json`. */
export const messageTemplates = {
  'key-taken': { kind: 'handover' },
  'key-lent': { kind: 'lent' },
  'visitor-asks': { kind: 'lent', priority: 'high' },
  'sponsor-refuses': { kind: 'security', alone: true, ...alert },
  'visitor-without-sponsor': { kind: 'security', alone: true, ...alert },
  'visitor-allowed': { kind: 'lent', priority: 'high', alone: true },
  'lent-unanswered': { kind: 'security', ...alert },
  'key-overridden': { kind: 'access' },
  'key-returned': { kind: 'handover' },
  'paper-late': { kind: 'security', alone: true, ...alert },
  'paper-waits': { kind: 'security', priority: 'high' },
  'paper-refused': { kind: 'account' },
  'hand-out-undone': { kind: 'your-name', priority: 'high' },
  'return-undone': { kind: 'your-name', priority: 'high' },
  'proven-return-undone': { kind: 'security', alone: true, ...alert },
  'key-reported': { kind: 'incident', ...alert },
  'high-key-reported': { kind: 'security', alwaysMailed: true, alone: true, ...alert },
  'many-reported': { kind: 'security', ...alert },
  'key-found': { kind: 'incident', ...alert },
  'incident-resolved': { kind: 'incident' },
  'key-back': { kind: 'wait' },
  'key-not-back': { kind: 'wait', alone: true },
  'due-soon': { kind: 'due-soon', type: 'key_reminder' },
  'due-extended': { kind: 'due-soon' },
  'closing-moved': { kind: 'due-soon' },
  'closed-day-moved': { kind: 'due-soon' },
  'key-recalled': { kind: 'overdue', alone: true, ...reminder },
  overdue: { kind: 'overdue', ...reminder },
  unreturned: { kind: 'unreturned', ...alert },
  'department-overdue': { kind: 'department', priority: 'high' },
  'overdue-digest': { kind: 'digest', priority: 'high' },
  'access-requested': { kind: 'access' },
  'access-approved': { kind: 'access' },
  'access-denied': { kind: 'access' },
  'request-expired': { kind: 'access' },
  'handover-disputed': { kind: 'security', alone: true, ...alert },
  'dispute-settled': { kind: 'security', alone: true },
  'duty-begun': { kind: 'duty' },
  'duty-disputed': { kind: 'security', alone: true, ...alert },
  'codes-refused': { kind: 'security', ...alert },
  'pin-set': { kind: 'security', ...alert },
  'pin-locked': { kind: 'security', ...alert },
  'pin-entry-closed': { kind: 'security', ...alert },
  'registration-waiting': { kind: 'account', ...systemAlert },
  'name-changed': { kind: 'account', type: 'system_alert' },
  'address-changed': { kind: 'account', type: 'system_alert' },
  'card-added': { kind: 'security' },
  'cards-removed': { kind: 'security' },
  welcome: { kind: 'account' },
  'audit-reduced': { kind: 'security', ...alert },
  'backup-failed': { kind: 'account', ...systemAlert },
  /** A bundle is stored with the kind, type and priority of its content. */
  'more-messages': { kind: 'account' },
} as const satisfies Record<string, TemplateProperties>;

export type MessageTemplate = keyof typeof messageTemplates;
export const messageTemplateNames = Object.keys(messageTemplates) as [
  MessageTemplate,
  ...MessageTemplate[],
];

export function rowOfTemplate(template: MessageTemplate): TemplateProperties {
  return messageTemplates[template];
}

/** Messages that correct, dispute, recall, or act in a person's name are never bundled. */
export function isNeverBundled(template: MessageTemplate): boolean {
  const { alone, kind } = rowOfTemplate(template);
  return alone ?? rowOfKind(kind).alone ?? false;
}
