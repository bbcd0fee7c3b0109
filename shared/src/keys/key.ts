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

/** The email is only for admin, security and the holder. */
const holderSchema = z.object({
  userId: idSchema,
  name: z.string(),
  email: z.string().optional(),
  /** The holder denies having the key; only for the desk. */
  disputed: z.literal(true).optional(),
});
export type Holder = z.infer<typeof holderSchema>;

/**
 * `status`, `takenBy`, `takenAt`, `dueAt`, `graceUntil` and `loanId` describe the open loan (the
 * holder of a disputed one only for the desk), `returnedAt` the last closed one. `version` grows
 * with every change of the key or its loan.
 */
export const keySchema = z.object({
  _id: idSchema,
  status: keyStatusSchema,
  takenBy: holderSchema.nullable(),
  takenAt: instantSchema.nullable(),
  /** Null also without a due time. */
  dueAt: instantSchema.nullable(),
  /** From when it is overdue. */
  graceUntil: instantSchema.nullable(),
  /** When and why the holder was asked to return it; only for them and the desk. */
  recalledAt: instantSchema.optional(),
  recallReason: z.string().optional(),
  /** A `RefusalCause`, which pages put into words: the list and events have the reason in English. */
  recallCause: z.looseObject({ code: z.string() }).optional(),
  returnedAt: instantSchema.nullable(),
  loanId: idSchema.nullable(),
  /** The other desk where it is, until its home confirms that it is back; only for the desk. */
  awayDeskId: idSchema.optional(),
  /** The open report; the key may still be available. */
  condition: incidentKindSchema.optional(),
  /** When a count missed it, unless it was seen since; it may still be handed out. */
  notSeenSince: instantSchema.optional(),
  /** Only for the desk. */
  reportedAt: instantSchema.optional(),
  isActive: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
  /** A dispute about one of its loans is open; only for the desk. */
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

/** Only for the desk, and only what is known. */
export const storageLocationSchema = keySchema.pick({ deskId: true, hook: true, awayDeskId: true });
export type StorageLocation = z.infer<typeof storageLocationSchema>;

/** On its hook · on a loan · on no loan, and reported so that no one can take it. */
export type KeyStanding = 'hanging' | 'out' | 'reported';

/** A lost key is out while its loan is open (`one-standing`). */
export function standingOf({ loanId, status }: Pick<Key, 'loanId' | 'status'>): KeyStanding {
  if (loanId !== null) return 'out';
  return status === 'available' ? 'hanging' : 'reported';
}

/** It should hang at its desk, but a count did not see it there. */
export function isUnseen<K extends Pick<Key, 'status' | 'notSeenSince'>>(
  key: K,
): key is K & { notSeenSince: string } {
  return key.status === 'available' && key.notSeenSince !== undefined;
}

/** False while the person disputes the loan (`not-me`). */
export function isHeldBy({ takenBy }: Pick<Key, 'takenBy'>, userId: string | undefined): boolean {
  return takenBy !== null && takenBy.userId === userId && !takenBy.disputed;
}
