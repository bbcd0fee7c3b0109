import { z } from 'zod';
import { idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { says, saysOneLine, saysTooLong } from '../core/schema-texts.ts';
import { isVisibleLine } from '../core/text.ts';

/** Hours after which a shift ends. */
export const maxDutyHours = 14;

/** Minutes for which an enrolment code is valid. */
export const enrolmentMinutes = 10;

/** The current shift at a computer. A locked one allows no handovers. */
const dutySchema = z.object({
  id: idSchema,
  guard: namedSchema,
  begunAt: instantSchema,
  /** When it ends at the latest. */
  endsAt: instantSchema,
  locked: z.boolean(),
});

export const deskComputerSchema = z.object({
  computer: namedSchema,
  desk: namedSchema,
  duty: dutySchema.nullable(),
});
export type DeskComputer = z.infer<typeof deskComputerSchema>;

/** Why no one can work at this computer, or null while a guard is on duty and it is unlocked. */
export function unattendedReason({ duty }: DeskComputer): 'NOBODY_ON_DUTY' | 'DUTY_LOCKED' | null {
  if (!duty) return 'NOBODY_ON_DUTY';
  return duty.locked ? 'DUTY_LOCKED' : null;
}

/** Whether a guard is on duty and the computer is unlocked. */
export function isAttended(at: DeskComputer): boolean {
  return unattendedReason(at) === null;
}

export const listedComputerSchema = z.object({
  id: idSchema,
  name: z.string(),
  desk: namedSchema,
  enrolledAt: instantSchema,
  enrolledBy: z.string(),
  lastSeenAt: instantSchema,
  revokedAt: instantSchema.nullable(),
  /** The guard on duty there now. */
  guard: namedSchema.nullable(),
});
export type ListedComputer = z.infer<typeof listedComputerSchema>;

export const maxComputerNameLength = 60;
export const computerNameSchema = z
  .string(says('name-required'))
  .trim()
  .min(1, says('name-required'))
  .max(maxComputerNameLength, saysTooLong('name', maxComputerNameLength))
  .refine(isVisibleLine, saysOneLine('name'));
