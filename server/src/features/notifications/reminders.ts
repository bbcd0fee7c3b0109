import { momentText } from '@keydesk/shared/moment-text';
import { plural } from '@keydesk/shared/plural';
import type { Role } from '@keydesk/shared/users/role';
import { nameKeys } from './name-keys.ts';
import type { LoanClaim, NewNotification } from './queries.ts';
import { returnLink } from './return-link.ts';

/** An open loan as messages name it. */
export type RemindedLoan = {
  id: string;
  keyId: string;
  keyNumber: string;
  keyName: string;
  holderId: string;
  holderName: string;
  holderRole: Role;
  dueAt: Date | null;
};

/** When a message is read, as clocks on the campus show it. */
export type MessageClock = { now: Date; timezone: string };

/** The kinds of message that speak of loans which must still be so (`still-true`). */
export type LoanMessageKind = 'due-soon' | 'overdue' | 'unreturned' | 'department' | 'digest';

export function isLoanMessage(kind: string | null | undefined): kind is LoanMessageKind {
  return kind !== null && kind !== undefined && Object.hasOwn(texts, kind);
}

/** The one message of this kind to this person about all these loans. */
export function loanMessage(
  kind: LoanMessageKind,
  userId: string,
  loans: readonly RemindedLoan[],
  clock: MessageClock,
): NewNotification {
  const text = texts[kind](loans, clock);
  return { userId, kind, ...text, claims: loans.map(toClaim) };
}

/** A holder's one reminder for all their keys. */
export function reminderFor(holderId: string, loans: readonly RemindedLoan[]): NewNotification {
  return { userId: holderId, kind: 'overdue', ...overdueText(loans), claims: loans.map(toClaim) };
}

type Text = Omit<NewNotification, 'userId' | 'kind' | 'claims'>;

const texts: Record<
  LoanMessageKind,
  (loans: readonly RemindedLoan[], clock: MessageClock) => Text
> = {
  'due-soon': dueSoonText,
  overdue: overdueText,
  unreturned: unreturnedText,
  department: departmentText,
  digest: digestText,
};

function dueSoonText(loans: readonly RemindedLoan[], clock: MessageClock): Text {
  const one = loans.length === 1;
  return {
    title: 'Key Due Soon',
    message: `${one ? 'This key is' : `These ${loans.length} keys are`} due soon: ${joinKeys(loans, (loan) => `${keyLabel(loan)} at ${dueTime(loan, clock)}`)}.`,
    type: 'key_reminder',
    ...ofOneKey(loans),
    link: returnLink(loans),
  };
}

/** Titles a message about due times that have changed. */
export const dueMovedTitle = 'Due Time Moved';

/** Titles a message about keys whose holders may not keep them any more. */
export const recalledTitle = 'Key Recalled';

/** What is left of a message about moved due times once some of its keys are back. */
export function dueMovedText(loans: readonly RemindedLoan[], clock: MessageClock): Text {
  const one = loans.length === 1;
  return {
    title: dueMovedTitle,
    message: `${one ? 'This key is' : `These ${loans.length} keys are`} now due: ${joinKeys(loans, (loan) => `${keyLabel(loan)} at ${dueTime(loan, clock)}`)}.`,
    ...ofOneKey(loans),
  };
}

function overdueText(loans: readonly RemindedLoan[]): Text {
  return {
    title: 'Key Return Reminder',
    message: `Please return ${plural(loans.length, 'key')}: ${joinKeys(loans, keyLabel)}.`,
    type: 'key_reminder',
    priority: 'high',
    ...ofOneKey(loans),
    link: returnLink(loans),
  };
}

/** The alert to the desk and the admins about keys that were not returned. */
function unreturnedText(loans: readonly RemindedLoan[]): Text {
  return {
    title: 'Unreturned Keys Alert',
    message: `${plural(loans.length, 'key')} still out: ${joinKeys(loans, keyWithHolder)}.`,
    type: 'security_alert',
    priority: 'high',
    link: overdueLink,
  };
}

/** Heads of departments may have no list of what is overdue: no link, unless it is one key. */
function departmentText(loans: readonly RemindedLoan[]): Text {
  return {
    title: 'Overdue Keys of Your Department',
    message: `${plural(loans.length, 'key')} of your department should be back by now: ${joinKeys(loans, keyWithHolder)}.`,
    priority: 'high',
    ...ofOneKey(loans),
  };
}

function digestText(loans: readonly RemindedLoan[]): Text {
  return {
    title: 'Overdue Keys Digest',
    message: `${plural(loans.length, 'key')} did not come back in time: ${joinKeys(loans, keyWithHolder)}.`,
    priority: 'high',
    link: overdueLink,
  };
}

const overdueLink = '/dashboard/security/overdue';

function ofOneKey(loans: readonly RemindedLoan[]): Pick<NewNotification, 'aboutId' | 'loanId'> {
  const [first] = loans;
  return first && loans.length === 1 ? { aboutId: first.keyId, loanId: first.id } : {};
}

function toClaim({ id, dueAt }: RemindedLoan): LoanClaim {
  return { loanId: id, dueAt };
}

function joinKeys(loans: readonly RemindedLoan[], text: (loan: RemindedLoan) => string): string {
  const { named, rest } = nameKeys(loans.map(text));
  return rest > 0 ? `${named.join(', ')} and ${plural(rest, 'key')} more` : named.join(', ');
}

function keyLabel({ keyNumber, keyName }: RemindedLoan): string {
  return `${keyNumber} (${keyName})`;
}

function keyWithHolder({ keyNumber, holderName }: RemindedLoan): string {
  return `${keyNumber} with ${holderName}`;
}

function dueTime({ dueAt }: RemindedLoan, { now, timezone }: MessageClock): string {
  return momentText(dueAt ?? now, now, timezone);
}
