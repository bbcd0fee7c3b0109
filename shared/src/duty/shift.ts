import { z } from 'zod';
import { idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { says } from '../core/schema-texts.ts';
import { isVisibleLine } from '../core/text.ts';

const maxNote = 1_000;

/** Several lines; empty for none. */
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
  /** Null until someone on duty has read it. */
  read: z.object({ by: namedSchema, at: instantSchema }).nullable(),
});
export type ShiftNote = z.infer<typeof shiftNoteSchema>;

/** Figures of a desk's keys for the next guard. `reported` and `disputed` are unsettled. */
const figuresSchema = z.object({
  keysOut: z.int(),
  overdue: z.int(),
  reported: z.int(),
  disputed: z.int(),
  /** Keys of other desks that are here. */
  ofOtherDesks: z.int(),
  lastCount: z
    .object({ closedAt: instantSchema, missing: z.int(), closedBy: namedSchema })
    .nullable(),
});
export type ShiftFigures = z.infer<typeof figuresSchema>;

/** The desk now, and at the end of the previous shift. */
export const shiftSchema = figuresSchema.extend({
  /** Unread ones and those of the last day; oldest first. */
  notes: z.array(shiftNoteSchema),
  /** Another guard's latest completed shift here, with the figures at its end. */
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
