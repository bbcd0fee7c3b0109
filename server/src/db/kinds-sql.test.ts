import { incidentKinds, resolutions } from '@keydesk/shared/keys/incident-kinds';
import { identifications, returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, openDatabase } from './client.ts';

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

test.for([
  ['incidents_kind', incidentKinds],
  ['incidents_resolution', resolutions],
  ['loans_return_type', returnTypes],
  ['loans_identified_by', identifications],
] as const)('the database takes the kinds of the table: %s', async ([constraint, table]) => {
  const { rows } = await db.query<{ rule: string }>(
    'SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = $1',
    [constraint],
  );
  const taken = [...(rows[0]?.rule ?? '').matchAll(/'([^']+)'::text/g)].map(([, name]) => name);
  expect(taken.toSorted()).toEqual(Object.keys(table).toSorted());
});
