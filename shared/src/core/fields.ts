import { z } from 'zod';
import { t as inputText } from '../texts/en/input.ts';
import { idPattern } from './is-id.ts';
import { isVisibleLine, visibleLineError } from './text.ts';

/** Every object's id: 24 lower-case hexadecimal characters. */
export const idSchema = z.string().regex(idPattern, inputText('invalid-id-format'));

/** A moment on the wire: ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

const instantForm = inputText('give-date-time');

const shortForm = /^(.+T\d\d:\d\d)(:[\d.]+)?(?:Z|([ +-])(\d\d):?(\d\d)?)$/;

/** Any moment of ISO 8601 that somebody chose, near today; it becomes one in UTC. */
export const chosenInstantSchema = z.preprocess(
  withWholeTime,
  z.iso
    .datetime({ offset: true, error: instantForm })
    .max(35, instantForm)
    .transform((at) => new Date(at).toISOString())
    .refine((at) => at >= '2000' && at < '2200', { error: inputText('choose-time-near') }),
);

/** Without seconds, or with an offset without colon or minutes; a plus sign in an address is a space. */
function withWholeTime(value: string): string {
  const [, time, seconds = ':00', sign, hours, minutes = '00'] =
    typeof value === 'string' ? (shortForm.exec(value) ?? []) : [];
  if (time === undefined) return value;
  const offset = sign ? `${sign === ' ' ? '+' : sign}${hours}:${minutes}` : 'Z';
  return `${time}${seconds}${offset}`;
}

/** A person or thing that is named. */
export const namedSchema = z.object({ id: idSchema, name: z.string() });

/** A person or key that a text is about, by name or number. */
export const mentionSchema = z.object({
  id: idSchema,
  kind: z.enum(['person', 'key']),
  name: z.string(),
});
export type Mention = z.infer<typeof mentionSchema>;

const nothingSeen = /^[\s\p{Join_Control}\p{Variation_Selector}]*$/u;

/**
 * What one person writes for others in a line of its own field: a purpose, a reason, a note. It is
 * quoted in messages and mails, where nothing in it may look like a line of ours
 * (`single-line-notes`).
 */
export function noteSchema(field: string, max: number, missing?: string) {
  return z
    .string(missing)
    .trim()
    .overwrite((text) => (nothingSeen.test(text) ? '' : text))
    .max(max, `${field} must be at most ${max} characters`)
    .refine(isVisibleLine, visibleLineError(field));
}

/** A phone number as people write it; empty for none. */
export const phoneSchema = z
  .string()
  .trim()
  .max(40, inputText('phone-too-long'))
  .refine(isVisibleLine, visibleLineError('Phone'));
