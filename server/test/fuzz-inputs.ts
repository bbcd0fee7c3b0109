import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { unusualDates } from './unusual-dates.ts';

type JsonSchema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
};

/** Texts that break naive programs. */
const hostile = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  "' OR 1=1 --",
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd()',
  '-1',
  '1e309',
  '9'.repeat(40),
  'x'.repeat(12_000),
  '__proto__',
  'constructor',
];
const hostileText = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }));

/** Formats of instants and days, some of them valid. */
const moments: Record<string, readonly string[]> = {
  'date-time': [
    '2026-12-24T17:20:00Z',
    '2026-12-24T17:20Z',
    '2199-12-31T23:59:59.999Z',
    ...unusualDates,
  ],
  date: ['2026-12-24', '2199-12-31', '0000-01-01', '9999-12-31', '2026-02-29', '+010000-01-01'],
};

const invalid = fc.oneof(
  fc.jsonValue(),
  hostileText,
  fc.constantFrom(null, true, -0, 1e308, 2 ** 53, [], {}, [[]], { $ne: null }),
);

/** Inputs for a schema, mostly of the right form and partly wrong. `ids` are existing ids. */
export function inputsFor(
  schema: z.ZodType | undefined,
  ids: readonly string[],
): Arbitrary<unknown> {
  return schema
    ? mostlyValid(
        z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
        ids,
      )
    : fc.constant(undefined);
}

function mostlyValid(schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: valid(schema, ids) }, { weight: 1, arbitrary: invalid });
}

function valid(schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => mostlyValid(option, ids)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object':
      return fields(schema.properties ?? {}, ids);
    case 'array':
      return fc.array(mostlyValid(schema.items ?? {}, ids), { maxLength: 5 });
    case 'integer':
    case 'number': {
      const { minimum: min = 0, maximum: max = 1_000 } = schema;
      return fc.integer({ min: Math.max(min, -1_000), max: Math.min(max, 1_000_000) });
    }
    case 'boolean':
      return fc.boolean();
    case 'string': {
      const odd = moments[schema.format ?? ''];
      if (odd) return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...odd) }, hostileText);
      return fc.oneof(fc.constantFrom(...ids), fc.string({ minLength: 1 }), hostileText);
    }
    default:
      return invalid;
  }
}

/** Sometimes drops a field or adds one. */
function fields(
  properties: Record<string, JsonSchema>,
  ids: readonly string[],
): Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, mostlyValid(schema, ids)]),
  );
  return fc
    .tuple(
      fc.record(model, { requiredKeys: [] }),
      fc.record(model),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(fc.string(), invalid, { maxKeys: 2 }) },
      ),
      fc.nat(9),
    )
    .map(([some, all, more, dice]) => ({ ...(dice === 0 ? some : all), ...more }));
}
