import { listText, type Moment, momentText, namesText } from '@keydesk/shared/core/formats';
import { factsOfTemplate, type MessageTemplate } from '@keydesk/shared/core/message-kinds';
import { plural } from '@keydesk/shared/core/text';
import { closingText } from '@keydesk/shared/due/closing-time';
import { byMomentText } from '@keydesk/shared/due/extensions';
import { may, type Role } from '@keydesk/shared/http/roles';
import {
  type ChosenResolution,
  type IncidentKind,
  resolutions,
} from '@keydesk/shared/keys/incident-kinds';
import type { UndoReason } from '@keydesk/shared/loans/loan';
import { isCollected, type ReturnType } from '@keydesk/shared/loans/loan-kinds';
import { type DisputeResolution, disputeResolutions } from '@keydesk/shared/loans/settlement';

/** Somebody whom a message names, as they were called then. */
export type Named = { id: string; name: string };

type KeyFacts = { keyNumber: string; keyName: string };

/** A loan of which a message is true only as long as it is open and due then (`recheck-before-send`). */
type LoanFacts = { id: string; keyNumber: string; dueAt: Moment | null };

/** A loan as it is named to its holder. */
export type OwnLoan = LoanFacts & { keyId: string; keyName: string; holderRole: Role };

/** A loan as it is named to others. */
export type ReportedLoan = LoanFacts & { holder: Named };

type Report = { loans: readonly ReportedLoan[] };
type ReportedKey = KeyFacts & {
  kind: IncidentKind;
  reporter: Named;
  /** Who has it. */
  holder: Named | null;
  lastSeen: string | null;
};
type UndoneReturn = { guard: Named; returnedAt: Moment; reason: UndoReason; timezone: string };
type MovedLoans = { loans: readonly LoanFacts[]; timezone: string };

