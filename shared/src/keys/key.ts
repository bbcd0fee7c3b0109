import { z } from 'zod';
import { keyLevels } from '../access/access-rule.ts';
import { idSchema, instantSchema } from '../id.ts';

/** What keys open, as a new campus begins. The lists in force are those of the campus. */
export const keyCategories: readonly string[] = [
  'classroom',
  'lab',
  'office',
  'storage',
  'library',
  'auditorium',
  'cafeteria',
  'hostel',
  'maintenance',
  'security',
  'other',
];
/** The departments that keys belong to, as a new campus begins. */
export const keyDepartments: readonly string[] = [
  'CSE',
  'EEE',
  'AIML',
  'IoT',
  'ECE',
  'MECH',
  'CIVIL',
  'IT',
  'ADMIN',
  'RESEARCH',
  'COMMON',
];
/** The blocks of a new campus. */
export const keyBlocks: readonly string[] = [
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'G',
  'H',
  'PG',
  'MAIN',
  'LIB',
  'AUD',
  'CAF',
  'HOSTEL',
  'OTHER',
];

/** What a new key has where nothing else is given and the campus offers it. */
export const keyDefaults = {
  description: '',
  category: 'other',
  department: 'COMMON',
  block: 'A',
  frequentlyUsed: false,
} as const;

const keyStatuses = ['available', 'unavailable'] as const;

export const keyStatusSchema = z.enum(keyStatuses);
export type KeyStatus = z.infer<typeof keyStatusSchema>;

/** Who has a key; the email only for admin, security and the holder. */
const holderSchema = z.object({
  userId: idSchema,
  name: z.string(),
  email: z.string().optional(),
  /** They say that it was not handed to them, and no admin has settled that; desk only. */
  disputed: z.literal(true).optional(),
});
export type Holder = z.infer<typeof holderSchema>;

/** Where a key hangs; sent to the desk alone, and only what is known. */
export const keySpotSchema = z.object({
  /** The desk that is its home. */
  deskId: idSchema.optional(),
  /** Its place there. */
  hook: z.string().optional(),
  /** The other desk where it lies, until its home confirms that it is back. */
  awayDeskId: idSchema.optional(),
});
export type KeySpot = z.infer<typeof keySpotSchema>;

/**
 * A key as the API sends it. `status`, `takenBy`, `takenAt`, `dueAt`, `graceUntil`
 * and `loanId` describe the open loan (of one whose holder disputes it, only the desk reads whose),
 * `returnedAt` the last closed one. `version` grows with every change of the key or its loan.
 */
export const keySchema = z.object({
  _id: idSchema,
  keyNumber: z.string(),
  keyName: z.string(),
  location: z.string(),
  status: keyStatusSchema,
  description: z.string(),
  /** Codes of the lists of the campus. */
  category: z.string(),
  department: z.string(),
  block: z.string(),
  frequentlyUsed: z.boolean(),
  /** Its tag is scanned at a hand-out where the settings check chosen keys; absent means it is not. */
  tagCheck: z.boolean().optional(),
  /** How strictly it is kept; absent means normal. */
  level: z.enum(keyLevels).optional(),
  /** Who decides about requests for it; sent to the desk alone. */
  ownerId: idSchema.optional(),
  takenBy: holderSchema.nullable(),
  takenAt: instantSchema.nullable(),
  /** When the open loan is due; null also where it has no due time. */
  dueAt: instantSchema.nullable(),
  /** From when it is overdue. */
  graceUntil: instantSchema.nullable(),
  /** When its holder was asked to bring it back, and why; for them and the desk only. */
  recalledAt: instantSchema.optional(),
  recallReason: z.string().optional(),
  returnedAt: instantSchema.nullable(),
  loanId: idSchema.nullable(),
  ...keySpotSchema.shape,
  isActive: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
  /** A holder says that a loan of it is not theirs, and no admin has settled that; desk only. */
  disputed: z.literal(true).optional(),
});
export type Key = z.infer<typeof keySchema>;

/** Whether a person has the key; not while they dispute that (`not-me`). */
export function isHeldBy({ takenBy }: Pick<Key, 'takenBy'>, userId: string | undefined): boolean {
  return takenBy !== null && takenBy.userId === userId && !takenBy.disputed;
}
