import { causeText, type StoredCause } from '@keydesk/shared/access/refusal-cause';
import {
  dateText,
  joinedText,
  listText,
  type Moment,
  momentText,
  namesText,
} from '@keydesk/shared/core/formats';
import type { MessageKind, MessageTemplate } from '@keydesk/shared/core/message-kinds';
import { may, type Role } from '@keydesk/shared/http/roles';
import type { ChosenResolution, IncidentKind } from '@keydesk/shared/keys/incident-kinds';
import { isCollected, type ReturnType as Returned } from '@keydesk/shared/loans/loan-kinds';
import { type DisputeResolution, disputeResolutions } from '@keydesk/shared/loans/settlement';
import type { UndoReason } from '@keydesk/shared/loans/undo-reasons';
import { showNames } from '@keydesk/shared/people/shown-name';
import { t as kindLabel } from '@keydesk/shared/texts/en/message-kinds';
import { t as titleText } from '@keydesk/shared/texts/en/message-titles';
import { t as recordedText } from '@keydesk/shared/texts/en/recorded';
import { t as sentText } from '@keydesk/shared/texts/en/sent-messages';
import { choice, type ParametersOf, spokenLanguage } from '@keydesk/shared/texts/translator';

/** A person by their name at that time. */
export type Named = { id: string; name: string };

type KeyFacts = { keyNumber: string; keyName: string };

/** The message is true only while this loan is open and due then (`recheck-before-send`). */
type LoanFacts = { id: string; keyNumber: string; dueAt: Moment | null };

/** A loan in messages to its holder. */
export type OwnLoan = LoanFacts & { keyId: string; keyName: string; holderRole: Role };

/** A loan in messages to others. */
export type ReportedLoan = LoanFacts & { holder: Named };

type Report = { loans: readonly ReportedLoan[] };
type ReportedKey = KeyFacts & {
  kind: IncidentKind;
  reporter: Named;
  /** The current holder. */
  holder: Named | null;
  lastSeen: string | null;
};
type UndoneReturn = { guard: Named; returnedAt: Moment; reason: UndoReason; timezone: string };
type MovedLoans = { loans: readonly LoanFacts[]; timezone: string };

