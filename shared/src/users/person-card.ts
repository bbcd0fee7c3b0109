import { z } from 'zod';

/** What a reader types for an ID card. Messages never repeat it. */
export const cardTextSchema = z
  .string()
  .trim()
  .min(4, 'The number of a card has at least 4 characters')
  .max(200, 'The number of a card has at most 200 characters');
