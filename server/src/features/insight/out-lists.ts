import { api } from '@keydesk/shared/api';
import type { Desk } from '@keydesk/shared/campus/campus';
import { sortableTime } from '@keydesk/shared/core/dates';
import { appError } from '@keydesk/shared/core/errors';
import { compareNumbers, dateText, joinedText } from '@keydesk/shared/core/formats';
import { type IncidentKind, quietsReminders } from '@keydesk/shared/keys/incident-kinds';
import { isListedAt } from '@keydesk/shared/keys/key-place';
import { type IdentifiedBy, identifications } from '@keydesk/shared/loans/loan-kinds';
import { overdueBand } from '@keydesk/shared/loans/overdue';
import { shownName } from '@keydesk/shared/people/shown-name';
import type { User } from '@keydesk/shared/people/user';
import { t as disputeText } from '@keydesk/shared/texts/en/disputes';
import { t as kindText } from '@keydesk/shared/texts/en/loan-kinds';
import { t } from '@keydesk/shared/texts/en/printed-lists';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config/config.ts';
import { recordAudit } from '../../core/audit/record.ts';
import { type Column, sendCsv } from '../../core/files/csv.ts';
import { printInThread } from '../../core/files/print-in-thread.ts';
import type { WorkQueue } from '../../core/work-queue.ts';
import { type Connection, databaseNow } from '../../db/client.ts';
import { reportedOf, wasOut } from '../../db/predicates.ts';
import { emailOf, holderName } from '../../db/rows.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { abortOnDisconnect } from '../../http/error-handler.ts';
import { inLanguageOf } from '../../http/language.ts';
import type { Principal } from '../../http/principal.ts';
import type { CurrentCampus } from '../campus/index.ts';
import { identificationCell } from '../keys/index.ts';
import type { PaperList, PaperTable, PaperText } from './pdf/print-list.ts';

export const addOutListRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Pick<Config, 'productName' | 'pdfFonts'>;
  runQueued: WorkQueue;
  timezone: () => string;
}> = (serve, { campus, config, db, runQueued, timezone }) => {
  const { productName, pdfFonts: extraFonts } = config;

  /** Lists are read when their turn comes, so that waiting jobs take no memory. */
  const sendPaper = async (
    reply: FastifyReply,
    { reader, ...work }: { kind: 'list' | 'sheet'; userId: string; reader: User },
    read: () => Promise<Omit<PaperList, 'productName'> & { fileName: string }>,
  ) => {
    const request = { ...work, signal: abortOnDisconnect(reply) };
    const { fileName, pdf } = await inLanguageOf(reader, () =>
      runQueued(request, async (signal) => {
        const { fileName, ...list } = await read();
        const content = { productName, ...list };
        return { fileName, pdf: await printInThread(printScript, { content, extraFonts }, signal) };
      }),
    );
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName}.pdf"`)
      .send(pdf);
  };

  /** Open loans of the requested desk, with the list's header. */
  const readNow = async (asked: string | undefined, { desk: computer }: Principal) => {
    const active = campus.current().desks.filter(({ retired }) => !retired);
    const desk = asked === undefined ? (computer?.desk ?? null) : listedDesk(asked, active);
    const now = await databaseNow(db);
    const all = await loansAt(db, now);
    const loans = desk && active.length > 1 ? all.filter(isListed(active, desk)) : all;
    const clock = clockAt(now, timezone());
    const where = active.length > 1 ? [desk?.name ?? t('all-desks')] : [];
    return {
      loans,
      clock,
      lines: [...where, clock.headline, t('keys-out', { count: loans.length })],
    };
  };

  /** Loans at the requested moment. */
  const readThen = async (by: User, asked: string | undefined) => {
    const now = await databaseNow(db);
    const moment = asked === undefined ? now : new Date(asked);
    if (moment > now) throw appError('FUTURE_MOMENT');
    const details = { moment: moment.toISOString() };
    await recordAudit(db, { action: 'export-open-loans', actorId: by.id, details });
    return { loans: await loansAt(db, moment), clock: clockAt(moment, timezone()) };
  };

  serve(api.nightList, ({ query, principal, reply }) =>
    sendPaper(reply, listFor(principal), async () => {
      const { loans, clock, lines } = await readNow(query.desk, principal);
      return {
        fileName: fileNameOf('night-list', clock),
        title: t('night-list'),
        lines,
        tables: [nightTable(loans, clock)],
      };
    }),
  );
  serve(api.outageSheet, ({ query, principal, reply }) => {
    const userId = principal.desk?.computer.id ?? principal.user.id;
    return sendPaper(reply, { kind: 'sheet', userId, reader: principal.user }, async () => {
      const { loans, clock, lines } = await readNow(query.desk, principal);
      return {
        fileName: fileNameOf('outage-sheet', clock),
        title: t('outage-sheet'),
        lines,
        tables: loans.length === 0 ? [blankTable()] : [outageTable(loans, clock), blankTable()],
      };
    });
  });
  serve(api.whoHasWhatPdf, ({ query, principal, reply }) =>
    sendPaper(reply, listFor(principal), async () => {
      const { loans, clock } = await readThen(principal.user, query.moment);
      return {
        fileName: fileNameOf('who-has-what', clock),
        title: t('who-has-what'),
        lines: [clock.headline, t('keys-out', { count: loans.length })],
        tables: [whoTable(loans, clock)],
      };
    }),
  );
  serve(api.whoHasWhatCsv, async ({ query, principal, reply }) => {
    const { loans, clock } = await readThen(principal.user, query.moment);
    const file = { name: fileNameOf('who-has-what', clock), language: query.language };
    return sendCsv<OutLoan>(reply, file, {
      columns: csvColumns(clock),
      readPage: async (_last, limit) => loans.splice(0, limit),
    });
  });
};

