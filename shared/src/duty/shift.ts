import { z } from 'zod';
import { idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { says } from '../core/schema-texts.ts';
import { isVisibleLine } from '../core/text.ts';

const maxNote = 1_000;

/** What one guard writes for the next, in several lines; empty for nothing. */
export const shiftNoteTextSchema = z
  .string(says('text-required'))
  .trim()
  .max(maxNote, says('note-too-long', { max: maxNote }))
  .refine((text) => text.split(/\r?\n/).every(isVisibleLine), says('note-invisible'));

const shiftNoteSchema = z.object({
  id: idSchema,
  text: z.string(),
  writtenBy: namedSchema,
  writtenAt: instantSchema,
  /** Who pressed Read, and when; null until somebody did. */
  read: z.object({ by: namedSchema, at: instantSchema }).nullable(),
});
export type ShiftNote = z.infer<typeof shiftNoteSchema>;

/**
 * What one guard leaves to the next at a desk, of the keys that its lists show. `reported` and
 * `disputed` are what nobody has settled yet.
 */
const figuresSchema = z.object({
  keysOut: z.int(),
  overdue: z.int(),
  reported: z.int(),
  disputed: z.int(),
  /** Keys of other desks that lie here. */
  ofOtherDesks: z.int(),
  lastCount: z
    .object({ closedAt: instantSchema, missing: z.int(), closedBy: namedSchema })
    .nullable(),
});
export type ShiftFigures = z.infer<typeof figuresSchema>;

/** The desk now, and what the guard before left. */
export const shiftSchema = figuresSchema.extend({
  /** Those that nobody has read, and those of the last day; the oldest first. */
  notes: z.array(shiftNoteSchema),
  /**
   * The latest duty here of another guard that is over, and the figures when that guard ended it or
   * was relieved.
   */
  lastDuty: z
    .object({
      guard: namedSchema,
      from: instantSchema,
      to: instantSchema,
      figures: figuresSchema.nullable(),
    })
    .nullable(),
});
export type Shift = z.infer<typeof shiftSchema>;
