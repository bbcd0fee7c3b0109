import { z } from 'zod';
import { dayMs, minuteMs } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import { chosenInstantSchema, idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { momentText } from '../core/formats.ts';
import { adminRoute, dataWith, deskRoute } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import type { IncidentKind } from '../keys/incident-kinds.ts';
import { t } from '../texts/en/paper.ts';

/** A line written on paper while Keydesk was unavailable. */
export type PaperLine = {
  /** Null if there is no such key. */
  key: {
    id: string;
    keyNumber: string;
    /** The open report that prevents hand-outs, and its time. */
    blockedBy: IncidentKind | null;
    blockedSince?: Date | null;
  } | null;
  /** Null if there is no such person. */
  person: { id: string; name: string; borrows: boolean } | null;
  outAt: Date;
  /** Null while it is still out. */
  backAt: Date | null;
};

/** A recorded loan of one of the keys; undone ones are left out. */
export type RecordedLoan = {
  loanId: string;
  keyId: string;
  holder: { id: string; name: string };
  outAt: Date;
  backAt: Date | null;
  /** The holder disputes the loan. */
  disputed: boolean;
};

/** A period in which Keydesk was unavailable, by its own record or an admin's. */
export type Outage = { from: Date; to: Date };

type Times = Pick<PaperLine, 'outAt' | 'backAt'>;

export type PaperVerdict =
  /**
   * Recorded with these times, or waits for an admin, since no outage is known then; `returns` is
   * the id of the open loan that it ends.
   */
  | { outcome: 'ready' | 'waits'; times: Times; returns?: string }
  /** It was entered before. */
  | { outcome: 'recorded-before'; loanId: string }
  /** Left for a person, with what it overlaps: a recorded loan, or another line by its index. */
  | { outcome: 'refused'; error: AppError; loan?: RecordedLoan; otherLine?: number };

/**
 * Judges which lines may be recorded (`nothing-forced`). A line must be consistent and overlap no
 * recorded loan of its key. If two such lines overlap, neither is recorded, since nothing says
 * which is right. A line that ends an open loan replaces it: the other lines are judged against
 * that loan as closed, if the line is recorded. A line outside an outage waits, and so does what
 * depends on it.
 */
export function judgePaper(
  entered: readonly PaperLine[],
  loans: readonly RecordedLoan[],
  clock: Clock & { outages: readonly Outage[] },
): PaperVerdict[] {
  const verdicts = judgeTogether(entered, loans, clock);
  const recordable = verdicts.map(
    (verdict) => verdict.outcome !== 'ready' || isInOutage(verdict, clock.outages),
  );
  const first = entered.filter((_, index) => recordable[index]);
  const now = judgeTogether(first, loans, clock);
  return verdicts.map((verdict, index) => {
    if (verdict.outcome !== 'ready') return verdict;
    const alone = recordable[index] ? now[first.indexOf(entered[index] as PaperLine)] : undefined;
    return alone?.outcome === 'ready' ? alone : { ...verdict, outcome: 'waits' };
  });
}

type Clock = { now: Date; timezone: string };

/** Watches differ from the server's clock, and an outage is noticed a little late. */
const slackMs = 2 * minuteMs;

/** Whether everything new in a line happened in outages; a return's hand-out is known. */
function isInOutage(
  { times: { outAt, backAt }, returns }: { times: Times; returns?: string },
  outages: readonly Outage[],
): boolean {
  const times = returns ? [backAt] : [outAt, backAt];
  return times.every(
    (at) =>
      at === null ||
      outages.some(
        ({ from, to }) =>
          at.getTime() >= from.getTime() - slackMs && at.getTime() <= to.getTime() + slackMs,
      ),
  );
}

function judgeTogether(
  entered: readonly PaperLine[],
  loans: readonly RecordedLoan[],
  clock: Clock,
): PaperVerdict[] {
  const lines = entered.map((line) => exactLine(line, entered, loans));
  const ended = lines.flatMap((line) =>
    line.returns && judgeAlone(line, { loans: [], ended: [] }, clock).outcome === 'ready'
      ? [line.returns]
      : [],
  );
  const alone = lines.map((line) => judgeAlone(line, { loans, ended }, clock));
  const together = alone.map((verdict, index) => {
    const line = lines[index];
    if (verdict.outcome !== 'ready' || !line) return verdict;
    const otherLine = lines.findIndex(
      (other, at) => at !== index && alone[at]?.outcome === 'ready' && overlaps(line, other),
    );
    const other = lines[otherLine];
    if (!other) return verdict;
    const [own, theirs] = [lineText(line, clock), spanText(other.person, other, clock)];
    const error = appError('PAPER_OVERLAPS_LINE', {
      line: own,
      number: otherLine + 1,
      other: theirs,
    });
    return { outcome: 'refused' as const, error, otherLine };
  });
  const really = ended.filter(({ loanId }) =>
    together.some((verdict) => verdict.outcome === 'ready' && verdict.returns === loanId),
  );
  return together.map((verdict, index) => {
    const line = lines[index];
    return verdict.outcome === 'ready' && line
      ? judgeAlone(line, { loans, ended: really }, clock)
      : verdict;
  });
}

type ExactLine = PaperLine & { returns?: RecordedLoan | undefined };

/**
 * A line with the record's precision, since paper has whole minutes. A line that ends an open loan
 * began with it. Any other began when its key had been returned within its first minute.
 */
function exactLine(
  line: PaperLine,
  lines: readonly PaperLine[],
  loans: readonly RecordedLoan[],
): ExactLine {
  const { key, person, outAt, backAt } = line;
  const ofKey = loans.filter(({ keyId }) => keyId === key?.id);
  const open = ofKey.find((loan) => loan.backAt === null && !loan.disputed);
  if (backAt && open && open.holder.id === person?.id && isSameMinute(outAt, open.outAt))
    return { ...line, outAt: open.outAt, returns: open };
  if (outAt.getTime() % minuteMs !== 0) return line;
  const others = lines.filter((other) => other !== line && other.key?.id === key?.id);
  const returned = [...ofKey, ...others].flatMap((span) =>
    span.backAt && isSameMinute(outAt, span.backAt) && (!backAt || span.backAt < backAt)
      ? [span.backAt.getTime()]
      : [],
  );
  return { ...line, outAt: new Date(Math.max(outAt.getTime(), ...returned)) };
}

function isSameMinute(one: Date, other: Date): boolean {
  return Math.floor(one.getTime() / minuteMs) === Math.floor(other.getTime() / minuteMs);
}

/** An outage is over within days, while a wrong date would change old reports. */
const maxAgeDays = 7;

/** `ended` are loans that other lines end. A return needs no holder who may borrow. */
function judgeAlone(
  line: ExactLine,
  { loans, ended }: { loans: readonly RecordedLoan[]; ended: readonly RecordedLoan[] },
  clock: Clock,
): PaperVerdict {
  const { key, person, outAt, backAt, returns } = line;
  const { now } = clock;
  if (!key) return refused(appError('KEY_NOT_FOUND'));
  if (!person) return refused(appError('PERSON_NOT_FOUND'));
  const before = loans.find((loan) => isSame(line, loan));
  if (before) return { outcome: 'recorded-before', loanId: before.loanId };
  if (!person.borrows && !returns)
    return refused(appError('CANNOT_TAKE_KEYS', { name: person.name }));
  if (outAt > now || (backAt && backAt > now)) return refused(appError('FUTURE_MOMENT'));
  if (backAt && backAt <= outAt) return refused(appError('PAPER_BACK_FIRST'));
  const changed = (returns && backAt) ?? outAt;
  if (now.getTime() - changed.getTime() > maxAgeDays * dayMs)
    return refused(appError('PAPER_TOO_OLD', { days: maxAgeDays }));
  const loan = loans.find(
    (one) => !ended.includes(one) && overlaps(line, { ...one, key: { id: one.keyId } }),
  );
  if (loan) {
    const [own, theirs] = [lineText(line, clock), spanText(loan.holder, loan, clock)];
    const error = appError('PAPER_OVERLAPS_LOAN', {
      line: own,
      loan: theirs,
      standing: loan.backAt === null ? 'out' : 'back',
    });
    return { outcome: 'refused', error, loan };
  }
  const wasReported = !returns && key.blockedSince && key.blockedSince <= outAt;
  if (key.blockedBy && (!backAt || wasReported))
    return refused(
      appError('KEY_REPORTED', { keyNumber: key.keyNumber, condition: key.blockedBy }),
    );
  return {
    outcome: 'ready',
    times: { outAt, backAt },
    ...(returns && { returns: returns.loanId }),
  };
}

function refused(error: AppError): PaperVerdict {
  return { outcome: 'refused', error };
}

/** Whether the loan matches the line to the minute; a line without a return matches any. */
function isSame({ key, person, outAt, backAt }: PaperLine, loan: RecordedLoan): boolean {
  return (
    loan.keyId === key?.id &&
    loan.holder.id === person?.id &&
    isSameMinute(loan.outAt, outAt) &&
    (backAt === null || (loan.backAt !== null && isSameMinute(loan.backAt, backAt)))
  );
}

type Span = { key: { id: string } | null; outAt: Date; backAt: Date | null };

/** Whether two spans of one key overlap. A returned key can be handed out at the same moment. */
function overlaps(one: Span, other: Span): boolean {
  return (
    one.key !== null &&
    one.key.id === other.key?.id &&
    (other.backAt === null || one.outAt < other.backAt) &&
    (one.backAt === null || other.outAt < one.backAt)
  );
}

/** A loan of a visitor, or a line that becomes one. */
export type VisitorSpan = Times & { fromPaper: boolean };

/**
 * The highest number of other keys a visitor had at this paper hand-out, or at a later one during
 * it: so the order of entry does not matter. Hand-outs at the desk were judged by what was known
 * then, and count from their own time.
 */
export function visitorKeysBeside(line: Times, others: readonly VisitorSpan[]): number {
  const had = ({ outAt, backAt }: Times, at: Date) =>
    outAt <= at && (backAt === null || backAt > at);
  const moments = [
    line.outAt,
    ...others.flatMap((other) => (other.fromPaper && had(line, other.outAt) ? [other.outAt] : [])),
  ];
  return Math.max(...moments.map((at) => others.filter((other) => had(other, at)).length));
}

function lineText(line: PaperLine, clock: Clock): string {
  const holding = spanText(line.person, line, clock);
  return t('line-held', { keyNumber: line.key?.keyNumber ?? '', holding });
}

/** 'Ravi Kumar, 10:05 to 11:00', with the day unless it is today. */
function spanText(
  person: { name: string } | null,
  { outAt, backAt }: Times,
  { now, timezone }: Clock,
): string {
  const [name, from] = [person?.name ?? '', momentText(outAt, now, timezone)];
  return backAt
    ? t('held-from-to', { name, from, to: momentText(backAt, now, timezone) })
    : t('held-since', { name, from });
}

export const maxPaperLines = 200;

const lineSchema = z.strictObject({
  /** A key's number or id. */
  key: z.string().trim().min(1).max(60),
  /** A Faculty ID, an email address, or a person's id. */
  person: z.string().trim().min(1).max(254),
  outAt: chosenInstantSchema,
  /** Absent while it is still out. */
  backAt: nullAsUndefined(chosenInstantSchema.optional()),
});
export type EnteredLine = z.output<typeof lineSchema>;

const lineResultSchema = z.object({
  /** `waits`: for an admin, after it was applied. */
  outcome: z.enum(['ready', 'recorded', 'recorded-before', 'refused', 'waits']),
  key: z.object({ id: idSchema, keyNumber: z.string(), keyName: z.string() }).nullable(),
  person: namedSchema.nullable(),
  /** The recorded loan, or the one that it ends. */
  loanId: idSchema.optional(),
  /** It ended an existing loan. */
  returned: z.literal(true).optional(),
  /** The access rule's refusal, which was overridden. */
  against: z.string().optional(),
  /** Why it is refused or waits. */
  code: z.string().optional(),
  message: z.string().optional(),
  /** The recorded loan that it overlaps. */
  loan: z
    .object({
      loanId: idSchema,
      holder: namedSchema,
      outAt: instantSchema,
      backAt: instantSchema.nullable(),
    })
    .optional(),
  /** The index of the line that it overlaps, from 0. */
  otherLine: z.int().optional(),
});
export type PaperLineResult = z.infer<typeof lineResultSchema>;

const waitingLineSchema = z.object({
  id: idSchema,
  key: z.object({ id: idSchema, keyNumber: z.string(), keyName: z.string() }),
  person: namedSchema,
  outAt: instantSchema,
  backAt: instantSchema.nullable(),
  enteredBy: namedSchema,
  enteredAt: instantSchema,
});
export type WaitingLine = z.infer<typeof waitingLineSchema>;

const periodSchema = z.object({
  id: idSchema,
  from: instantSchema,
  to: instantSchema,
  openedBy: namedSchema,
});

const newPeriodSchema = z.strictObject({ from: chosenInstantSchema, to: chosenInstantSchema });
export type NewPaperPeriod = z.output<typeof newPeriodSchema>;

/** Null for a valid period. */
export function periodRefusal({ from, to }: Outage, now: Date): AppError | null {
  if (to > now) return appError('FUTURE_MOMENT');
  if (from >= to) return appError('PERIOD_ENDS_FIRST');
  return now.getTime() - from.getTime() > maxAgeDays * dayMs
    ? appError('PAPER_TOO_OLD', { days: maxAgeDays })
    : null;
}

const paperToDecide = dataWith({
  /** Oldest first. */
  lines: z.array(waitingLineSchema),
  /** Periods that an admin has opened for lines. */
  periods: z.array(periodSchema),
});

export const paperRoutes = {
  listPaper: deskRoute({
    method: 'GET',
    path: '/desk/paper',
    summary: 'The lines from paper that wait for an admin, and the periods that admins have opened',
    response: paperToDecide,
  }),
  openPaperPeriod: adminRoute({
    method: 'POST',
    path: '/desk/paper/periods',
    summary: 'Let lines from paper of this time be recorded without asking an admin',
    body: newPeriodSchema,
    response: paperToDecide,
  }),
  decidePaper: adminRoute({
    method: 'PATCH',
    path: '/desk/paper/:id',
    summary: 'Record a line from paper that waits, by the same rules, or refuse it',
    body: z.strictObject({
      decision: z.enum(['record', 'refuse'], says('record-or-refuse')),
    }),
    response: paperToDecide,
  }),
  enterPaper: deskRoute({
    method: 'POST',
    path: '/desk/paper',
    summary: 'Record the handovers that were written on paper, or say what would be recorded',
    description:
      'With `apply` every line without a fault is recorded, or waits for an admin if Keydesk knows of no outage then. The others change nothing and say why: also what the desk could not have handed out, such as `NO_OVERRIDE` and `OWN_OVERRIDE`. Lines that were entered before are not recorded again.',
    body: z.strictObject({
      lines: z.array(lineSchema).min(1).max(maxPaperLines),
      apply: z.boolean(),
    }),
    response: dataWith({
      /** In the order of the lines. */
      lines: z.array(lineResultSchema),
      /** Number of lines recorded now. */
      recorded: z.int(),
    }),
  }),
};