/** What is stored of each message: ids and times, and names as they were when it was written. */
export type MessageFacts = {
  'key-taken': KeyFacts;
  /** With `paper` it happened then, and was entered later. */
  'key-lent': {
    keyNumber: string;
    deskName: string | null;
    guard: Named;
    /** To a visitor, before their sponsor had answered. */
    unanswered?: true;
    paper?: { outAt: Moment; backAt: Moment | null; timezone: string };
  };
  /** `deskName` is null where the desk is not known. */
  'visitor-asks': { person: Named; deskName: string | null; until: Moment; timezone: string };
  'sponsor-refuses': { sponsor: Named; person: Named; keyNumbers: readonly string[] };
  'visitor-without-sponsor': MessageFacts['sponsor-refuses'];
  'visitor-allowed': { admin: Named; person: Named };
  'lent-unanswered': KeyFacts & { person: Named; sponsor: Named; guard: Named };
  'key-overridden': KeyFacts & { holder: Named; guard: Named; reason: string };
  /**
   * `returner` is null if it was the holder. With `paper` they entered it later; `keys` are all of a
   * batch, the first one too.
   */
  'key-returned': KeyFacts & {
    returnType: ReturnType;
    returner: Named | null;
    paper?: { backAt: Moment; timezone: string } | null;
    keys?: readonly (KeyFacts & { loanId: string })[];
  };
  'paper-late': KeyFacts & {
    holder: Named;
    guard: Named;
    dueAt: Moment;
    backAt: Moment;
    timezone: string;
  };
  'paper-waits': { keyNumbers: readonly string[]; guard: Named };
  'paper-refused': { keyNumber: string; admin: Named };
  /** Those from before it was stored who undid it have no `undone`. */
  'hand-out-undone': KeyFacts & { undone?: { guard: Named; reason: UndoReason } };
  'return-undone': KeyFacts & { undone?: UndoneReturn };
  'proven-return-undone': KeyFacts & { holder: Named; returner: Named; undone: UndoneReturn };
  'key-reported': ReportedKey;
  'high-key-reported': ReportedKey;
  'many-reported': { reporter: Named; count: number };
  'key-found': KeyFacts & { place: string; contact: string | null };
  'incident-resolved': KeyFacts & { kind: IncidentKind; resolution: ChosenResolution };
  'key-back': KeyFacts;
  'key-not-back': KeyFacts;
  'due-soon': { loans: readonly OwnLoan[]; timezone: string };
  /** Those from before it was stored who moved it have no `guard`. */
  'due-extended': MovedLoans & { guard?: Named };
  'closing-moved': {
    loans: readonly LoanFacts[];
    closes: string;
    /** The date, if it is past midnight. */
    nextDay?: string;
    reason: string;
  };
  'closed-day-moved': MovedLoans;
  'key-recalled': {
    loans: readonly (LoanFacts & { keyId: string; holderRole: Role; reason: string })[];
    timezone: string;
  };
  overdue: { loans: readonly OwnLoan[] };
  unreturned: Report;
  'department-overdue': Report;
  'overdue-digest': Report;
  'access-requested': {
    keyNumber: string;
    person: Named;
    until: Moment;
    purpose: string;
    timezone: string;
  };
  'access-approved': {
    keyId: string;
    keyNumber: string;
    decider: Named;
    until: Moment;
    note: string | null;
    /** Of whoever asked. */
    role: Role;
    timezone: string;
  };
  'access-denied': { keyNumber: string; decider: Named; note: string | null };
  'request-expired': { keyNumber: string; keyIsGone: boolean };
  /**
   * `disputedFor` is the visitor for whom their sponsor, as `holder`, does not vouch, with the keys
   * that they have. Of an undone return `guard` undid it.
   */
  'handover-disputed': {
    keyNumber: string;
    holder: Named;
    disputedFor?: Named;
    keyNumbers?: readonly string[];
    guard: Named;
    deskName: string | null;
    undone?: { returnedAt: Moment; timezone: string };
  };
  /** `recallReason` of a key that was recalled while it was disputed. */
  'dispute-settled': {
    keyNumber: string;
    resolution: DisputeResolution;
    recallReason: string | null;
    undone?: true;
  };
  'duty-begun': { what: 'begun' | 'unlocked'; deskName: string; at: Moment; timezone: string };
  'duty-disputed': { guard: Named; deskName: string; begunAt: Moment; timezone: string };
  'codes-refused': { count: number };
  'pin-set': Record<never, never>;
  'pin-locked': { deskName: string; minutes: number };
  'pin-entry-closed': { failures: number; computer: string; deskName: string; minutes: number };
  'registration-waiting': { person: Named; email: string };
  'name-changed': { person: Named; before: string; email: string };
  'address-changed': { person: Named; before: string; email: string };
  /** By an admin's file instead of at the desk. */
  'card-added': { guard: Named; byFile?: true };
  'cards-removed': { guard: Named; cards: number };
  welcome: Record<never, never>;
  /** A `level` of null is no log at all. */
  'audit-reduced': {
    level: { before: string; after: string | null } | null;
    days: { before: number; after: number } | null;
    admin: Named;
  };
  'backup-failed': { reason: string };
  'more-messages': Record<never, never>;
};

type Message<Facts> = {
  /** Its words to somebody who reads it at this moment. */
  text: (facts: Facts, now: Date) => string;
  /** Its words to the sponsor of a visitor, if the others will not do. */
  ofVisitor?: (facts: Facts, visitor: Named, now: Date) => string;
  /** The page of the application that it leads to. */
  link?: (facts: Facts) => string;
};

const maxNamed = 10;

