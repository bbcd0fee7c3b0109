import { z } from 'zod';

/** What a reader types for an ID card. Messages never repeat it. */
export const cardTextSchema = z
  .string()
  .trim()
  .min(4, 'The number of a card has at least 4 characters')
  .max(200, 'The number of a card has at most 200 characters');

/** Whether an unknown text reads like the number of an ID card: one word with a digit. */
export function looksLikeCardNumber(text: string): boolean {
  return /^(?=.*\d)[0-9A-Za-z%+;][0-9A-Za-z%+;?=^_-]{3,63}$/.test(text.trim());
}
