import { z } from 'zod';
import { idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { says, saysOneLine, saysTooLong } from '../core/schema-texts.ts';
import { isVisibleLine } from '../core/text.ts';

/** Hours after which a duty ends by itself. */
export const maxDutyHours = 14;

/** Minutes for which an enrolment code may be typed. */
export const enrolmentMinutes = 10;

/** Who is on duty at a computer. Nobody can hand over anything while it is locked. */
const dutySchema = z.object({
  id: idSchema,
  guard: namedSchema,
  begunAt: instantSchema,
  /** When it ends by itself at the latest. */
  endsAt: instantSchema,
  locked: z.boolean(),
});

/** An enrolled computer, its desk, and who is on duty there. */
export const deskComputerSchema = z.object({
  computer: namedSchema,
  desk: namedSchema,
  duty: dutySchema.nullable(),
});
export type DeskComputer = z.infer<typeof deskComputerSchema>;

/** Why nobody can work at this computer now; null while a guard is on duty and it is not locked. */
export function unattendedReason({ duty }: DeskComputer): 'NOBODY_ON_DUTY' | 'DUTY_LOCKED' | null {
  if (!duty) return 'NOBODY_ON_DUTY';
  return duty.locked ? 'DUTY_LOCKED' : null;
}

/** Whether a guard may work at this computer: on duty, and not locked. */
export function isAttended(at: DeskComputer): boolean {
  return unattendedReason(at) === null;
}

/** An enrolled computer in the list for admins. */
export const listedComputerSchema = z.object({
  id: idSchema,
  name: z.string(),
  desk: namedSchema,
  enrolledAt: instantSchema,
  enrolledBy: z.string(),
  lastSeenAt: instantSchema,
  revokedAt: instantSchema.nullable(),
  /** Who is on duty there now. */
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
