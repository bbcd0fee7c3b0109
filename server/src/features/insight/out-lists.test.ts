import { api } from '@keydesk/shared/api';
import { hourMs, minuteMs } from '@keydesk/shared/core/dates';
import type { Route } from '@keydesk/shared/http/route';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginDuty, enrolComputer, type TestComputer } from '../../../test/desk-computer.ts';
import { closed, type LoanRow, loanRow, openLoan } from '../../../test/factories/loans.ts';
import { insertUser } from '../../../test/factories/users.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { proofsOf, TestClient } from '../../../test/test-client.ts';
import { unusualDates } from '../../../test/unusual-dates.ts';
import { newId } from '../../db/ids.ts';
import { incidents, loanDisputes, loanExtensions, loans } from '../../db/schema.ts';

const campus = testCampus({ CAMPUS_TIMEZONE: 'Europe/Berlin', PRODUCT_NAME: 'Hochschule am See' });
const admin = campus.resident('admin', { name: 'Vikram Menon' });
const guard = campus.resident('security', { name: 'Gauri Guard' });
const asha = campus.resident('faculty', { name: 'Asha Rao', phone: '+49 30 1234567' });

const start = Date.now();
let mainDesk: string;
let northDesk: string;
let computer: TestComputer;

beforeAll(async () => {
  const add = async (name: string) =>
    (await admin.get(api.addDesk, { body: { name, place: name } })).data.desk.id;
  mainDesk = await add('Main Desk');
  northDesk = await add('North Desk');
  computer = await enrolComputer(campus, northDesk);
});
beforeEach(async () => {
  await campus.db.query('TRUNCATE loans, incidents, loan_disputes, loan_extensions CASCADE');
  await campus.db.query('UPDATE keys SET deleted_at = now()');
});

type KeyFacts = Parameters<typeof campus.key>[0];

/** Asha takes a key that is due in so many hours; without a number it has no due time. */
async function lend(facts: KeyFacts, dueIn: number | null, loan: Partial<LoanRow> = {}) {
  const key = await campus.key({ deskId: mainDesk, ...facts });
  const dueAt = dueIn === null ? null : new Date(start + dueIn * hourMs);
  const parties = { keyId: key.id, holderId: asha.user.id, handedBy: guard.user.id };
  const times = { takenAt: new Date(Date.now() - 30 * hourMs), dueAt, graceUntil: dueAt };
  return openLoan(campus.db, { ...parties, ...times, ...loan });
}

/** The pages of a PDF file, each as one line of text, and its name. */
async function print(
  who: TestClient | TestComputer,
  route: Route,
  query: Record<string, string> = {},
) {
  const proofs = who instanceof TestClient ? proofsOf(who) : who.proofs;
  const address = `${campus.url}/api${route.path}?${new URLSearchParams(query)}`;
  const answer = await fetch(address, { headers: proofs });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())),
  );
  return {
    name: answer.headers.get('content-disposition') ?? '',
    pages: text.map((page) => page.replace(/\s+/g, ' ')),
    text: text.join(' ').replace(/\s+/g, ' '),
  };
}

/** These texts as they follow one another on paper. */
function inOrder(text: string, parts: readonly string[]) {
  return parts
    .filter((part) => text.includes(part))
    .toSorted((one, other) => text.indexOf(one) - text.indexOf(other));
}

