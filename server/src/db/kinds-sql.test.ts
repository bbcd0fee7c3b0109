import { is } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/test-database.ts';
import * as schema from './schema.ts';

/** The kinds that each column can hold: those of its table of kinds, or of its list. */
const columns = Object.values(schema)
  .filter((table) => is(table, PgTable))
  .map(getTableConfig)
  .flatMap(({ name: table, columns }) =>
    columns.map(({ name, enumValues }) => [`${table}.${toSnakeCase(name)}`, enumValues] as const),
  )
  .filter(([, kinds]) => kinds?.length);

/** By column, the kinds that the database takes. */
let taken: Map<string, string[]>;

beforeAll(async () => {
  const { db, close } = await openTestDatabase();
  const { rows } = await db.query<{ table: string; rule: string }>(
    `SELECT conrelid::regclass::text AS "table", pg_get_constraintdef(oid) AS rule
       FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  taken = new Map(
    rows.flatMap(({ table, rule }) => {
      const [, column, list = ''] =
        /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(rule) ?? [];
      const kinds = [...list.matchAll(/'([^']+)'::text/g)].map(([, kind = '']) => kind);
      return column ? [[`${table}.${column}`, kinds.toSorted()]] : [];
    }),
  );
  return close;
});

/** Columns that take any text, whatever kinds are written to them. */
const free = [
  ...['audit_events.level', 'codes.type', 'undone_handovers.return_type'],
  ...['notifications.template', 'notifications.type', 'notifications.priority'],
  ...['notifications.kind', 'message_preferences.kind', 'mail_outbox.kind'],
];

test.for(columns.filter(([column]) => !free.includes(column)))(
  'the database takes the kinds of the table: %s',
  ([column, kinds]) => {
    expect(taken.get(column)).toEqual(kinds?.toSorted());
  },
);

test('each check of kinds is of such a column, and the others have none', () => {
  const checked = columns.map(([column]) => column).filter((column) => !free.includes(column));
  expect([...taken.keys()].toSorted()).toEqual(checked.toSorted());
});