const printScript = new URL('./pdf/print-list.ts', import.meta.url);

/** Null for all desks. */
function listedDesk(asked: string, active: readonly Desk[]): Desk | null {
  if (asked === 'all') return null;
  const desk = active.find(({ id }) => id === asked);
  if (!desk) throw appError('NO_SUCH_DESK');
  return desk;
}

function isListed(active: readonly Desk[], { id }: Pick<Desk, 'id'>) {
  return (loan: OutLoan) => isListedAt(loan, active, id);
}

/** Formats of a list's times; `short` omits the year of the list itself. */
type PaperClock = {
  moment: Date;
  headline: string;
  short: (moment: Date) => string;
  /** '2026-03-29 01:30:00', as spreadsheets read it; file names begin with it. */
  full: (moment: Date) => string;
};

function clockAt(moment: Date, timezone: string): PaperClock {
  const full = (other: Date) => sortableTime(other, timezone);
  const yearOf = (other: Date) => full(other).slice(0, 4);
  return {
    moment,
    headline: `${dateText(moment, 'zoned-date-time', timezone)} (${timezone})`,
    short: (other) =>
      dateText(other, yearOf(other) === yearOf(moment) ? 'day-time' : 'date-time', timezone),
    full,
  };
}

function listFor({ user }: Principal) {
  return { kind: 'list', userId: user.id, reader: user } as const;
}

/** 'night-list-2026-03-29-0130' */
function fileNameOf(list: string, { moment, full }: PaperClock): string {
  return `${list}-${full(moment).slice(0, 16).replace(' ', '-').replace(':', '')}`;
}

/** Overdue keys first, lost ones last; then by due time and number. */
function nightTable(loans: readonly OutLoan[], clock: PaperClock): PaperTable {
  const rank = (loan: OutLoan) =>
    quietsReminders(loan.reported) ? 2 : isLate(loan, clock) ? 0 : 1;
  const due = ({ dueAt }: OutLoan) => dueAt?.getTime() ?? Number.MAX_VALUE;
  return {
    columns: [
      { title: '', width: 12 },
      { title: t('column-key'), width: 62 },
      { title: t('column-room'), width: 128 },
      { title: t('column-with'), width: 107 },
      { title: t('column-due'), width: 65 },
      { title: t('column-signature'), width: 89 },
    ],
    empty: t('keys-out', { count: 0 }),
    rows: loans
      // Equal rows stay ordered by number.
      .toSorted((one, other) => rank(one) - rank(other) || due(one) - due(other))
      .map((loan) => [
        'box',
        ...keyCells(loan),
        [{ text: shownName(loan.holder) }, ...muted(loan.phone)],
        dueTexts(loan, clock),
        [],
      ]),
  };
}

