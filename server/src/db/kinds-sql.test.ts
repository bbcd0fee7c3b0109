import { incidentKinds, resolutions } from '@keydesk/shared/keys/incident-kinds';
import { identifications, returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { disputeResolutions } from '@keydesk/shared/loans/settlement';
import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/test-database.ts';
import type { Database } from './client.ts';

let db: Database;

beforeAll(async () => {
  const own = await openTestDatabase();
  db = own.db;
  return own.close;
});

test.for([
  ['incidents_kind', incidentKinds],
  ['incidents_resolution', resolutions],
  ['loans_return_type', returnTypes],
  ['loans_identified_by', identifications],
  ['loan_disputes_resolution', disputeResolutions],
] as const)('the database takes the kinds of the table: %s', async ([constraint, table]) => {
  const { rows } = await db.query<{ rule: string }>(
    'SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = $1',
    [constraint],
  );
  const taken = [...(rows[0]?.rule ?? '').matchAll(/'([^']+)'::text/g)].map(([, name]) => name);
  expect(taken.toSorted()).toEqual(Object.keys(table).toSorted());
});