describe('the night list', () => {
  test('has each key that is out, late ones first and lost ones last, with whom to ring', async () => {
    await lend({ keyNumber: 'TEN-10' }, 2);
    await lend({ keyNumber: 'TEN-2', keyName: 'Aula', location: 'Haus 3, Raum 12' }, 2);
    await lend({ keyNumber: 'OPEN-1' }, null);
    await lend({ keyNumber: 'LATE-1' }, -1);
    await lend({ keyNumber: 'LATE-2' }, -20);
    const recalled = { recalledAt: new Date(), recallReason: 'Left the group' };
    await lend({ keyNumber: 'BACK-1' }, 0.4, recalled);
    const lost = await lend({ keyNumber: 'LOST-1' }, -25);
    const { keyId } = lost;
    await campus.db.orm.insert(incidents).values({
      id: newId(),
      keyId,
      loanId: lost.id,
      kind: 'lost',
      blocks: true,
      reportedBy: guard.user.id,
    });
    await campus.key({ keyNumber: 'HANGS-1' });
    const { text, name } = await print(guard, api.nightList);
    const numbers = ['LATE-2', 'LATE-1', 'BACK-1', 'TEN-2', 'TEN-10', 'OPEN-1', 'LOST-1'];
    expect(inOrder(text, [...numbers].sort())).toEqual(numbers);
    expect(text).not.toContain('HANGS-1');
    expect(text).toContain('All desks');
    expect(text).toContain('Key Room With Due Signature');
    expect(text).toMatch(/TEN-2 Aula Haus 3, Raum 12 Asha Rao \+49 30 1234567 \d+ \w+, \d\d:\d\d/);
    expect(text).toMatch(
      /LATE-2.* Overdue .*BACK-1.* Recalled .*No due time(?!.*Overdue).* Reported lost/,
    );
    expect(name).toMatch(/^attachment; filename="night-list-\d{4}-\d\d-\d\d-\d{4}\.pdf"$/);
  });

  test('says on each page of which campus, desk and time it is', async () => {
    for (let count = 0; count < 40; count++) await lend({}, 3);
    const { pages } = await print(guard, api.nightList, { desk: mainDesk });
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Hochschule am See');
      expect(page).toContain('Night list');
      expect(page).toContain('Main Desk');
      expect(page).toMatch(/\d{4}, \d\d:\d\d GMT\+[12] \(Europe\/Berlin\)/);
      expect(page).toContain('40 keys out');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
  });

  test('is of one desk with what has no home, at its computer of that desk, else of all', async () => {
    await lend({ keyNumber: 'MAIN-1' }, 1);
    await lend({ keyNumber: 'NORTH-1', deskId: northDesk }, 1);
    await lend({ keyNumber: 'FREE-1', deskId: null }, 1);
    const printed = async (who: TestClient | TestComputer, query?: Record<string, string>) => {
      const { text } = await print(who, api.nightList, query);
      const desk = /(Main Desk|North Desk|All desks)/.exec(text)?.[0];
      return [desk, ...inOrder(text, ['FREE-1', 'MAIN-1', 'NORTH-1']).sort()];
    };
    expect(await printed(guard, { desk: mainDesk })).toEqual(['Main Desk', 'FREE-1', 'MAIN-1']);
    await beginDuty(computer, guard);
    expect(await printed(computer)).toEqual(['North Desk', 'FREE-1', 'NORTH-1']);
    const all = ['All desks', 'FREE-1', 'MAIN-1', 'NORTH-1'];
    expect(await printed(computer, { desk: 'all' })).toEqual(all);
    await computer.get(api.endDuty);
  });

  test('says so when nothing is out', async () => {
    const { pages } = await print(guard, api.nightList);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('No keys out');
  });

  test.each([
    [{ desk: 'north' }, 400],
    [{ colour: 'red' }, 400],
    [{ desk: 'f'.repeat(24) }, 404],
  ])('is refused for %j', async (query, status) => {
    expect((await guard.call(api.nightList, { query: query as never })).status).toBe(status);
    expect((await guard.call(api.outageSheet, { query: query as never })).status).toBe(status);
  });

  test('needs a guard at a computer of a desk', async () => {
    expect(await computer.call(api.nightList)).toMatchObject({
      status: 403,
      body: { error: { code: 'NOBODY_ON_DUTY' } },
    });
  });
});

describe('the outage sheet', () => {
  test('has what is out at the desk by number, then a page of numbered lines', async () => {
    await lend({ keyNumber: 'N-10', deskId: northDesk }, 3);
    await lend({ keyNumber: 'N-9', deskId: northDesk }, -3);
    await lend({ keyNumber: 'MAIN-1' }, 3);
    const { pages, name } = await print(computer, api.outageSheet);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toMatch(
      /North Desk .* 2 keys out .* N-9 .*Asha Rao .* Overdue N-10 .*Asha Rao /,
    );
    expect(pages[0]).toContain(`Asha Rao ${asha.user.facultyId} `);
    expect(pages[0]).toContain('Key Room With Due Back Signature');
    expect(pages[0]).not.toContain('MAIN-1');
    expect(pages[1]).toContain('Key Name ID Out Back Signature 1 2 3 4');
    expect(pages[1]).toMatch(/ 23 24$/);
    expect(name).toContain('outage-sheet-');
  });

  test('is printed for forty desks that ask at the same moment', async () => {
    await lend({ keyNumber: 'N-1', deskId: northDesk }, 3);
    const computers = [];
    for (let count = 0; count < 40; count++) computers.push(await enrolComputer(campus, northDesk));
    const sheets = await Promise.all(computers.map((each) => print(each, api.outageSheet)));
    for (const { text } of sheets) expect(text).toContain('1 key out');
  });

  test('of two thousand keys numbers its pages and has every key once', async () => {
    const keys = await campus.db.query<{ id: string }>(
      `INSERT INTO keys (id, key_number, key_name, location, department, desk_id)
       SELECT 'f' || lpad(to_hex(n), 23, '0'), 'L-' || n, 'Room', 'Block A', 'CSE', $1
         FROM generate_series(1, 2000) n RETURNING id`,
      [mainDesk],
    );
    const parties = { holderId: asha.user.id, handedBy: guard.user.id };
    const rows = keys.rows.map(({ id: keyId }) => loanRow({ ...parties, id: newId(), keyId }));
    for (let from = 0; from < rows.length; from += 500)
      await campus.db.orm.insert(loans).values(rows.slice(from, from + 500));
    const { pages, text } = await print(guard, api.outageSheet);
    expect(new Set(text.match(/L-\d+/g)).size).toBe(2_000);
    expect(text.match(/L-\d+/g)).toHaveLength(2_000);
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  }, 120_000);

  test('is one page of lines when nothing is out', async () => {
    const { pages } = await print(computer, api.outageSheet);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(/No keys out .* 23 24$/);
  });

  test('says with whom a disputed key is recorded, and that they dispute it', async () => {
    const disputed = await lend({ keyNumber: 'D-1' }, 3, { identifiedBy: 'desk' });
    await campus.db.orm
      .insert(loanDisputes)
      .values({ loanId: disputed.id, raisedBy: disputed.holderId, ofReturn: false });
    for (const who of [guard, computer]) {
      const { text } = await print(who, api.outageSheet, { desk: mainDesk });
      expect(text).toMatch(/D-1 .*Recorded with Asha Rao, who disputes it/);
      expect(text).not.toContain('1234567');
    }
    await campus.db.query('UPDATE loan_disputes SET raised_by = $2 WHERE loan_id = $1', [
      disputed.id,
      admin.user.id,
    ]);
    const { text } = await print(computer, api.outageSheet, { desk: mainDesk });
    expect(text).toMatch(/D-1 .*Recorded with Asha Rao\. Vikram Menon disputes it\./);
    expect((await print(guard, api.nightList)).text).toMatch(/Asha Rao .* Disputed/);
  });
});

