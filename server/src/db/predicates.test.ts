import { isOverdue as isOverdueRule } from '@keydesk/shared/due/calendar';
import { mayBorrow as mayBorrowRule, roles } from '@keydesk/shared/http/roles';
import {
  incidentKindNames,
  quietsReminders as quietsRemindersRule,
} from '@keydesk/shared/keys/incident-kinds';
import { standingOf as standingOfRule } from '@keydesk/shared/keys/key';
import { returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { isSamePhone as isSamePhoneRule } from '@keydesk/shared/people/visitor';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/test-database.ts';
import { presentKey } from '../features/keys/present.ts';
import type { KeyRow } from '../features/keys/queries.ts';
import type { Database } from './client.ts';
import {
  isActiveGrant,
  isOverdue,
  isReportedLost,
  isSamePhone,
  isWithin,
  lastSeenOf,
  mayBorrow,
  notSeenSince,
  reportedOf,
  standingOf,
  wasOut,
} from './predicates.ts';

let db: Database;

beforeAll(async () => {
  const own = await openTestDatabase();
  db = own.db;
  return own.close;
});

/** Rows of a table, given as JSON with these columns. */
type Given = { columns: string; rows: readonly object[] };

/** What the database says by the rule of each of these rows, beside tables with these rows alone. */
async function answers<Answer>(
  rule: string,
  { columns, rows }: Given,
  tables: Record<string, Given> = {},
): Promise<Answer[]> {
  const beside = Object.entries(tables).map(
    ([name, table], nth) =>
      `${name} AS (SELECT * FROM json_to_recordset($${nth + 2}) AS t (${table.columns})), `,
  );
  const answer = await db.query<{ said: Answer }>(
    `WITH ${beside.join('')} given AS (
       SELECT * FROM json_array_elements($1) WITH ORDINALITY AS given (one, nth))
     SELECT ${rule} AS said
       FROM given, LATERAL json_to_record(one) AS t (${columns}) ORDER BY nth`,
    [rows, ...Object.values(tables).map((table) => table.rows)].map((each) => JSON.stringify(each)),
  );
  return answer.rows.map(({ said }) => said);
}

function holds(rule: string, columns: string, rows: readonly object[]): Promise<boolean[]> {
  return answers<boolean>(rule, { columns, rows });
}

const text = fc.option(fc.constantFrom('CSE', 'FAC001'), { nil: null });
/** Few enough moments that some are equal. */
const moment = fc.integer({ min: -2, max: 2 }).map((ms) => new Date(1_900_000_000_000 + ms));
const orNone = fc.option(moment, { nil: null });

test('a key was out from its hand-out until its return, and no longer at that moment', async () => {
  const columns = 'taken_at timestamptz, returned_at timestamptz, return_type text, at timestamptz';
  const [before, taken, between, returned] = [0, 1, 2, 3].map(
    (ms) => new Date(1_900_000_000_000 + ms),
  );
  const asked = (returned_at: Date | undefined, at: Date | undefined) => {
    return { taken_at: taken, returned_at, return_type: returned_at ? 'collected' : null, at };
  };
  const closed = [before, taken, between, returned].map((at) => asked(returned, at));
  const open = [before, taken, returned].map((at) => asked(undefined, at));
  expect(await holds(wasOut('t', 't.at'), columns, [...closed, ...open])).toEqual([
    ...[false, true, true, false],
    ...[false, true, true],
  ]);
});

test('who may borrow is the same in SQL as in the rule', async () => {
  const person = fc.record({
    role: fc.constantFrom(...roles),
    department: text,
    facultyId: text,
    deletedAt: orNone,
    suspendedAt: orNone,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 50, maxLength: 50 }), async (people) => {
      const rows = people.map(({ role, department, facultyId, deletedAt, suspendedAt }) => ({
        role,
        department,
        faculty_id: facultyId,
        deleted_at: deletedAt,
        suspended_at: suspendedAt,
      }));
      const columns =
        'role text, department text, faculty_id text, deleted_at timestamptz, suspended_at timestamptz';
      expect(await holds(mayBorrow('t'), columns, rows)).toEqual(
        people.map((one) => !one.deletedAt && !one.suspendedAt && mayBorrowRule(one)),
      );
    }),
    { numRuns: 20 },
  );
});

test('what is overdue is the same in SQL as in the rule, to the millisecond', async () => {
  const loan = fc.record({ graceUntil: orNone, at: moment });
  await fc.assert(
    fc.asyncProperty(fc.array(loan, { minLength: 50, maxLength: 50 }), async (loans) => {
      const rows = loans.map(({ graceUntil, at }) => ({ grace_until: graceUntil, at }));
      expect(
        await holds(isOverdue('t', 't.at'), 'grace_until timestamptz, at timestamptz', rows),
      ).toEqual(
        loans.map(({ graceUntil, at }) =>
          isOverdueRule({ graceUntil: graceUntil?.toISOString() ?? null }, at.getTime()),
        ),
      );
    }),
    { numRuns: 20 },
  );
});

test('where a key is, is the same in SQL as in the rule', async () => {
  const one = fc.record({
    id: fc.option(fc.constant('1'.repeat(24)), { nil: null }),
    blocks: fc.option(fc.boolean(), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 20, maxLength: 20 }), async (keys) => {
      const columns = 'id text, blocks boolean';
      expect(await answers(standingOf('t', 't'), { columns, rows: keys })).toEqual(
        keys.map(({ id, blocks }) => {
          const now = new Date();
          const row = { loanId: id, holderId: null, blocked: blocks ?? false };
          const dates = { createdAt: now, updatedAt: now };
          return standingOfRule(presentKey({ ...row, ...dates } as KeyRow, 'others'));
        }),
      );
    }),
    { numRuns: 10 },
  );
});

