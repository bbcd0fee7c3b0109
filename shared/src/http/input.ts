import { z } from 'zod';

/** An optional filter of a list: `all` means no filter. (The server drops empty query fields.) */
export function optionalFilter<S extends z.ZodType>(values: S) {
  return z.preprocess(
    (value: z.input<S> | 'all' | undefined) => (value === 'all' ? undefined : value),
    values.optional(),
  );
}

/**
 * An optional field of a body, for which null counts as absent. Not for edits: there null could
 * also mean 'make it empty', and is rejected.
 */
export function nullAsUndefined<S extends z.ZodType>(schema: S) {
  return z.preprocess((value: z.input<S> | null) => (value === null ? undefined : value), schema);
}

/**
 * What people read of an input that a schema refuses where the schema says nothing of its own: a
 * sentence that names the field.
 */
export function issueText(issue: z.core.$ZodRawIssue): string {
  const field = fieldName(issue.path ?? []);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is required`
        : `${field} must be ${kinds[issue.expected] ?? 'something else'}`;
    case 'invalid_value':
      return `${field} must be ${choices(issue.values)}`;
    case 'too_small':
      return `${field} must ${bound('at least', issue.minimum, issue.origin)}`;
    case 'too_big':
      return `${field} must ${bound('at most', issue.maximum, issue.origin)}`;
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return `${field} is none of the known ones`;
    default:
      return `${field} is not valid`;
  }
}

/** 'Time range' for `filter.timeRange`. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string') ?? 'input';
  const words = String(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'empty',
};

function choices(values: readonly unknown[]): string {
  const [only, ...more] = values;
  return more.length === 0 ? String(only) : `one of ${values.join(', ')}`;
}

function bound(which: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `have ${which} ${limit} characters`;
  if (origin === 'array' || origin === 'set') return `have ${which} ${limit} entries`;
  return `be ${which} ${limit}`;
}