const csvOf = async (query: Record<string, string> = {}) => {
  const { status, body } = await admin.call(api.whoHasWhatCsv, { query });
  expect(status).toBe(200);
  const [heading = '', ...lines] = String(body.text).replace('\ufeff', '').trim().split('\r\n');
  return { heading, lines };
};

describe('who has what', () => {
  test('is a list of each key that was out at a moment, on paper and for spreadsheets', async () => {
    const takenAt = new Date('2026-01-15T08:30:00Z');
    const dueAt = new Date('2026-01-15T16:00:00Z');
    const times = { takenAt, dueAt, graceUntil: dueAt };
    const loan = await lend({ keyNumber: 'W-1', keyName: 'Labor', location: 'Haus 1' }, 0, times);
    await campus.db.orm.insert(loans).values(
      closed(
        loanRow({
          ...loan,
          id: newId(),
          keyId: (await campus.key({ keyNumber: 'GONE-1', deletedAt: new Date() })).id,
        }),
        { returnedAt: new Date('2026-01-16T08:00:00Z'), returnType: 'lost' },
      ),
    );
    const moment = '2026-01-15T18:00:00+01:00';
    const { heading, lines } = await csvOf({ moment });
    expect(heading).toBe(
      'Key Number,Key Name,Location,Holder,Email,Faculty ID,Phone,Taken,Due,Handed Over By,Identified By,Remarks',
    );
    const { email, facultyId } = asha.user;
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe(
      `W-1,Labor,Haus 1,Asha Rao,${email},${facultyId},'+49 30 1234567,2026-01-15 09:30:00,2026-01-15 17:00:00,Gauri Guard,code,Overdue`,
    );
    const { text, name } = await print(admin, api.whoHasWhatPdf, { moment });
    expect(text).toContain('Thu, 15 Jan 2026, 18:00 GMT+1 (Europe/Berlin)');
    expect(text).toContain('2 keys out');
    expect(text).toMatch(/GONE-1 .*W-1 Labor Haus 1 Asha Rao/);
    expect(text).toContain(email);
    expect(text).toContain('by code');
    expect(name).toContain('who-has-what-2026-01-15-1800.pdf');
    expect((await csvOf({ moment: '2026-01-16T09:00:00+01:00' })).lines).toHaveLength(1);
    expect((await csvOf()).lines[0]).toContain('W-1');
    const { rows } = await campus.db.query(
      "SELECT details->>'moment' AS moment FROM audit_events WHERE action = 'export-open-loans' AND actor_id = $1 ORDER BY at LIMIT 1",
      [admin.user.id],
    );
    expect(rows).toEqual([{ moment: '2026-01-15T17:00:00.000Z' }]);
  });

  test('is of no time to come and of no strange date', async () => {
    const later = new Date(Date.now() + hourMs).toISOString();
    for (const route of [api.whoHasWhatCsv, api.whoHasWhatPdf]) {
      expect(await admin.call(route, { query: { moment: later } })).toMatchObject({
        status: 400,
        body: { message: 'Choose a time in the past.' },
      });
      for (const moment of unusualDates)
        expect((await admin.call(route, { query: { moment } })).status).toBe(400);
    }
  });

  test('is what a look at every loan says, also while the clocks change', async () => {
    const others = [asha.user, await insertUser(campus.db, { name: 'Nina Berg' })];
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(span, { maxLength: 6 }), { minLength: 3, maxLength: 3 }),
        async (life) => {
          run += 1;
          const known: KnownLoan[] = [];
          for (const [index, spans] of life.entries()) {
            const keyNumber = `R${run}-${index}`;
            const { id: keyId } = await campus.key({ keyNumber });
            let at = 0;
            for (const [nth, { gap, length, type, moves, holder }] of spans.entries()) {
              const from = at + gap;
              const isOpen = type === 'open' && nth === spans.length - 1;
              at = from + length;
              const person = others[holder] ?? asha.user;
              const loan = {
                keyNumber,
                holder: person.name,
                takenAt: slot(from),
                returnedAt: isOpen ? null : slot(at),
                cancelled: type === 'cancelled',
                dues: [slot(from + 4), ...moves.map((_, which) => slot(from + 5 + which))],
                movedAt: moves.map((_, which) =>
                  slot(from + which + sumOf(moves.slice(0, which + 1))),
                ),
              };
              known.push(loan);
              await store(loan, {
                keyId,
                holderId: person.id,
                returnType: type === 'open' ? 'own' : type,
              });
            }
          }
          for (let moment = 0; moment <= 24; moment++) {
            const { lines } = await csvOf({ moment: slot(moment).toISOString() });
            const said = lines.filter((line) => line.startsWith(`R${run}-`)).map(shortLine);
            expect(said.sort()).toEqual(known.flatMap((loan) => lineAt(loan, slot(moment))).sort());
          }
          await campus.db.query('TRUNCATE loans CASCADE');
        },
      ),
      { numRuns: 5 },
    );
  });
});

