import { kindsOf } from '../core/kinds.ts';
import { t } from '../texts/en/loan-kinds.ts';
import type { LoanKindText } from './loan-kinds.ts';

// Without the schema library, because every page with a history reads it.

export const disputeResolutions = {
  /** The key is back at the desk, or its return was right. */
  returned: {
    effect: 'ends',
    fits: 'open',
    isOfReturns: true,
    isSponsors: false,
    found: 'key-was-back',
    foundOfReturn: 'return-was-right',
  },
  /** The key never left the desk. */
  'not-handed-over': {
    effect: 'cancels',
    fits: 'any',
    isOfReturns: false,
    isSponsors: false,
    found: 'was-not-handed-over',
  },
  /** Another person had the key, or has had it since that return. */
  corrected: {
    effect: 'moves',
    fits: 'any',
    isOfReturns: true,
    isSponsors: false,
    found: 'somebody-else-had-it',
    foundOfReturn: 'somebody-else-since',
  },
  /** The record was right. */
  confirmed: {
    effect: 'none',
    fits: 'any',
    isOfReturns: true,
    isSponsors: false,
    found: 'record-was-right',
    foundOfReturn: 'had-not-come-back',
  },
  /** The record was right, and the visitor's sponsor refuses them. */
  'sponsor-refuses': {
    effect: 'none',
    fits: 'any',
    isOfReturns: false,
    isSponsors: true,
    found: 'sponsor-refuses',
  },
} as const satisfies Record<string, DisputeResolutionRow>;

type DisputeResolutionRow = {
  /** The effect on the loan, or on the undone return. */
  effect: 'ends' | 'cancels' | 'moves' | 'none';
  /** Loans for which it is possible. */
  fits: 'open' | 'any';
  /** Only for a visitor's loan, while the person who raised the dispute refuses the visitor. */
  isSponsors: boolean;
  found: LoanKindText;
} & (
  | { isOfReturns: false }
  /** Also for an undone return, with its own text. */
  | { isOfReturns: true; foundOfReturn: LoanKindText }
);

export type DisputeResolution = keyof typeof disputeResolutions;
export const disputeResolutionNames = kindsOf(disputeResolutions);

/** A loan for the rule about settlements. */
export type Disputed = {
  isOver: boolean;
  /** The dispute is about an undone return. */
  ofReturn: boolean;
  /** The desk undid a return before. */
  wasUndone: boolean;
  /** The holder's code proved the hand-out. */
  isProven: boolean;
  /** The sponsor who raised the dispute refuses the visitor now. */
  isRefused: boolean;
};

/**
 * The possible findings about the hand-out or the undone return; nothing else settles the dispute.
 * An undone return of an unproven hand-out allows findings about the hand-out: the holder may never
 * have had the key.
 */
export function findingsOf(disputed: Disputed): Finding[] {
  const { isOver, ofReturn, wasUndone, isProven, isRefused } = disputed;
  return disputeResolutionNames.flatMap((resolution) => {
    const { fits, isOfReturns, isSponsors, effect } = disputeResolutions[resolution];
    const confirms = isOfReturns && effect === 'none';
    const fitsNow = fits === 'any' || !(isOver || wasUndone);
    const canBe = {
      ofReturn: wasUndone && isOfReturns && (ofReturn || !confirms),
      ofHandOut: !(ofReturn && (isProven || confirms)) && fitsNow && (isRefused || !isSponsors),
    };
    return [
      ...(canBe.ofReturn ? [{ resolution, ofReturn: true }] : []),
      ...(canBe.ofHandOut ? [{ resolution, ofReturn: false }] : []),
    ];
  });
}

/** '…: the return was right' */
export function foundText({ resolution, ofReturn }: Finding): string {
  const row = disputeResolutions[resolution];
  return t(ofReturn && row.isOfReturns ? row.foundOfReturn : row.found);
}

export type Finding = {
  resolution: DisputeResolution;
  /** It is about an undone return. */
  ofReturn: boolean;
};
