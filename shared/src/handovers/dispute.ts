import { z } from 'zod';
import { type AppError, appError } from '../errors.ts';
import { idSchema, instantSchema } from '../id.ts';
import { namedSchema } from '../named.ts';
import { isDisputable } from './dispute-window.ts';
import type { IdentifiedBy } from './identified-by.ts';

/**
 * How an admin settles a dispute: the key is back at the desk · somebody else had it · the record
 * was right.
 */
const disputeResolutions = ['returned', 'corrected', 'confirmed'] as const;
export type DisputeResolution = (typeof disputeResolutions)[number];

/** A holder's objection to a loan, and how it was settled. */
export const disputeSchema = z.object({
  loanId: idSchema,
  keyId: idSchema,
  keyNumber: z.string(),
  holder: namedSchema,
  handedBy: namedSchema,
  /** Where it was handed out, if the desk is known. */
  deskName: z.string().nullable(),
  takenAt: instantSchema,
  returnedAt: instantSchema.nullable(),
  raisedAt: instantSchema,
  settledAt: instantSchema.nullable(),
  settledBy: namedSchema.nullable(),
  resolution: z.enum(disputeResolutions).nullable(),
  note: z.string().nullable(),
  /** Who actually had the key. */
  correctedTo: namedSchema.nullable(),
});
export type Dispute = z.infer<typeof disputeSchema>;

type DisputableLoan = {
  identifiedBy: IdentifiedBy | null;
  /** When the holder was told. */
  toldAt: Date;
  dispute: { settledAt: Date | null } | null;
};

type DisputeVerdict =
  | { outcome: 'raise' | 'raised-before' }
  | { outcome: 'refused'; error: AppError };

/**
 * May the holder dispute their loan now? Only one that the desk made without their code. Doing so
 * again changes nothing (`not-me`).
 */
export function decideDispute(loan: DisputableLoan, now: Date): DisputeVerdict {
  if (loan.dispute)
    return loan.dispute.settledAt
      ? { outcome: 'refused', error: appError('DISPUTE_SETTLED') }
      : { outcome: 'raised-before' };
  if (loan.identifiedBy !== 'desk' && loan.identifiedBy !== 'card')
    return { outcome: 'refused', error: appError('NOT_LENT_BY_NAME') };
  return isDisputable(loan.toldAt, now.getTime())
    ? { outcome: 'raise' }
    : { outcome: 'refused', error: appError('DISPUTE_TOO_LATE') };
}
