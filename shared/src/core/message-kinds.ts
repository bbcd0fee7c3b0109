import { type Permission, permissions, type Role, roleAllows } from '../http/roles.ts';

type MessageKindFacts = {
  label: string;
  text: string;
  /** What it is about for people who are not at the desk, where they get less of it. */
  textForOthers?: string;
  /** The ways by which somebody hears of it who chose nothing; always also in the application. */
  push: boolean;
  mail: boolean;
  /** It cannot be switched off, only moved between push and mail (`must-reach`). */
  required: boolean;
  /** Its messages are never bundled (`told-alone`). */
  alone?: true;
  /** Both ways are used whatever somebody chose. */
  always?: true;
  /** Who gets such messages; without it, everybody. */
  for?: Permission;
};

/** What messages are about, and how people hear of it. */
const kinds = {
  handover: {
    label: 'Handovers',
    text: 'A key that you took is yours, or one that you had is back.',
    push: true,
    mail: false,
    required: false,
    for: 'borrowKeys',
  },
  'due-soon': {
    label: 'Due soon',
    text: 'A key that you have is due shortly, or its due time has changed.',
    push: true,
    mail: false,
    required: false,
    for: 'borrowKeys',
  },
  overdue: {
    label: 'Overdue keys',
    text: 'A key that you have should be back by now.',
    push: true,
    mail: true,
    required: true,
    for: 'borrowKeys',
  },
  unreturned: {
    label: 'Unreturned keys',
    text: 'Keys are still out after their due time.',
    push: true,
    mail: false,
    required: true,
    for: 'performHandovers',
  },
  department: {
    label: 'Overdue keys of my department',
    text: 'Somebody of a department that you head has not brought keys back.',
    push: false,
    mail: true,
    required: true,
    for: 'borrowKeys',
  },
  digest: {
    label: 'Daily digest',
    text: 'Which keys did not come back on the day before.',
    push: false,
    mail: true,
    required: true,
    for: 'administer',
  },
  lent: {
    label: 'Keys lent to your name',
    text: 'The desk handed a key to you without your code. You can say that it was not you.',
    push: true,
    mail: true,
    required: true,
    alone: true,
    for: 'borrowKeys',
  },
  'your-name': {
    label: 'Undone handovers',
    text: 'The desk undid a handover of yours. You can say that your return was right.',
    push: true,
    mail: true,
    required: true,
    alone: true,
    always: true,
    for: 'borrowKeys',
  },
  duty: {
    label: 'Duties by PIN',
    text: 'A duty was begun or unlocked with your PIN. You can say that it was not you.',
    push: true,
    mail: true,
    required: true,
    alone: true,
    for: 'performHandovers',
  },
  incident: {
    label: 'Lost and damaged keys',
    text: 'A key is reported lost, missing or damaged, or that is settled.',
    textForOthers: 'A key that you have or own is reported lost or damaged, or that is settled.',
    push: true,
    mail: false,
    required: true,
    for: 'borrowKeys',
  },
  wait: {
    label: 'Keys you wait for',
    text: 'A key that you wanted is back at the desk, or is not after all.',
    push: true,
    mail: false,
    required: false,
    for: 'borrowKeys',
  },
  access: {
    label: 'Access to keys',
    text: 'Somebody asks for a key that you decide about, or your own request was decided.',
    push: true,
    mail: true,
    required: false,
    for: 'borrowKeys',
  },
  security: {
    label: 'Security',
    text: 'A handover or duty is disputed, a proven return is undone, a line from paper waits or ends a late loan, a PIN is set, a PIN or code is misused, a card is added, or the audit log is reduced.',
    textForOthers:
      'A handover that you disputed is settled, or an ID card was added to your account.',
    push: true,
    mail: true,
    required: true,
  },
  account: {
    label: 'Accounts and system',
    text: 'Registrations, names, and the state of this installation.',
    textForOthers: 'Your own account.',
    push: true,
    mail: false,
    required: false,
  },
} as const satisfies Record<string, MessageKindFacts>;

export type MessageKind = keyof typeof kinds;
export const messageKinds = Object.keys(kinds) as [MessageKind, ...MessageKind[]];

/** The facts of a kind; a message from before kinds were recorded is like one about an account. */
export function factsOfKind(kind: string | null): MessageKindFacts {
  return kinds[(kind ?? 'account') as MessageKind] ?? kinds.account;
}

/** The kinds of message that somebody with this role may get, in the order of the list. */
export function messageKindsFor(role: Role): MessageKind[] {
  return messageKinds.filter((kind) => {
    const permission = factsOfKind(kind).for;
    return permission === undefined || roleAllows(role, permissions[permission]);
  });
}

/** What a kind is about, to somebody with this role. */
export function kindTextFor(kind: MessageKind, role: Role): string {
  const { text, textForOthers = text } = factsOfKind(kind);
  return roleAllows(role, permissions.performHandovers) ? text : textForOthers;
}

/** How somebody wants to receive a kind. */
export type MessageWays = { push: boolean; mail: boolean };

/**
 * Whether these ways will do for a kind (`must-reach`).
 * @returns what is wrong, in words for the person; null if nothing is
 */
