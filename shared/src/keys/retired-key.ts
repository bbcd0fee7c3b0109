import { z } from 'zod';
import { detailsAs } from '../core/client-errors.ts';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { dayText } from '../core/formats.ts';
import { t as errorText } from '../texts/en/errors.ts';
import { choice } from '../texts/translator.ts';
import { retiringResolutions } from './incident-kinds.ts';

/** A retired key, for a desk that has the physical key. */
export const retiredKeySchema = z.object({
  keyNumber: z.string(),
  how: z.enum([...retiringResolutions, 'removed']),
  at: instantSchema,
  /** The last holder. */
  lastHolder: namedSchema.nullable(),
  /** The key that has its number now. */
  replacedBy: z.object({ id: idSchema, keyNumber: z.string() }).optional(),
});
export type RetiredKey = z.infer<typeof retiredKeySchema>;

/** 'CSE-303, replaced on 27 Nov, last with Asha Rao. Give it to an admin.' */
export function retiredKeyText(key: RetiredKey, timezone: string): string {
  return errorText('KEY_RETIRED', endOf(key, timezone));
}

export function keyRetired(key: RetiredKey, timezone: string): AppError {
  return appError('KEY_RETIRED', endOf(key, timezone)).withDetails(key);
}

/** The refusal of a retired key's tag for another key; without a date if there is no time zone. */
export function tagOfRetiredKey(key: RetiredKey, timezone?: string): AppError {
  const dated = timezone ? 'yes' : 'no';
  return appError('TAG_OF_RETIRED_KEY', { ...endOf(key, timezone), dated });
}

function endOf({ keyNumber, how, at, lastHolder }: RetiredKey, timezone?: string) {
  return {
    day: timezone ? dayText(at, new Date(), timezone) : '',
    keyNumber,
    how: choice(how),
    held: lastHolder ? 'yes' : 'no',
    name: lastHolder?.name ?? '',
  } as const;
}

/** Null for other errors. */
export function asRetiredKey(details: unknown): RetiredKey | null {
  const { keyNumber, how } = detailsAs<RetiredKey>(details);
  return keyNumber && retiredKeySchema.shape.how.safeParse(how).success
    ? (details as RetiredKey)
    : null;
}