const messages: { [T in MessageTemplate]: Message<MessageFacts[T]> } = {
  'key-taken': { text: (key) => `You have taken key ${named(key)}.` },
  'key-lent': {
    text({ keyNumber, deskName, guard, paper }, now) {
      if (!paper) return `Key ${keyNumber} was handed to you${atDesk(deskName)} by ${guard.name}.`;
      const { outAt, backAt, timezone } = paper;
      const out = momentText(outAt, now, timezone);
      const had = backAt
        ? `you had key ${keyNumber} from ${out} to ${momentText(backAt, now, timezone)}`
        : `you have had key ${keyNumber} since ${out}`;
      return `From paper: ${had}. Entered${atDesk(deskName)} by ${guard.name}.`;
    },
    ofVisitor: ({ keyNumber, paper, unanswered }, { name }) =>
      `Visitor ${name} ${paper?.backAt ? 'had' : 'has'} key ${keyNumber} on your behalf.${unanswered ? ' The desk had no answer from you.' : ''}`,
  },
  'visitor-asks': {
    text: ({ person, deskName, until, timezone }, now) =>
      `Visitor ${person.name} is at ${deskName ?? 'the desk'} and names you as their sponsor until ${momentText(until, now, timezone)}.`,
  },
  'sponsor-refuses': {
    text: (refused) => `A visitor is refused: ${notVouchedText(refused)}`,
    link: () => overdueLink,
  },
  'visitor-without-sponsor': {
    text: ({ sponsor, person, keyNumbers }) =>
      `A visitor has no sponsor any more: ${sponsor.name}, who vouched for ${person.name}, can have no keys. Recalled: ${keyNumbers.join(', ')}.`,
    link: () => overdueLink,
  },
  'visitor-allowed': {
    text: ({ admin, person }) =>
      `Your refusal was lifted: ${admin.name} lets ${person.name} have keys again.`,
  },
  'lent-unanswered': {
    text: ({ person, sponsor, guard, ...key }) =>
      `Handed out without an answer: ${guard.name} handed key ${named(key)} to ${person.name}. No answer from ${sponsor.name} yet.`,
  },
  'key-overridden': {
    text: ({ holder, guard, reason, ...key }) =>
      `Key ${named(key)} was handed to ${holder.name} by ${guard.name} although rules do not allow it: ${reason}`,
  },
  'key-returned': {
    text({ returnType, returner, paper, keys, ...key }, now) {
      if (keys) {
        const count = plural(keys.length, 'key');
        const names = joinKeys(keys, named);
        return returner
          ? `${count} were returned for you by ${returner.name}: ${names}.`
          : `You have returned ${count}: ${names}.`;
      }
      if (!returner) return `You have returned key ${named(key)}.`;
      if (paper)
        return `From paper: key ${named(key)} has been back since ${momentText(paper.backAt, now, paper.timezone)}. Entered by ${returner.name}.`;
      return isCollected(returnType)
        ? `Key ${named(key)} was collected by ${returner.name}.`
        : `Key ${named(key)} was returned for you by ${returner.name}.`;
    },
  },
  'paper-late': {
    text: ({ holder, guard, dueAt, backAt, timezone, ...key }, now) =>
      `From paper: key ${named(key)}, which ${holder.name} should have brought back by ${momentText(dueAt, now, timezone)}, has been back since ${momentText(backAt, now, timezone)}. Entered by ${guard.name}.`,
  },
  'paper-waits': {
    text({ keyNumbers, guard }) {
      const shown = keyNumbers.slice(0, maxNamed);
      const more = keyNumbers.length - shown.length;
      return `From paper: ${plural(keyNumbers.length, 'line')} by ${guard.name} ${keyNumbers.length === 1 ? 'waits' : 'wait'} for an admin, since Keydesk knows of no outage then. Keys: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
    },
    link: () => '/dashboard/to-decide',
  },
  'paper-refused': {
    text: ({ keyNumber, admin }) =>
      `From paper: your line about key ${keyNumber} was not recorded. ${admin.name} refused it.`,
  },
  'hand-out-undone': {
    text({ keyNumber, undone }) {
      const text = `Key ${keyNumber} was not handed to you after all.`;
      return undone
        ? `${text} Undone by ${undone.guard.name}: ${handOutUndoneFor[undone.reason]}.`
        : text;
    },
  },
  'return-undone': {
    text: ({ keyNumber, undone }, now) =>
      undone
        ? `Your return of key ${keyNumber} at ${undoneText(undone, now)}.`
        : `Key ${keyNumber} did not come back after all. You still have it.`,
    ofVisitor: ({ keyNumber, undone }, { name }, now) =>
      undone
        ? `The return of key ${keyNumber} by ${name} at ${undoneText(undone, now)}.`
        : `For ${name}: Key ${keyNumber} did not come back after all.`,
  },
  'proven-return-undone': {
    text: ({ holder, returner, undone, ...key }, now) =>
      `The proven return of key ${named(key)} by the code of ${returner.name} at ${undoneText(undone, now)}. It is recorded as with ${holder.name} again.`,
  },
  'key-reported': { text: reportedText },
  'high-key-reported': { text: reportedText },
  'many-reported': {
    text: ({ reporter, count }) =>
      `Many keys were reported: ${count} within an hour by ${reporter.name}. Each further report needs a note.`,
    link: () => '/dashboard/admin/incidents',
  },
  'key-found': {
    text: ({ place, contact, ...key }) =>
      `Somebody has found key ${named(key)}: "${place}".${contact ? ` They can be reached: ${contact}` : ''}`,
  },
  'incident-resolved': {
    text: ({ kind, resolution, ...key }) =>
      `Key ${named(key)}, which was reported ${kind}, ${resolutions[resolution].sentence}.`,
  },
  'key-back': { text: (key) => `Key ${named(key)} is back. First come, first served.` },
  'key-not-back': {
    text: (key) => `Key ${named(key)} is not back after all. You will be told when it is.`,
  },
  'due-soon': {
    text({ loans, timezone }, now) {
      const keys = joinKeys(
        loans,
        (loan) => `${named(loan)} at ${momentText(loan.dueAt ?? now, now, timezone)}`,
      );
      return `${loans.length === 1 ? 'This key is' : `These ${loans.length} keys are`} due soon: ${keys}.`;
    },
    link: ({ loans }) => returnLink(loans),
  },
  'due-extended': {
    text: ({ loans, timezone, guard }, now) =>
      [
        ...loans.map(
          (loan) =>
            `Key ${loan.keyNumber} is now due at ${momentText(loan.dueAt ?? now, now, timezone)}.`,
        ),
        ...(guard ? [`Moved by ${guard.name}.`] : []),
      ].join(' '),
  },
  'closing-moved': {
    text: ({ loans, closes, nextDay, reason }) =>
      `The campus closes at ${closingText(closes, nextDay ?? null)}: ${reason}. ${keysAreText(loans)} due then.`,
  },
  'closed-day-moved': {
    text({ loans, timezone }, now) {
      const { named: keys, rest } = nameKeys(
        loans.map(
          (loan) =>
            `key ${loan.keyNumber} is now due ${momentText(loan.dueAt ?? now, now, timezone)}`,
        ),
      );
      if (rest > 0) keys.push(`and ${rest} more are due later`);
      return `The campus is closed when you were to return it, so ${keys.join(', ')}.`;
    },
  },
  'key-recalled': { text: recalledText, link: ({ loans }) => returnLink(loans) },
  overdue: {
    text: ({ loans }) => `Please return ${plural(loans.length, 'key')}: ${joinKeys(loans, named)}.`,
    link: ({ loans }) => returnLink(loans),
  },
  unreturned: {
    text: ({ loans }) =>
      `${plural(loans.length, 'key')} still out: ${joinKeys(loans, withHolder)}.`,
    link: () => overdueLink,
  },
  // Heads of departments may have no list of what is overdue.
  'department-overdue': {
    text: ({ loans }) =>
      `${plural(loans.length, 'key')} of your department should be back by now: ${joinKeys(loans, withHolder)}.`,
  },
  'overdue-digest': {
    text: ({ loans }) =>
      `${plural(loans.length, 'key')} did not come back in time: ${joinKeys(loans, withHolder)}.`,
    link: () => overdueLink,
  },
  // The page that it leads to decides, not the link.
  'access-requested': {
    text: ({ keyNumber, person, until, purpose, timezone }, now) =>
      `Somebody asks for access: ${person.name} wants key ${keyNumber} until ${momentText(until, now, timezone)}: "${purpose}"`,
    link: () => '/dashboard/to-decide',
  },
  'access-approved': {
    text: ({ keyNumber, decider, until, note, timezone }, now) =>
      `You may take key ${keyNumber} until ${momentText(until, now, timezone)}. ${decider.name} approved it${saidText(note)}`,
    link: ({ keyId, role }) =>
      may(role, 'openFacultyPages')
        ? `/dashboard/faculty/keylist?code=key-request.${keyId}`
        : ownAccessLink,
  },
  'access-denied': {
    text: ({ keyNumber, decider, note }) =>
      `Your request for key ${keyNumber} was denied by ${decider.name}${saidText(note)}`,
    link: () => ownAccessLink,
  },
  'request-expired': {
    text: ({ keyNumber, keyIsGone }) =>
      keyIsGone
        ? `Key ${keyNumber} was deleted, so your request for it has ended.`
        : `Nobody has decided about your request for key ${keyNumber} in time.`,
    link: () => ownAccessLink,
  },
  'handover-disputed': {
    text(
      { keyNumber, holder, disputedFor: person, keyNumbers = [], guard, deskName, undone },
      now,
    ) {
      const by = `${atDesk(deskName)} by ${guard.name}.`;
      if (undone)
        return `A handover is disputed: ${holder.name} says that the return of key ${keyNumber}${person ? ` by ${person.name}` : ''} at ${momentText(undone.returnedAt, now, undone.timezone)} was right. It was undone${by}`;
      const said = person
        ? `${notVouchedText({ sponsor: holder, person, keyNumbers })} Key ${keyNumber}`
        : `${holder.name} says that key ${keyNumber} was not handed to them. It`;
      return `A handover is disputed: ${said} was recorded${by}`;
    },
  },
  'dispute-settled': {
    text({ keyNumber, resolution, recallReason, undone }) {
      const { effect, isSponsors } = disputeResolutions[resolution];
      if (isSponsors)
        return `The desk looked into it: key ${keyNumber} was handed out, and it is recorded that you refuse.`;
      if (effect !== 'none')
        return `You were right: key ${keyNumber} is not recorded as with you any more.`;
      const record = undone ? 'not returned then' : 'handed to you';
      const stays = `The desk looked into it: key ${keyNumber} stays recorded as ${record}. If that is wrong, please ask the desk.`;
      return recallReason === null
        ? stays
        : `${stays} It is recalled. ${recallReason} Please bring it to the desk now.`;
    },
  },
  'duty-begun': {
    text: ({ what, deskName, at, timezone }, now) =>
      `Duty ${what} in your name at ${deskName}, ${momentText(at, now, timezone)}.`,
  },
  'duty-disputed': {
    text: ({ guard, deskName, begunAt, timezone }, now) =>
      `A duty is disputed: ${guard.name} says that the one in their name at ${deskName}, ${momentText(begunAt, now, timezone)}, was somebody else’s. It is over, and their PIN is forgotten. What was handed over in it is in the handover log.`,
    link: () => auditLink,
  },
  'codes-refused': {
    text: ({ count }) =>
      `${count} codes that are forged, already used or not ours were shown at the desk within ten minutes.`,
  },
  'pin-set': {
    text: () => 'Your duty PIN was set. If it was not you, set another one and tell an admin.',
    link: () => profileLink,
  },
  'pin-locked': {
    text: ({ deskName, minutes }) =>
      `Your PIN was typed wrongly five times at ${deskName}. It is refused there for ${minutes} minutes. If it was not you, please change it and tell an admin.`,
    link: () => profileLink,
  },
  'pin-entry-closed': {
    text: ({ failures, computer, deskName, minutes }) =>
      `${failures} wrong PINs were typed at ${computer} of ${deskName}. No PIN is taken there for ${minutes} minutes; duty codes are.`,
    link: () => auditLink,
  },
  'registration-waiting': {
    text: ({ person, email }) =>
      `A person has registered: ${person.name} (${email}). Accept or decline them in Manage Users.`,
  },
  'name-changed': {
    text: ({ person, before, email }) =>
      `A person has changed their name: ${before} (${email}) is now ${person.name}.`,
  },
  'address-changed': {
    text: ({ person, before, email }) =>
      `The sign-in provider tells another address of ${person.name}: ${before} is now ${email}.`,
  },
  'card-added': {
    text: ({ guard, byFile }) =>
      `An ID card was added to your account ${byFile ? '' : 'at the desk '}by ${guard.name}. If it is not yours, please tell an admin.`,
    link: () => profileLink,
  },
  'cards-removed': {
    text: ({ guard, cards }) =>
      `${cards === 1 ? 'Your ID card was' : `Your ${cards} ID cards were`} removed from your account at the desk by ${guard.name}. If you did not ask for that, please tell an admin.`,
    link: () => profileLink,
  },
  welcome: { text: () => 'Your registration was accepted.', link: () => '/dashboard' },
  'audit-reduced': {
    text({ level, days, admin }) {
      const changes = [
        level &&
          (level.after
            ? `now records ${level.after} and above instead of ${level.before} and above`
            : 'is switched off'),
        days && `keeps events for ${days.after} days instead of ${days.before}`,
      ];
      return `The audit log ${changes.filter(Boolean).join(', and ')}. Changed by ${admin.name}.`;
    },
  },
  'backup-failed': {
    text: ({ reason }) =>
      `The scheduled backup failed: ${reason}. It is tried again every 15 minutes; the System page shows when it succeeds.`,
  },
  'more-messages': { text: () => 'More messages have come than are shown one by one.' },
};

/** A message as people read it. */
export type MessageContent = { title: string; message: string; link: string | null };

/**
 * What is left to say of each of these messages at this moment (`recheck-before-send`): it names
 * only keys that are out as they were, and as due soon only those that are not due yet. A message
 * of which nothing is left, or that is gone, has no entry.
 */
export type CurrentMessages = (
  ids: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, MessageContent>>;

/** What is stored of a message. Those from before facts were stored have their words instead. */
export type StoredMessage = {
  template: MessageTemplate | null;
  facts: object;
  title: string | null;
  message: string | null;
  link: string | null;
};

/** The words of a stored message to somebody who reads it at this moment. */
export function contentOf(stored: StoredMessage, now: Date): MessageContent {
  const { template, facts, title, message: words, link } = stored;
  if (template === null || words !== null)
    return { title: title ?? '', message: words ?? '', link };
  const { text, ofVisitor, link: linkOf } = messages[template] as Message<never>;
  const content = {
    title: factsOfTemplate(template).title,
    message: text(facts as never, now),
    link: linkOf?.(facts as never) ?? link,
  };
  const { visitor } = facts as { visitor?: Named };
  if (!visitor) return content;
  const forVisitor = `For ${visitor.name}: ${content.message}`;
  // A sponsor has no code for the keys of somebody else.
  return {
    ...content,
    message: ofVisitor?.(facts as never, visitor, now) ?? forVisitor,
    link: null,
  };
}

function notVouchedText({ sponsor, person, keyNumbers }: MessageFacts['sponsor-refuses']): string {
  const keys = keyNumbers.length > 0 ? ` Recalled: ${keyNumbers.join(', ')}.` : '';
  return `${sponsor.name} does not vouch for ${person.name}.${keys}`;
}

function recalledText({ loans, timezone }: MessageFacts['key-recalled'], now: Date): string {
  const by = ({ dueAt }: LoanFacts) => byMomentText(dueAt ?? now, now, timezone);
  const [only, ...more] = loans;
  if (only && more.length === 0)
    return `You may no longer keep key ${only.keyNumber}. ${only.reason} Please bring it to the desk ${by(only)}.`;
  const { named: keys, rest } = nameKeys(
    loans.map((loan) => `${loan.keyNumber} ${by(loan)} (${loan.reason})`),
  );
  if (rest > 0) keys.push(`and ${rest} more`);
  return `You may no longer keep ${loans.length} keys. Please bring them to the desk: ${keys.join(', ')}`;
}

const overdueLink = '/dashboard/security/overdue';
const ownAccessLink = '/dashboard/my-access';
const profileLink = '/dashboard/profile';
const auditLink = '/dashboard/admin/audit';

/** Where the desk sees which keys are out. */
const keysOutLink = '/dashboard/security/unavailable';

/** Opens the code with which a holder returns their key, or all their keys; the desk's list for guards. */
function returnLink(loans: readonly { keyId: string; holderRole: Role }[]): string {
  const [first] = loans;
  if (!first || !may(first.holderRole, 'openFacultyPages')) return keysOutLink;
  const code = loans.length === 1 ? `code=key-return.${first.keyId}` : 'batch=shown';
  return `/dashboard/faculty/taken?${code}`;
}

/** The first of these names of keys, and how many others there are, which a message only counts. */
function nameKeys(names: readonly string[]): { named: string[]; rest: number } {
  return { named: names.slice(0, maxNamed), rest: Math.max(0, names.length - maxNamed) };
}

function joinKeys<Loan>(loans: readonly Loan[], text: (loan: Loan) => string): string {
  const { named: keys, rest } = nameKeys(loans.map(text));
  return namesText(keys, rest, `${plural(rest, 'key')} more`);
}

function keysAreText(loans: readonly LoanFacts[]): string {
  const { named: keys, rest } = nameKeys(loans.map(({ keyNumber }) => keyNumber));
  if (rest > 0) keys.push(`${rest} more`);
  return keys.length === 1 ? `Key ${keys[0]} is` : `Keys ${listText(keys)} are`;
}

function named({ keyNumber, keyName }: KeyFacts): string {
  return `${keyNumber} (${keyName})`;
}

function withHolder({ keyNumber, holder }: ReportedLoan): string {
  return `${keyNumber} with ${holder.name}`;
}

function atDesk(deskName: string | null): string {
  return deskName ? ` at ${deskName}` : '';
}

function saidText(note: string | null): string {
  return note ? `: "${note}"` : '.';
}

/**
 * SQL for a loan `l` of a key `k` and a holder `h` as reminders name it. Times that are compared
 * have milliseconds, as in JavaScript.
 */
export const remindedLoanColumns = `
  l.id, l.key_id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
  jsonb_build_object('id', h.id, 'name', h.name) AS holder, h.role AS "holderRole",
  date_trunc('milliseconds', l.due_at) AS "dueAt"`;

/** An open loan as it is read for reminders. */
export type RemindedLoan = OwnLoan & ReportedLoan & { dueAt: Date | null };

/** What a message to its holder keeps of a loan. */
export function toOwnLoan(loan: OwnLoan): OwnLoan {
  const { id, keyId, keyNumber, keyName, holderRole, dueAt } = loan;
  return { id, keyId, keyNumber, keyName, holderRole, dueAt };
}

/** What a message to others keeps of a loan. */
export function toReportedLoan({ id, keyNumber, holder, dueAt }: ReportedLoan): ReportedLoan {
  return { id, keyNumber, holder, dueAt };
}

/** The key and the loan of a message that is about one alone. */
export function aboutOneKey(loans: readonly { id: string; keyId: string }[]) {
  const [first] = loans;
  return first && loans.length === 1 ? { aboutId: first.keyId, loanId: first.id } : {};
}

function reportedText({ kind, reporter, holder, lastSeen, ...key }: ReportedKey): string {
  const had = holder && holder.id !== reporter.id ? ` ${holder.name} has it.` : '';
  const seen = lastSeen ? ` Last seen: ${lastSeen}` : '';
  return `Key ${named(key)} was reported ${kind} by ${reporter.name}.${had}${seen}`;
}

/** Who undid a return and why, after when it was. */
function undoneText({ guard, returnedAt, reason, timezone }: UndoneReturn, now: Date): string {
  return `${momentText(returnedAt, now, timezone)} was undone by ${guard.name}: ${returnUndoneFor[reason]}`;
}

const handOutUndoneFor: Record<UndoReason, string> = {
  'not-there': 'it is not on its hook',
  mistake: 'it was a wrong scan',
};

const returnUndoneFor: Record<UndoReason, string> = {
  'not-there': 'the key is not here',
  mistake: 'it was recorded by mistake',
};