/** Stored facts by template: ids, times, and names at the time of writing. */
export type MessageFacts = {
  'key-taken': KeyFacts;
  /** `paper`: it happened at that time and was entered later. */
  'key-lent': {
    keyNumber: string;
    deskName: string | null;
    guard: Named;
    /** Handed to a visitor before the sponsor had answered. */
    unanswered?: true;
    /** An admin (`guard`) says so, who settled a dispute. */
    settled?: true;
    paper?: { outAt: Moment; backAt: Moment | null; timezone: string };
  };
  /** `deskName` is null for an unknown desk. */
  'visitor-asks': { person: Named; deskName: string | null; until: Moment; timezone: string };
  'sponsor-refuses': { sponsor: Named; person: Named; keyNumbers: readonly string[] };
  'visitor-without-sponsor': MessageFacts['sponsor-refuses'];
  'visitor-allowed': { admin: Named; person: Named };
  'lent-unanswered': KeyFacts & { person: Named; sponsor: Named; guard: Named };
  /** Without a reason it is from paper. */
  'key-overridden': KeyFacts & { holder: Named; guard: Named; reason: string | null };
  /** `returner` is null for the holder; `paper`: entered later; `keys`: the whole batch. */
  'key-returned': KeyFacts & {
    returnType: Returned;
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
  /** Older messages have no `undone`. */
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
  /** Older messages have no `guard`. */
  'due-extended': MovedLoans & { guard?: Named };
  'closing-moved': {
    loans: readonly LoanFacts[];
    closes: string;
    /** The date if it is past midnight. */
    nextDay?: string;
    reason: string;
  };
  'closed-day-moved': MovedLoans;
  'key-recalled': {
    loans: readonly (LoanFacts & { keyId: string; holderRole: Role; reason: StoredCause })[];
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
    /** The requester's role. */
    role: Role;
    timezone: string;
  };
  'access-denied': { keyNumber: string; decider: Named; note: string | null };
  'request-expired': { keyNumber: string; keyIsGone: boolean };
  /**
   * `disputedFor`: the visitor refused by the sponsor (`holder`), with their keys. For an undone
   * return `guard` undid it.
   */
  'handover-disputed': {
    /** Missing in older messages. */
    loanId?: string;
    keyNumber: string;
    holder: Named;
    disputedFor?: Named;
    keyNumbers?: readonly string[];
    guard: Named;
    deskName: string | null;
    undone?: { returnedAt: Moment; timezone: string };
  };
  /** `recallReason` of a key that was recalled during the dispute. */
  'dispute-settled': {
    keyNumber: string;
    resolution: DisputeResolution;
    recallReason: StoredCause | null;
    undone?: true;
    /** The visitor, if a sponsor raised the dispute. */
    visitor?: Named;
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
  /** A `level` of null means no log. */
  'audit-reduced': {
    level: { before: string; after: string | null } | null;
    days: { before: number; after: number } | null;
    admin: Named;
  };
  'backup-failed': { reason: string };
  'more-messages': Record<never, never>;
};

type SentMessages = ParametersOf<typeof sentText>;

/** Parameters of a text: names of people, and times in words. */
type Shown<F> = {
  [K in keyof F]: F[K] extends boolean
    ? 'yes' | 'no'
    : Date extends F[K]
      ? string
      : F[K] extends Named
        ? string
        : F[K];
};

/** Templates whose text needs only their facts as parameters. */
type PlainMessage = {
  [T in MessageTemplate & keyof SentMessages]: Shown<MessageFacts[T]> extends Exclude<
    SentMessages[T],
    undefined
  >
    ? T
    : SentMessages[T] extends undefined
      ? T
      : never;
}[MessageTemplate & keyof SentMessages];

type Message<Facts> = {
  /** Default: the template's text with its facts. */
  text: (facts: Facts, say: Saying) => string;
  /** The text to a visitor's sponsor, if it differs. */
  ofVisitor?: (facts: Facts, visitor: string, say: Saying) => string;
  /** The page that it links to. */
  link?: (facts: Facts) => string;
};

type Messages = {
  [T in Exclude<MessageTemplate, PlainMessage>]: Message<MessageFacts[T]>;
} & { [T in PlainMessage]?: Partial<Message<MessageFacts[T]>> };

const maxNamed = 10;

const messages: Messages = {
  'key-lent': {
    text({ guard, paper, ...lent }, { t, shown }) {
      const by = { ...lent, ...desk(lent.deskName), guard: guard.name };
      if (lent.settled) return t('key-lent.settled', by);
      if (!paper) return t('key-lent', by);
      const { outAt, backAt } = shown(paper);
      return t('key-lent.paper', { ...by, outAt, backAt: backAt ?? '', isBack: yesNo(backAt) });
    },
    ofVisitor: ({ keyNumber, paper, unanswered }, visitor, { t }) =>
      t('key-lent.visitor', {
        visitor,
        keyNumber,
        isBack: yesNo(paper?.backAt),
        isUnanswered: yesNo(unanswered),
      }),
  },
  'visitor-asks': {
    text: (facts, { t, shown }) => t('visitor-asks', { ...shown(facts), ...desk(facts.deskName) }),
  },
  'sponsor-refuses': {
    text: (facts, { t, shown }) =>
      t('sponsor-refuses', { ...shown(facts), ...allKeys(facts.keyNumbers) }),
    link: () => overdueLink,
  },
  'visitor-without-sponsor': {
    text: (facts, { t, shown }) =>
      t('visitor-without-sponsor', { ...shown(facts), ...allKeys(facts.keyNumbers) }),
    link: () => overdueLink,
  },
  'key-overridden': {
    text: (facts, { t, shown }) =>
      t('key-overridden', { ...shown(facts), reason: facts.reason ?? recordedText('from-paper') }),
  },
  'key-returned': {
    text({ returnType, returner, paper, keys, ...key }, { t, shown, names }) {
      const by = { ...key, returner: returner?.name ?? '' };
      if (keys) {
        const batch = { ...by, count: keys.length, keys: names(keys, (one) => t('key', one)) };
        return returner ? t('key-returned.batch-for', batch) : t('key-returned.batch', batch);
      }
      if (!returner) return t('key-returned', key);
      if (paper) return t('key-returned.paper', { ...by, ...shown(paper) });
      return t('key-returned.for', { ...by, isCollected: yesNo(isCollected(returnType)) });
    },
  },
  'paper-waits': {
    text({ keyNumbers, guard }, { t, names }) {
      const keys = names(keyNumbers, (one) => one, 'more');
      return t('paper-waits', { count: keyNumbers.length, guard: guard.name, keys });
    },
    link: () => '/dashboard/to-decide',
  },
  'hand-out-undone': {
    text: ({ keyNumber, undone }, { t }) =>
      t('hand-out-undone', {
        keyNumber,
        guard: undone?.guard.name ?? '',
        reason: undone ? choice(undone.reason) : 'unknown',
      }),
  },
  'return-undone': {
    text: (facts, say) => say.t('return-undone', undoneReturn(facts, say)),
    ofVisitor: (facts, visitor, say) =>
      say.t('return-undone.visitor', { ...undoneReturn(facts, say), visitor }),
  },
  'proven-return-undone': {
    text: ({ undone, ...facts }, { t, shown }) =>
      t('proven-return-undone', {
        ...shown(facts),
        ...shown(undone),
        reason: choice(undone.reason),
      }),
  },
  'key-reported': { text: reportedText },
  'high-key-reported': { text: reportedText },
  'many-reported': { link: () => '/dashboard/admin/incidents' },
  'key-found': {
    text: ({ contact, ...found }, { t }) =>
      t('key-found', { ...found, contact: contact ?? '', hasContact: yesNo(contact) }),
  },
  'incident-resolved': {
    text: ({ resolution, ...incident }, { t }) =>
      t('incident-resolved', { ...incident, resolution: choice(resolution) }),
  },
  'due-soon': {
    text({ loans, timezone }, { t, now, time, names }) {
      const keys = names(loans, ({ dueAt, ...key }) =>
        t('due-soon.key', { ...key, dueAt: time(dueAt ?? now, timezone) }),
      );
      return t('due-soon', { count: loans.length, keys });
    },
    link: ({ loans }) => returnLink(loans),
  },
  'due-extended': {
    text({ loans, timezone, guard }, { t, now, time }) {
      const keys = loans.map(({ keyNumber, dueAt }) =>
        t('due-extended.key', { keyNumber, dueAt: time(dueAt ?? now, timezone) }),
      );
      return t('due-extended', {
        keys: keys.join(' '),
        guard: guard?.name ?? '',
        isBySomebody: yesNo(guard),
      });
    },
  },
  'closing-moved': {
    text({ loans, closes, nextDay, reason }, { t, language }) {
      const { named, rest } = firstOf(loans);
      const keys = named.map(({ keyNumber }) => keyNumber);
      if (rest > 0) keys.push(t('more', { count: rest }));
      const day = nextDay ? dateText(nextDay, 'day', 'UTC', language) : '';
      return t('closing-moved', {
        closes,
        day,
        isToday: yesNo(!nextDay),
        reason,
        count: loans.length,
        keys: listText(keys, 'conjunction', language),
      });
    },
  },
  'closed-day-moved': {
    text({ loans, timezone }, { t, now, time, language }) {
      const { named, rest } = firstOf(loans);
      const keys = named.map(({ keyNumber, dueAt }) =>
        t('closed-day-moved.key', { keyNumber, dueAt: time(dueAt ?? now, timezone) }),
      );
      return t('closed-day-moved', { keys: joinedText(keys, 'comma', language), more: rest });
    },
  },
  'key-recalled': {
    text({ loans, timezone }, { t, now, time, language }) {
      const recalled = loans.map(({ keyNumber, reason, dueAt }) => ({
        keyNumber,
        reason: causeText(reason),
        dueAt: time(dueAt ?? now, timezone),
        isNow: yesNo(new Date(dueAt ?? now) <= now),
      }));
      const [only, ...more] = recalled;
      if (only && more.length === 0) return t('key-recalled', only);
      const { named, rest } = firstOf(recalled);
      const keys = joinedText(
        named.map((one) => t('key-recalled.key', one)),
        'comma',
        language,
      );
      return t('key-recalled.many', { count: loans.length, keys, more: rest });
    },
    link: ({ loans }) => returnLink(loans),
  },
  overdue: {
    text: ({ loans }, { t, names }) =>
      t('overdue', { count: loans.length, keys: names(loans, (loan) => t('key', loan)) }),
    link: ({ loans }) => returnLink(loans),
  },
  unreturned: {
    text: (report, say) => say.t('unreturned', reportedLoans(report, say)),
    link: () => overdueLink,
  },
  // Heads of departments may have no list of overdue keys.
  'department-overdue': {
    text: (report, say) => say.t('department-overdue', reportedLoans(report, say)),
  },
  'overdue-digest': {
    text: (report, say) => say.t('overdue-digest', reportedLoans(report, say)),
    link: () => overdueLink,
  },
  // The page decides what the reader may do, not the link.
  'access-requested': { link: () => '/dashboard/to-decide' },
  'access-approved': {
    text: (facts, { t, shown }) => t('access-approved', { ...shown(facts), ...noted(facts) }),
    link: ({ keyId, role }) =>
      may(role, 'openFacultyPages')
        ? `/dashboard/faculty/keylist?code=key-request.${keyId}`
        : ownAccessLink,
  },
  'access-denied': {
    text: (facts, { t, shown }) => t('access-denied', { ...shown(facts), ...noted(facts) }),
    link: () => ownAccessLink,
  },
  'request-expired': { link: () => ownAccessLink },
  'handover-disputed': {
    text({ keyNumber, holder, disputedFor, keyNumbers = [], guard, deskName, undone }, say) {
      const by = { keyNumber, holder: holder.name, guard: guard.name, ...desk(deskName) };
      const person = disputedFor?.name ?? '';
      if (undone)
        return say.t('handover-disputed.return', {
          ...by,
          ...say.shown(undone),
          person,
          isOfVisitor: yesNo(disputedFor),
        });
      return disputedFor
        ? say.t('handover-disputed.visitor', { ...by, person, ...allKeys(keyNumbers) })
        : say.t('handover-disputed', by);
    },
  },
  'dispute-settled': {
    text: settledText,
    ofVisitor: (facts, _, say) => settledText(facts, say),
  },
  'duty-disputed': { link: () => auditLink },
  'pin-set': { link: () => profileLink },
  'pin-locked': { link: () => profileLink },
  'pin-entry-closed': { link: () => auditLink },
  'card-added': {
    text: ({ guard, byFile }, { t }) =>
      t('card-added', { guard: guard.name, isByFile: yesNo(byFile) }),
    link: () => profileLink,
  },
  'cards-removed': { link: () => profileLink },
  welcome: { link: () => '/dashboard' },
  'audit-reduced': {
    text: ({ level, days, admin }, { t }) =>
      t('audit-reduced', {
        admin: admin.name,
        before: level?.before ?? '',
        after: level?.after ?? '',
        daysBefore: days?.before ?? '',
        daysAfter: days?.after ?? '',
        level: !level ? 'same' : level.after ? 'changed' : 'off',
        days: !days ? 'same' : level ? 'too' : 'alone',
      }),
  },
};

export type MessageContent = { title: string; message: string; link: string | null };

/**
 * What each of these messages says now (`recheck-before-send`): only keys that are still out, and
 * as due soon only those not due yet. Messages that are deleted or say nothing any more are
 * missing.
 */
export type CurrentMessages = (
  ids: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, SentMessage>>;

/** In the language of its reader. */
export type SentMessage = MessageContent & { language: string };

/** The number of messages, and the first ones to be rendered. */
export type Bundled = { count: number; first: readonly (StoredMessage & { createdAt: Date })[] };

/** Messages that predate stored facts have texts instead. */
export type StoredMessage = {
  template: MessageTemplate | null;
  facts: object;
  title: string | null;
  message: string | null;
  link: string | null;
};

/** Renders a stored message for a reader at this moment (`text-is-no-protocol`). */
export function contentOf(stored: StoredMessage, now: Date): MessageContent {
  const { template, title, message: words, link } = stored;
  if (template === null || words !== null)
    return { title: title ?? '', message: words ?? '', link };
  const facts = showNames(stored.facts);
  const say = sayingAt(now, spokenLanguage());
  const { text, ofVisitor, link: linkOf }: Partial<Message<never>> = messages[template] ?? {};
  const content = {
    title: titleText(template),
    message:
      text?.(facts as never, say) ?? say.t(template as 'key-taken', say.shown(facts) as KeyFacts),
    link: linkOf?.(facts as never) ?? link,
  };
  const { visitor } = facts as { visitor?: Named };
  if (!visitor) return content;
  const message =
    ofVisitor?.(facts as never, visitor.name, say) ??
    say.t('for-visitor', { visitor: visitor.name, message: content.message });
  // A sponsor has no code for another person's keys.
  return { ...content, message, link: null };
}

export function bundleText(kind: MessageKind | null, { count, first }: Bundled): string {
  return sentText('bundle', {
    count,
    first: first.map((one) => contentOf(one, one.createdAt).message).join(' '),
    others: count - first.length,
    kind: kindLabel(kind ?? 'account'),
  });
}

type Saying = ReturnType<typeof sayingAt>;

/** Formatters of a language, relative to the time of the message. */
function sayingAt(now: Date, language: string) {
  const t = sentText.in(language);
  const time = (moment: Moment, timezone: string) => momentText(moment, now, timezone, language);
  return {
    t,
    now,
    language,
    time,
    shown<F extends object>(facts: F): Shown<F> {
      const { timezone = 'UTC' } = facts as { timezone?: string };
      const entries = Object.entries(facts).map(([name, value]) => [
        name,
        value !== null && isMoment.test(name) ? time(value, timezone) : shownValue(value),
      ]);
      return Object.fromEntries(entries);
    },
    /** Names the first ones and counts the others. */
    names<One>(
      all: readonly One[],
      text: (one: One) => string,
      more: 'more' | 'more-keys' = 'more-keys',
    ) {
      const { named, rest } = firstOf(all);
      return namesText(named.map(text), rest, t(more, { count: rest }), language);
    },
  };
}

/** Facts with these names are times. */
const isMoment = /^(at|until)$|At$/;

function shownValue(value: unknown): unknown {
  return typeof value === 'boolean' ? yesNo(value) : ((value as Named | null)?.name ?? value);
}

function firstOf<One>(all: readonly One[]): { named: readonly One[]; rest: number } {
  return { named: all.slice(0, maxNamed), rest: Math.max(0, all.length - maxNamed) };
}

function yesNo(value: unknown): 'yes' | 'no' {
  return value ? 'yes' : 'no';
}

function desk(deskName: string | null) {
  return { deskName: deskName ?? '', hasDesk: yesNo(deskName) };
}

function allKeys(keyNumbers: readonly string[]) {
  return { count: keyNumbers.length, keys: keyNumbers.join(', ') };
}

function noted({ note }: { note: string | null }) {
  return { note: note ?? '', hasNote: yesNo(note) };
}

function reportedLoans({ loans }: Report, { t, names }: Saying) {
  const text = ({ keyNumber, holder }: ReportedLoan) =>
    t('key-with-holder', { keyNumber, holder: holder.name });
  return { count: loans.length, keys: names(loans, text) };
}

function reportedText({ reporter, holder, lastSeen, ...key }: ReportedKey, { t }: Saying): string {
  return t('key-reported', {
    ...key,
    reporter: reporter.name,
    holder: holder?.name ?? '',
    lastSeen: lastSeen ?? '',
    isWithAnother: yesNo(holder && holder.id !== reporter.id),
    isSeen: yesNo(lastSeen),
  });
}

function settledText(
  { keyNumber, resolution, recallReason, undone, visitor }: MessageFacts['dispute-settled'],
  { t }: Saying,
): string {
  const { effect, isSponsors } = disputeResolutions[resolution];
  const whose = { keyNumber, person: visitor?.name ?? '', isOfVisitor: yesNo(visitor) };
  if (isSponsors) return t('dispute-settled.sponsor', whose);
  if (effect !== 'none') return t('dispute-settled.right', whose);
  return t('dispute-settled', {
    ...whose,
    isOfReturn: yesNo(undone),
    reason: recallReason === null ? '' : causeText(recallReason),
    isRecalled: yesNo(recallReason !== null),
  });
}

function undoneReturn({ keyNumber, undone }: MessageFacts['return-undone'], { shown }: Saying) {
  const { guard, returnedAt } = undone ? shown(undone) : { guard: '', returnedAt: '' };
  const reason = choice(undone?.reason ?? 'mistake');
  return { keyNumber, guard, returnedAt, reason, isKnown: yesNo(undone) };
}

const overdueLink = '/dashboard/security/overdue';
const ownAccessLink = '/dashboard/my-access';
const profileLink = '/dashboard/profile';
const auditLink = '/dashboard/admin/audit';

/** The desk's list of keys that are out. */
const keysOutLink = '/dashboard/security/unavailable';

/** Opens the holder's return code, or the batch code; for guards the desk's list. */
function returnLink(loans: readonly { keyId: string; holderRole: Role }[]): string {
  const [first] = loans;
  if (!first || !may(first.holderRole, 'openFacultyPages')) return keysOutLink;
  const code = loans.length === 1 ? `code=key-return.${first.keyId}` : 'batch=shown';
  return `/dashboard/faculty/taken?${code}`;
}

/** SQL for a loan `l`, key `k` and holder `h`; milliseconds, as JavaScript compares them. */
export const remindedLoanColumns = `
  l.id, l.key_id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
  jsonb_build_object('id', h.id, 'name', h.name) AS holder, h.role AS "holderRole",
  date_trunc('milliseconds', l.due_at) AS "dueAt"`;

export type RemindedLoan = OwnLoan & ReportedLoan & { dueAt: Date | null };

export function toOwnLoan(loan: OwnLoan): OwnLoan {
  const { id, keyId, keyNumber, keyName, holderRole, dueAt } = loan;
  return { id, keyId, keyNumber, keyName, holderRole, dueAt };
}

export function toReportedLoan({ id, keyNumber, holder, dueAt }: ReportedLoan): ReportedLoan {
  return { id, keyNumber, holder, dueAt };
}

/** The key and loan of a message about a single key. */
export function aboutOneKey(loans: readonly { id: string; keyId: string }[]) {
  const [first] = loans;
  return first && loans.length === 1 ? { aboutId: first.keyId, loanId: first.id } : {};
}