/**
 * Shows no more than a computer without a guard may (`private-address`). The Faculty ID identifies
 * people whose names the PDF fonts cannot print.
 */
function outageTable(loans: readonly OutLoan[], clock: PaperClock): PaperTable {
  return {
    heading: t('out-then'),
    columns: [
      { title: t('column-key'), width: 60 },
      { title: t('column-room'), width: 125 },
      { title: t('column-with'), width: 90 },
      { title: t('column-due'), width: 65 },
      { title: t('column-back'), width: 45 },
      { title: t('column-signature'), width: 78 },
    ],
    rows: loans.map((loan) => [
      ...keyCells(loan),
      [{ text: saidToBeWith(loan) }, ...muted(loan.facultyId)],
      dueTexts({ ...loan, disputed: false }, clock),
      [],
      [],
    ]),
  };
}

/** A visitor's loan is disputed by the sponsor; the visitor may well have the key. */
function saidToBeWith({ disputed, holder: stored, sponsor }: OutLoan): string {
  const holder = shownName(stored);
  if (!disputed) return holder;
  return sponsor === null
    ? disputeText('out.holderDisputes', { holder })
    : disputeText('out.sponsorDisputes', { holder, sponsor });
}

/** A page of blank lines for handovers on paper. */
function blankTable(): PaperTable {
  return {
    heading: t('since'),
    columns: [
      { title: '', width: 18 },
      { title: t('column-key'), width: 65 },
      { title: t('column-name'), width: 125 },
      { title: t('column-id'), width: 75 },
      { title: t('column-out'), width: 45 },
      { title: t('column-back'), width: 45 },
      { title: t('column-signature'), width: 82 },
    ],
    rows: Array.from({ length: 24 }, (_, index) => [[{ text: String(index + 1), style: 'muted' }]]),
    rowHeight: 18,
  };
}

function whoTable(loans: readonly OutLoan[], clock: PaperClock): PaperTable {
  return {
    columns: [
      { title: t('column-key'), width: 60 },
      { title: t('column-room'), width: 125 },
      { title: t('column-with'), width: 132 },
      { title: t('column-since-due'), width: 65 },
      { title: t('column-handed-over-by'), width: 90 },
    ],
    empty: t('keys-out', { count: 0 }),
    rows: loans.map((loan) => [
      ...keyCells(loan),
      [
        { text: joinedText([shownName(loan.holder), loan.facultyId ?? ''].filter(Boolean)) },
        ...muted(loan.email, loan.phone),
      ],
      [{ text: clock.short(loan.takenAt) }, ...dueTexts(loan, clock)],
      [
        { text: shownName(loan.guard) },
        ...muted(loan.identifiedBy && kindText(identifications[loan.identifiedBy].label)),
      ],
    ]),
  };
}

function keyCells({ keyNumber, keyName, location }: OutLoan): PaperText[][] {
  return [[{ text: keyNumber, style: 'number' }], [{ text: keyName }, ...muted(location)]];
}

function dueTexts(loan: OutLoan, clock: PaperClock): PaperText[] {
  const remarks = remarksOf(loan, clock).map((text) => ({ text, style: 'bold' as const }));
  return [{ text: loan.dueAt ? clock.short(loan.dueAt) : t('no-due-time') }, ...remarks];
}

function muted(...texts: readonly (string | null)[]): PaperText[] {
  return texts.flatMap((text) => (text ? [{ text, style: 'muted' as const }] : []));
}

/** Keys reported lost are not requested back. */
function isLate(loan: OutLoan, { moment }: PaperClock): boolean {
  const band = overdueBand(loan, moment);
  return !quietsReminders(loan.reported) && (band === 'late' || band === 'recalled');
}

