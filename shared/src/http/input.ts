import { z } from 'zod';
import { t as headingText } from '../texts/en/file-headings.ts';
import { t } from '../texts/en/input.ts';
import { type ParametersOf, spokenLanguage } from '../texts/translator.ts';

/** `all` means no filter. (The server drops empty query fields.) */
export function optionalFilter<S extends z.ZodType>(values: S) {
  return z.preprocess(
    (value: z.input<S> | 'all' | undefined) => (value === 'all' ? undefined : value),
    values.optional(),
  );
}

/** Null counts as absent. Not for edits, where it could also mean 'make it empty'. */
export function nullAsUndefined<S extends z.ZodType>(schema: S) {
  return z.preprocess((value: z.input<S> | null) => (value === null ? undefined : value), schema);
}

/** The default text for a refused input: a sentence that names the field. */
export function issueText(issue: z.core.$ZodRawIssue): string {
  const field = fieldName(issue.path ?? []);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? t('required', { field })
        : t('wrong-kind', { field, kind: kinds[issue.expected] ?? 'unknown' });
    case 'invalid_value':
      return t('one-of', {
        field,
        several: issue.values.length > 1 ? 'yes' : 'no',
        values: issue.values.join(', '),
      });
    case 'too_small':
      return t('at-least', { field, of: boundOf(issue.origin), limit: Number(issue.minimum) });
    case 'too_big':
      return t('at-most', { field, of: boundOf(issue.origin), limit: Number(issue.maximum) });
    case 'unrecognized_keys':
      return t('unknown-field', { names: issue.keys.join(', ') });
    default:
      return t('not-valid', { field });
  }
}

/** 'Time range' for `filter.timeRange`; in other languages as files call it, else its own name. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string');
  if (name === undefined) return t('input');
  const inWords = (between: string) =>
    name.replace(/[A-Z]/g, (letter) => `${between}${letter.toLowerCase()}`);
  const [words, key] = [inWords(' '), inWords('-')];
  if (spokenLanguage() === 'en') return words.charAt(0).toUpperCase() + words.slice(1);
  return headingText.has(key) ? headingText(key) : name;
}

const kinds: Readonly<Record<string, ParametersOf<typeof t>['wrong-kind']['kind']>> = {
  string: 'string',
  number: 'number',
  int: 'int',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  record: 'object',
  null: 'empty',
};

/** Whether a bound limits characters, entries or a number. */
function boundOf(origin: string) {
  if (origin === 'string') return origin;
  return origin === 'array' || origin === 'set' ? 'array' : 'number';
}
