import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import { issueText } from './input.ts';
import type { Route } from './route.ts';

const routes: readonly (readonly [string, Route])[] = Object.entries(api);

const wrong = [
  null,
  undefined,
  '',
  'no such choice',
  'x'.repeat(5_000),
  -1,
  0.5,
  1e9,
  true,
  [],
  {},
];

/** What a validator says by itself. */
const validatorsWords =
  /invalid (input|option|discriminator|string|element|key(?! ID)|union)|too (small|big)|expected|received|unrecognized/i;

test.each(routes)('%s refuses wrong values in words for people', (_name, route) => {
  const messages = [route.params, route.query, route.body].flatMap((schema) => {
    if (!schema) return [];
    const whole = [null, 'text', 7, [], ...wrong.map((value) => ({ surplus: value }))];
    return [...whole, ...inputsWithOneWrong(schema)].flatMap(
      (value) => schema.safeParse(value, { error: issueText }).error?.issues ?? [],
    );
  });
  for (const { message } of messages) {
    expect(message).toMatch(/^([A-Z0-9]|qrData)/);
    expect(message).not.toMatch(validatorsWords);
  }
});

test('a sentence names the field and what it may be', () => {
  const schema = z.strictObject({ timeRange: z.enum(['1d', '7d']), limit: z.int().max(5) });
  const said = (value: unknown) =>
    schema.safeParse(value, { error: issueText }).error?.issues.map(({ message }) => message);
  expect(said({ timeRange: 'x', limit: 7, other: 1 })).toEqual([
    'Time range must be one of 1d, 7d',
    'Limit must be at most 5',
    'Unknown field: other',
  ]);
  expect(said({ limit: 'x' })).toEqual([
    'Time range must be one of 1d, 7d',
    'Limit must be a number',
  ]);
});

/** Objects in which each field in turn, also of nested objects, has each wrong value. */
function inputsWithOneWrong(schema: z.ZodType): unknown[] {
  const json: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return inputsOf(json as JsonSchema);
}

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  const?: unknown;
};

function inputsOf(schema: JsonSchema): unknown[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  const constants = Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      field.const === undefined ? [] : [[name, field.const]],
    ),
  );
  return [
    ...Object.entries(properties).flatMap(([name, field]) =>
      [...wrong, ...inputsOf(field)].map((value) => ({ ...constants, [name]: value })),
    ),
    ...(items ? [...wrong, ...inputsOf(items)].map((value) => [value]) : []),
    ...[...anyOf, ...oneOf].flatMap(inputsOf),
  ];
}
