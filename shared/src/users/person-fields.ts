import { z } from 'zod';

// Apart from user.ts, whose rules every page reads: only forms load the schema library.

/** Names and faculty IDs: bounded, trimmed, never empty. */
export const personNameSchema = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(120, 'Name must be at most 120 characters');

export const facultyIdSchema = z
  .string()
  .trim()
  .min(1, 'Please fill in all required fields')
  .max(40, 'Faculty ID must be at most 40 characters');