export function preferenceProblem(kind: MessageKind, { push, mail }: MessageWays): string | null {
  const { required, label } = factsOfKind(kind);
  if (!required || push || mail) return null;
  return `${label}: these messages cannot be switched off. Keep push or mail.`;
}

/**
 * Whether a message of this kind is pushed to somebody with this choice. Where no mail is sent,
 * required messages go by push whatever was chosen.
 */
export function isPushed(kind: string | null, chosen: boolean | undefined, mailIsSent: boolean) {
  const { push, required, always } = factsOfKind(kind);
  return always || (chosen ?? push) || (required && !mailIsSent);
}

type MessageTemplateFacts = {
  title: string;
  /** By which people choose how they hear of it. */
  kind: MessageKind;
  /** If not general. */
  type?: 'key_reminder' | 'security_alert' | 'system_alert';
  /** If not medium. */
  priority?: 'high';
  /** It is mailed whatever its recipient chose. */
  alwaysMailed?: true;
  /** It is never bundled, as is nothing of a kind that says so (`told-alone`). */
  alone?: true;
};

const alert = { type: 'security_alert', priority: 'high' } as const;
const reminder = { type: 'key_reminder', priority: 'high' } as const;
const systemAlert = { type: 'system_alert', priority: 'high' } as const;

/**
 * Every message that the server sends. What is drawn, where it leads and what becomes of it is
 * decided by these names; titles are only read by people.
 */
export const messageTemplates = {
  'key-taken': { title: 'Key Taken', kind: 'handover' },
  'key-lent': { title: 'Key Taken', kind: 'lent' },
  'visitor-asks': { title: 'Visitor at the Desk', kind: 'lent', priority: 'high' },
  'sponsor-refuses': { title: 'Visitor Refused', kind: 'security', alone: true, ...alert },
  'visitor-without-sponsor': {
    title: 'Visitor Without a Sponsor',
    kind: 'security',
    alone: true,
    ...alert,
  },
  'visitor-allowed': { title: 'Refusal Lifted', kind: 'lent', priority: 'high', alone: true },
  'lent-unanswered': {
    title: 'Handed Out Without an Answer',
    kind: 'security',
    alone: true,
    ...alert,
  },
  'key-overridden': { title: 'Key Handed Over by Override', kind: 'access' },
  'key-returned': { title: 'Key Returned', kind: 'handover' },
  'paper-late': { title: 'Late Key Back From Paper', kind: 'security', alone: true, ...alert },
  'paper-waits': { title: 'Lines From Paper Wait', kind: 'security', priority: 'high' },
  'paper-refused': { title: 'Line From Paper Refused', kind: 'account' },
  'hand-out-undone': { title: 'Handover Undone', kind: 'your-name', priority: 'high' },
  'return-undone': { title: 'Return Undone', kind: 'your-name', priority: 'high' },
  'proven-return-undone': { title: 'Return Undone', kind: 'security', alone: true, ...alert },
  'key-reported': { title: 'Key Reported', kind: 'incident', ...alert },
  'high-key-reported': {
    title: 'High-Security Key Reported',
    kind: 'security',
    alwaysMailed: true,
    alone: true,
    ...alert,
  },
  'many-reported': {
    title: 'Many Keys Reported',
    kind: 'security',
    ...alert,
  },
  'key-found': { title: 'Key Found', kind: 'incident', ...alert },
  'incident-resolved': { title: 'Report Settled', kind: 'incident' },
  'key-back': { title: 'Key Is Back', kind: 'wait' },
  'key-not-back': { title: 'Key Is Not Back', kind: 'wait', alone: true },
  'due-soon': { title: 'Key Due Soon', kind: 'due-soon', type: 'key_reminder' },
  'due-extended': { title: 'Due Time Moved', kind: 'due-soon' },
  'closing-moved': { title: 'Due Time Moved', kind: 'due-soon' },
  'closed-day-moved': { title: 'Due Time Moved', kind: 'due-soon' },
  'key-recalled': { title: 'Key Recalled', kind: 'overdue', alone: true, ...reminder },
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
  'handover-disputed': {
    title: 'Handover Disputed',
    kind: 'security',
    alone: true,
    ...alert,
  },
  'dispute-settled': { title: 'Dispute Settled', kind: 'security', alone: true },
  'duty-begun': { title: 'Duty Begun', kind: 'duty' },
  'duty-disputed': { title: 'Duty Disputed', kind: 'security', alone: true, ...alert },
  'codes-refused': { title: 'Security Alert', kind: 'security', ...alert },
  'pin-set': { title: 'Security Alert', kind: 'security', ...alert },
  'pin-locked': { title: 'Security Alert', kind: 'security', ...alert },
  'pin-entry-closed': { title: 'Security Alert', kind: 'security', ...alert },
  'registration-waiting': { title: 'Registration waiting', kind: 'account', ...systemAlert },
  'name-changed': { title: 'Name changed', kind: 'account', type: 'system_alert' },
  'address-changed': { title: 'Address changed', kind: 'account', type: 'system_alert' },
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

/**
 * Whether each message of this template is told by itself, however many there are: what corrects,
 * disputes or recalls something, and what is done in somebody's name.
 */
export function isToldAlone(template: MessageTemplate): boolean {
  const { alone, kind } = factsOfTemplate(template);
  return alone ?? factsOfKind(kind).alone ?? false;
}
