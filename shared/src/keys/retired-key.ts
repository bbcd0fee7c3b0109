import { z } from 'zod';
import { detailsAs } from '../core/client-errors.ts';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { dayText } from '../core/formats.ts';
import { resolutions, retiringResolutions } from './incident-kinds.ts';

/** A key whose life is over, for the desk that has the key itself in hand. */
export const retiredKeySchema = z.object({
  keyNumber: z.string(),
  how: z.enum([...retiringResolutions, 'removed']),
  at: instantSchema,
  /** Who had it last. */
  lastHolder: namedSchema.nullable(),
  /** The key that has its number now. */
  replacedBy: z.object({ id: idSchema, keyNumber: z.string() }).optional(),
});
export type RetiredKey = z.infer<typeof retiredKeySchema>;

/** 'CSE-303, replaced on 27 Nov, last with Asha Rao. Give it to an admin.'; no day without a zone. */
export function retiredKeyText(
  { keyNumber, how, at, lastHolder }: RetiredKey,
  timezone?: string,
): string {
  const day = timezone ? ` on ${dayText(at, new Date(), timezone)}` : '';
  const ending = how === 'removed' ? how : resolutions[how].retired;
  const last = lastHolder ? `, last with ${lastHolder.name}` : '';
  return `${keyNumber}, ${ending}${day}${last}. Give it to an admin.`;
}

export function keyRetired(key: RetiredKey, timezone: string): AppError {
  return appError('KEY_RETIRED', { what: retiredKeyText(key, timezone) }).withDetails(key);
}

/** The details of KEY_RETIRED; null of any other error. */
export function asRetiredKey(details: unknown): RetiredKey | null {
  const { keyNumber, how } = detailsAs<RetiredKey>(details);
  return keyNumber && retiredKeySchema.shape.how.safeParse(how).success
    ? (details as RetiredKey)
    : null;
}