function remarksOf(loan: OutLoan, clock: PaperClock): string[] {
  return [
    ...(loan.recalledAt ? [t('recalled')] : isLate(loan, clock) ? [t('late')] : []),
    ...(loan.reported ? [t('reported', { kind: loan.reported })] : []),
    ...(loan.disputed ? [t('disputed')] : []),
  ];
}

function csvColumns(clock: PaperClock): readonly Column<OutLoan>[] {
  return [
    ['key-number', (loan) => loan.keyNumber],
    ['key-name', (loan) => loan.keyName],
    ['location', (loan) => loan.location],
    ['holder', (loan) => loan.holder],
    ['email', (loan) => loan.email],
    ['faculty-id', (loan) => loan.facultyId],
    ['phone', (loan) => loan.phone],
    ['taken', (loan) => clock.full(loan.takenAt)],
    ['due', (loan) => loan.dueAt && clock.full(loan.dueAt)],
    ['handed-over-by', (loan) => loan.guard],
    ['identified-by', (loan) => loan.identifiedBy && identificationCell(loan.identifiedBy)],
    ['remarks', (loan) => joinedText(remarksOf(loan, clock))],
  ];
}

/** A loan as of a moment; names and contact data are current. */
type OutLoan = {
  keyNumber: string;
  keyName: string;
  location: string;
  deskId: string | null;
  awayDeskId: string | null;
  holder: string;
  /** The visitor's sponsor. */
  sponsor: string | null;
  email: string | null;
  facultyId: string | null;
  phone: string | null;
  /** The guard who handed it out. */
  guard: string;
  identifiedBy: IdentifiedBy | null;
  takenAt: Date;
  dueAt: Date | null;
  graceUntil: Date | null;
  recalledAt: Date | null;
  reported: IncidentKind | null;
  disputed: boolean;
};

/** Every key that was out at a moment (`who-had-it`), by number. */
async function loansAt(db: Connection, moment: Date): Promise<OutLoan[]> {
  const { rows } = await db.query<OutLoan>({
    name: 'loans-at',
    text: `
    SELECT k.key_number AS "keyNumber", k.key_name AS "keyName", k.location,
           k.desk_id AS "deskId", k.away_desk_id AS "awayDeskId",
           ${holderName('l', 'h')} AS holder, dispute.sponsor, ${emailOf('h')} AS email,
           h.faculty_id AS "facultyId", h.phone,
           giver.name AS guard, l.identified_by AS "identifiedBy", l.taken_at AS "takenAt",
           CASE WHEN moved.id IS NULL THEN l.due_at ELSE moved.from_due END AS "dueAt",
           CASE WHEN moved.id IS NULL THEN l.grace_until
                ELSE moved.from_due + coalesce(l.grace_until - l.due_at, interval '0') END AS "graceUntil",
           CASE WHEN l.recalled_at <= $1 THEN l.recalled_at END AS "recalledAt",
           ${reportedOf('k', '$1')} AS reported,
           dispute.loan_id IS NOT NULL AS disputed
      FROM loans l
      JOIN keys k ON k.id = l.key_id
      JOIN users h ON h.id = l.holder_id
      JOIN users giver ON giver.id = l.handed_by
      LEFT JOIN LATERAL (
           SELECT id, from_due FROM loan_extensions
            WHERE loan_id = l.id AND at > $1 ORDER BY at, id LIMIT 1) moved ON true
      LEFT JOIN LATERAL (
           SELECT d.loan_id, s.name AS sponsor
             FROM loan_disputes d LEFT JOIN users s ON s.id = d.raised_by AND s.id <> l.holder_id
            WHERE d.loan_id = l.id AND d.raised_at <= $1
              AND (d.settled_at IS NULL OR d.settled_at > $1)) dispute ON true
     WHERE ${wasOut('l', '$1')}`,
    values: [moment],
  });
  return rows.sort((one, other) => compareNumbers(one.keyNumber, other.keyNumber));
}
