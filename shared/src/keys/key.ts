import { z } from 'zod';
import { idSchema, instantSchema } from '../core/fields.ts';
import { incidentKindNames } from './incident-kinds.ts';
import {
  isSparse,
  type KeyField,
  type KeyFieldName,
  type KeyFieldValue,
  keyField,
  keyFieldNames,
  type SparseName,
} from './key-fields.ts';

const keyStatuses = ['available', 'unavailable'] as const;

export const keyStatusSchema = z.enum(keyStatuses);
export type KeyStatus = z.infer<typeof keyStatusSchema>;

export const incidentKindSchema = z.enum(incidentKindNames);

/** Who has a key; the email only for admin, security and the holder. */
const holderSchema = z.object({
  userId: idSchema,
  name: z.string(),
  email: z.string().optional(),
  /** They say that it was not handed to them, and no admin has settled that; desk only. */
  disputed: z.literal(true).optional(),
});
export type Holder = z.infer<typeof holderSchema>;

/**
 * A key as the API sends it. `status`, `takenBy`, `takenAt`, `dueAt`, `graceUntil`
 * and `loanId` describe the open loan (of one whose holder disputes it, only the desk reads whose),
 * `returnedAt` the last closed one. `version` grows with every change of the key or its loan.
 */
export const keySchema = z.object({
  _id: idSchema,
  status: keyStatusSchema,
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
  /** The other desk where it lies, until its home confirms that it is back; desk only. */
  awayDeskId: idSchema.optional(),
  /** That it is reported lost, missing or damaged; it may be available all the same. */
  condition: incidentKindSchema.optional(),
  /** When a count did not see it, and nobody has seen it since; it may be lent all the same. */
  notSeenSince: instantSchema.optional(),
  /** Since when it is reported; desk only. */
  reportedAt: instantSchema.optional(),
  isActive: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
  /** A holder says that a loan of it is not theirs, and no admin has settled that; desk only. */
  disputed: z.literal(true).optional(),
  ...answeredFields(),
});
export type Key = z.infer<typeof keySchema>;

type Answered<N extends KeyFieldName> = z.ZodType<NonNullable<KeyFieldValue<N>>>;

/** The fields that an admin sets. */
function answeredFields() {
  return Object.fromEntries(
    keyFieldNames.map((name) => {
      const field = keyField(name);
      return [name, isSparse(field) ? answerOf(field).optional() : answerOf(field)];
    }),
  ) as { [N in SparseName]: z.ZodOptional<Answered<N>> } & {
    [N in Exclude<KeyFieldName, SparseName>]: Answered<N>;
  };
}

function answerOf(field: KeyField): z.ZodType {
  switch (field.kind) {
    case 'yes-no':
      return z.boolean();
    case 'choice':
      return z.enum(Object.keys(field.choices));
    case 'desk':
    case 'person':
      return idSchema;
    default:
      return z.string();
  }
}

/** Where a key hangs; sent to the desk alone, and only what is known. */
export const storageLocationSchema = keySchema.pick({ deskId: true, hook: true, awayDeskId: true });
export type StorageLocation = z.infer<typeof storageLocationSchema>;

/** On its hook · on a loan · on no loan, and reported so that nobody can take it. */
export type KeyStanding = 'hanging' | 'out' | 'reported';

/** Which of the three a key is (`one-standing`): a lost key is out for as long as its loan is open. */
export function standingOf({ loanId, status }: Pick<Key, 'loanId' | 'status'>): KeyStanding {
  if (loanId !== null) return 'out';
  return status === 'available' ? 'hanging' : 'reported';
}

/** Whether a person has the key; not while they dispute that (`not-me`). */
export function isHeldBy({ takenBy }: Pick<Key, 'takenBy'>, userId: string | undefined): boolean {
  return takenBy !== null && takenBy.userId === userId && !takenBy.disputed;
}
