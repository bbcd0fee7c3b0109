import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import type { Route } from '../http/route.ts';
import { chosenInstantSchema } from './fields.ts';

test.each([
  ['2027-03-19T10:00:00+05:30', '2027-03-19T04:30:00.000Z'],
  ['2027-03-19T10:00:00 05:30', '2027-03-19T04:30:00.000Z'],
  ['2027-03-19T10:00:00.123456-0330', '2027-03-19T13:30:00.123Z'],
  ['2027-03-19T10:00+05', '2027-03-19T05:00:00.000Z'],
  ['2027-03-19T10:00:00Z', '2027-03-19T10:00:00.000Z'],
])('%s is taken as %s', (given, instant) => {
  expect(chosenInstantSchema.parse(given)).toBe(instant);
});

test.each([
  '2027-03-19T10:00:00',
  '2027-03-19',
  '2027-02-30T10:00:00Z',
  '2027-03-19T10:00:00+25:00',
  '1999-12-31T23:59:59Z',
  '2200-01-01T00:00:00+00:00',
  'soon',
  1_800_000_000,
  null,
])('%j is refused', (given) => {
  expect(chosenInstantSchema.safeParse(given).success).toBe(false);
});

test('every datetime that comes in may have an offset', () => {
  const routes: readonly Route[] = Object.values(api);
  const patterns = routes.flatMap(({ query, body }) =>
    [query, body].flatMap((schema) =>
      schema ? datetimesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [],
    ),
  );
  expect(patterns.length).toBeGreaterThan(10);
  for (const pattern of patterns) expect('2027-03-19T10:00:00+05:30').toMatch(new RegExp(pattern));
});

/** The patterns of all datetimes in a JSON schema. */
function datetimesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('format' in schema && schema.format === 'date-time' && 'pattern' in schema)
    return [String(schema.pattern)];
  return Object.values(schema).flatMap(datetimesOf);
}
