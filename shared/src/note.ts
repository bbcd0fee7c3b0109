import { z } from 'zod';
import { isVisibleLine, visibleLineError } from './visible-line.ts';

const nothingSeen = /^[\s\p{Join_Control}\p{Variation_Selector}]*$/u;

/**
 * What one person writes for others in a line of its own field: a purpose, a reason, a note. It is quoted
 * in messages and mails, where nothing in it may look like a line of ours (`honest-notes`).
 */
export function noteSchema(field: string, max: number, missing?: string) {
  return z
    .string(missing)
    .trim()
    .overwrite((text) => (nothingSeen.test(text) ? '' : text))
    .max(max, `${field} must be at most ${max} characters`)
    .refine(isVisibleLine, visibleLineError(field));
}