const span = fc.record({
  gap: fc.nat(3),
  length: fc.nat(6),
  type: fc.constantFrom('own', 'collected', 'cancelled', 'lost', 'open'),
  /** The due time was moved so long after the hand-out or the move before. */
  moves: fc.array(fc.nat(2), { maxLength: 2 }),
  holder: fc.nat(1),
});

type KnownLoan = {
  keyNumber: string;
  holder: string;
  takenAt: Date;
  returnedAt: Date | null;
  cancelled: boolean;
  /** As promised, and after each move. */
  dues: Date[];
  movedAt: Date[];
};

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Half hours around the one that Berlin's clocks show twice, from 01:00 UTC on. */
function slot(count: number): Date {
  return new Date(Date.parse('2025-10-25T21:00:00Z') + count * 30 * minuteMs);
}

async function store(
  { takenAt, returnedAt, dues, movedAt }: KnownLoan,
  {
    keyId,
    holderId,
    returnType,
  }: { keyId: string; holderId: string; returnType: LoanRow['returnType'] },
) {
  const dueAt = dues.at(-1) ?? null;
  const facts = { keyId, holderId, handedBy: guard.user.id, takenAt, dueAt, graceUntil: dueAt };
  const open = loanRow({ ...facts, id: newId() });
  await campus.db.orm
    .insert(loans)
    .values(returnedAt ? closed(open, { returnedAt, returnType }) : open);
  for (const [index, at] of movedAt.entries())
    await campus.db.orm.insert(loanExtensions).values({
      id: newId(),
      loanId: open.id,
      fromDue: dues[index] ?? null,
      toDue: dues[index + 1] ?? takenAt,
      byId: guard.user.id,
      at,
    });
}

/** What the list says of a loan at a moment; nothing unless it was going on. */
function lineAt(loan: KnownLoan, moment: Date): string[] {
  const { takenAt, returnedAt, cancelled, dues, movedAt } = loan;
  const isOut = takenAt <= moment && (returnedAt === null || moment < returnedAt) && !cancelled;
  const due = dues[movedAt.filter((at) => at <= moment).length];
  return isOut ? [[loan.keyNumber, loan.holder, berlin(takenAt), due && berlin(due)].join()] : [];
}

function shortLine(line: string): string {
  const cells = line.split(',');
  return [cells.at(0), cells.at(-9), cells.at(-5), cells.at(-4)].join();
}

/** Summer time ends at 01:00 UTC; the hours before and after that are shown as one. */
function berlin(moment: Date): string {
  const since = moment.getTime() - Date.parse('2025-10-26T01:00:00Z');
  const ahead = since < 0 ? 2 : 1;
  const text = new Date(moment.getTime() + ahead * hourMs).toISOString().slice(0, 19);
  const isTwice = since >= -hourMs && since < hourMs;
  return `${text.replace('T', ' ')}${isTwice ? ` +0${ahead}:00` : ''}`;
}
