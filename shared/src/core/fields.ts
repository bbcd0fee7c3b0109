import { z } from 'zod';
import { hasLanguage } from '../texts/known-languages.ts';
import { idPattern } from './is-id.ts';
import { type FieldName, says, saysOneLine, saysTooLong } from './schema-texts.ts';
import { isVisibleLine } from './text.ts';

/** 24 lower-case hexadecimal characters. */
export const idSchema = z.string().regex(idPattern, says('invalid-id-format'));

/** ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

const instantForm = says('give-date-time');

const shortForm = /^(.+T\d\d:\d\d)(:[\d.]+)?(?:Z|([ +-])(\d\d):?(\d\d)?)$/;

/** A moment that a person chose, ISO 8601, near today; converted to UTC. */
export const chosenInstantSchema = z.preprocess(
  withWholeTime,
  z.iso
    .datetime({ offset: true, ...instantForm })
    .max(35, instantForm)
    .transform((at) => new Date(at).toISOString())
    .refine((at) => at >= '2000' && at < '2200', says('choose-time-near')),
);

/** Completes short times and offsets; in a URL a plus sign is a space. */
function withWholeTime(value: string): string {
  const [, time, seconds = ':00', sign, hours, minutes = '00'] =
    typeof value === 'string' ? (shortForm.exec(value) ?? []) : [];
  if (time === undefined) return value;
  const offset = sign ? `${sign === ' ' ? '+' : sign}${hours}:${minutes}` : 'Z';
  return `${time}${seconds}${offset}`;
}

const knownLanguage = z.string().refine(hasLanguage);

/** A language that has texts; null for that of the request. */
export const languageSchema = knownLanguage.nullable();

/** What calls that answer a CSV file have in common; some ask for more. */
export const csvFile = {
  description:
    'Headings and words are in English, or in `language`, which the name of the file then ends with, such as `keys-de.csv`. Imports read each language.',
  query: z.strictObject({ language: knownLanguage.default('en') }),
  response: null,
} as const;

export const namedSchema = z.object({ id: idSchema, name: z.string() });

/** A person or key in a text. */
export const mentionSchema = z.object({
  id: idSchema,
  kind: z.enum(['person', 'key']),
  name: z.string(),
});
export type Mention = z.infer<typeof mentionSchema>;

const nothingSeen = /^[\s\p{Join_Control}\p{Variation_Selector}]*$/u;

/**
 * A single-line text for other people: a purpose, reason or note. It is quoted in messages and
 * emails, where no part of it may look like a line of ours (`single-line-notes`).
 */
export function noteSchema(field: FieldName, max: number, missing?: ReturnType<typeof says>) {
  return z
    .string(missing)
    .trim()
    .overwrite((text) => (nothingSeen.test(text) ? '' : text))
    .max(max, saysTooLong(field, max))
    .refine(isVisibleLine, saysOneLine(field));
}

/** Empty for none. */
export const phoneSchema = z
  .string()
  .trim()
  .max(40, saysTooLong('phone', 40))
  .refine(isVisibleLine, saysOneLine('phone'));
