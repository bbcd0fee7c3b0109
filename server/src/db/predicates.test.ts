import { isOverdue as isOverdueRule } from '@keydesk/shared/due/calendar';
import { mayBorrow as mayBorrowRule, roles } from '@keydesk/shared/http/roles';
import { standingOf as standingOfRule } from '@keydesk/shared/keys/key';
import { isSamePhone as isSamePhoneRule } from '@keydesk/shared/people/visitor';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { presentKey } from '../features/keys/present.ts';
import type { KeyRow } from '../features/keys/queries.ts';
import { type Database, openDatabase } from './client.ts';
import { isOverdue, isSamePhone, isWithin, mayBorrow, standingOf } from './predicates.ts';

let own: TestDatabase;
let db: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  db = openDatabase(own.url, () => undefined);
});
afterAll(async () => {
  await db.pool.end();
  await own.drop();
});

/** Which of these rows, given as JSON with these columns, the database takes the rule to hold for. */
async function holds(rule: string, columns: string, rows: readonly object[]): Promise<boolean[]> {
  const answer = await db.query<{ held: boolean }>(
    `SELECT ${rule} AS held
       FROM json_array_elements($1) WITH ORDINALITY AS given (one, nth),
            LATERAL json_to_record(one) AS t (${columns}) ORDER BY nth`,
    [JSON.stringify(rows)],
  );
  return answer.rows.map(({ held }) => held);
}

const text = fc.option(fc.constantFrom('CSE', 'FAC001'), { nil: null });
/** Few enough moments that some are equal. */
const moment = fc.integer({ min: -2, max: 2 }).map((ms) => new Date(1_900_000_000_000 + ms));
const orNone = fc.option(moment, { nil: null });

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
      const rows = await db.query<{ standing: string }>(
        `SELECT ${standingOf('t', 't')} AS standing
           FROM json_array_elements($1) WITH ORDINALITY AS given (one, nth),
                LATERAL json_to_record(one) AS t (id text, blocks boolean) ORDER BY nth`,
        [JSON.stringify(keys)],
      );
      expect(rows.rows.map(({ standing }) => standing)).toEqual(
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

test('a period holds from its first millisecond, and no longer at its end', async () => {
  const [before, from, last, end] = [0, 1, 2, 3].map((ms) => new Date(1_900_000_000_000 + ms));
  const rows = [before, from, last, end].map((at) => ({ valid_from: from, valid_until: end, at }));
  const columns = 'valid_from timestamptz, valid_until timestamptz, at timestamptz';
  expect(await holds(isWithin('t', 't.at'), columns, rows)).toEqual([false, true, true, false]);
  const endless = [{ valid_from: from, valid_until: null, at: end }];
  expect(await holds(isWithin('t', 't.at'), columns, endless)).toEqual([true]);
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
      ...{ swapped: fc.boolean(), differs: fc.boolean() },
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