const [before, from, last, end] = [0, 1, 2, 3].map((ms) => new Date(1_900_000_000_000 + ms));
const moments = [before, from, last, end];

test('a period holds from its first millisecond, and no longer at its end', async () => {
  const rows = moments.map((at) => ({ valid_from: from, valid_until: end, at }));
  const columns = 'valid_from timestamptz, valid_until timestamptz, at timestamptz';
  expect(await holds(isWithin('t', 't.at'), columns, rows)).toEqual([false, true, true, false]);
  const endless = [{ valid_from: from, valid_until: null, at: end }];
  expect(await holds(isWithin('t', 't.at'), columns, endless)).toEqual([true]);
});

/** Key 1 at each of the moments. */
const key1 = {
  columns: 'id text, at timestamptz',
  rows: moments.map((at) => ({ id: 1, at })),
};

test('a key is reported from the moment of the report, and no longer once it is settled', async () => {
  const incidents = {
    columns: 'key_id text, kind text, reported_at timestamptz, resolved_at timestamptz',
    rows: [{ key_id: 1, kind: 'lost', reported_at: from, resolved_at: end }],
  };
  const reported = await answers(reportedOf('t', 't.at'), key1, { incidents });
  expect(reported).toEqual([null, 'lost', 'lost', null]);
});

test('a key is not seen from the count that missed it until that ends', async () => {
  const tables = {
    count_misses: {
      columns: 'key_id text, count_id text, at timestamptz, ended_at timestamptz',
      rows: [{ key_id: 1, count_id: 1, at: from, ended_at: end }],
    },
    counts: {
      columns: 'id text, begun_at timestamptz, abandoned_at timestamptz',
      rows: [{ id: 1, begun_at: before }],
    },
    loans: {
      columns:
        'id text, key_id text, return_type text, taken_at timestamptz, returned_at timestamptz',
      rows: [],
    },
    count_scans: {
      columns: 'key_id text, count_id text, at timestamptz, removed_at timestamptz',
      rows: [],
    },
    incidents: {
      columns: 'key_id text, loan_id text, reported_at timestamptz, resolved_at timestamptz',
      rows: [],
    },
  };
  const since = await answers(notSeenSince('t', 't.at'), key1, tables);
  expect(since).toEqual([null, from, from, null]);
});

const everyKind = incidentKindNames.flatMap((kind) =>
  [null, end].map((resolvedAt) => ({ kind, resolvedAt })),
);

test('reminders rest while the rule says so of what is reported, and resume after it', async () => {
  const incidents = {
    columns: 'key_id text, kind text, resolved_at timestamptz',
    rows: everyKind.map(({ kind, resolvedAt }, nth) => ({
      key_id: nth,
      kind,
      resolved_at: resolvedAt,
    })),
  };
  const loans = { columns: 'key_id text', rows: everyKind.map((_, nth) => ({ key_id: nth })) };
  expect(await answers(isReportedLost('t'), loans, { incidents })).toEqual(
    everyKind.map(({ kind, resolvedAt }) => resolvedAt === null && quietsRemindersRule(kind)),
  );
});

test('a key was last seen when it came back, or else when it was taken for a use', async () => {
  const ends = Object.entries(returnTypes);
  const loans = {
    columns:
      'id text, key_id text, return_type text, taken_at timestamptz, returned_at timestamptz',
    rows: ends.map(([type], nth) => ({
      key_id: nth,
      return_type: type,
      taken_at: from,
      returned_at: end,
    })),
  };
  const keys = { columns: 'id text', rows: ends.map((_, id) => ({ id })) };
  expect(await answers(lastSeenOf('t'), keys, { loans })).toEqual(
    ends.map(([, { isUse, cameBack }]) => (isUse ? (cameBack ? end : from) : null)),
  );
});

test('a grant that is used up lasts while the key is out by it', async () => {
  const columns = 'key_id text, holder_id text, taken_at timestamptz, returned_at timestamptz';
  const out = { key_id: 1, holder_id: 1, taken_at: from, returned_at: null };
  const grants = {
    columns: `key_id text, user_id text, used_up_at timestamptz, uses_left int,
      revoked_at timestamptz, valid_until timestamptz`,
    rows: [{ key_id: 1, user_id: 1, used_up_at: from, uses_left: 0 }],
  };
  const lasts = (change: Partial<Record<keyof typeof out, unknown>>) =>
    answers(isActiveGrant('t'), grants, { loans: { columns, rows: [{ ...out, ...change }] } });
  expect(await lasts({})).toEqual([true]);
  for (const other of [{ taken_at: last }, { returned_at: end }, { key_id: 2 }, { holder_id: 2 }])
    expect(await lasts(other)).toEqual([false]);
});

test('whether two phone numbers are one is the same in SQL as in the rule', async () => {
  const digits = (least: number) =>
    fc.string({ unit: fc.constantFrom('0', '4'), minLength: least, maxLength: 9 });
  const pair = fc
    .record({
      ...{
        end: digits(6),
        more: digits(0),
        one: fc.constantFrom('', '0', '+'),
        other: fc.constantFrom('', '0', '+'),
      },
      swapped: fc.boolean(),
      differs: fc.boolean(),
    })
    .map(({ end, more, one, other, swapped, differs }) => {
      const two = [`${one}${more}${end}`, `${other}${end}${differs ? '4' : ''}`];
      const [a = '', b = ''] = swapped ? two.reverse() : two;
      return { a, b };
    });
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { minLength: 100, maxLength: 100 }), async (pairs) => {
      expect(await holds(isSamePhone('t.a', 't.b'), 'a text, b text', pairs)).toEqual(
        pairs.map(({ a, b }) => isSamePhoneRule(a, b)),
      );
    }),
    { numRuns: 20 },
  );
});
