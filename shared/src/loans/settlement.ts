import { kindsOf } from '../core/kinds.ts';
import { t } from '../texts/en/loan-kinds.ts';
import type { LoanKindText } from './loan-kinds.ts';

// Without the schema library, because every page with a history reads it.

/** How an admin settles a dispute. */
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
    fits: 'over',
    isOfReturns: false,
    isSponsors: false,
    found: 'was-not-handed-over',
  },
  /** Somebody else had the key, or has had it since that return. */
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
  /** It was, and the sponsor of the visitor refuses. */
  'sponsor-refuses': {
    effect: 'none',
    fits: 'any',
    isOfReturns: false,
    isSponsors: true,
    found: 'sponsor-refuses',
  },
} as const satisfies Record<string, DisputeResolutionRow>;

type DisputeResolutionRow = {
  /** What becomes of the loan, or of the return that was undone. */
  effect: 'ends' | 'cancels' | 'moves' | 'none';
  /** Of which loans it can be true. */
  fits: 'open' | 'over' | 'any';
  /** It can be true only of a visitor's loan, while whoever said *Not me* refuses them. */
  isSponsors: boolean;
  /** What a history says was found. */
  found: LoanKindText;
} & (
  | { isOfReturns: false }
  /** It can also be true of a return that the desk undid, and a history says this then. */
  | { isOfReturns: true; foundOfReturn: LoanKindText }
);

export type DisputeResolution = keyof typeof disputeResolutions;
export const disputeResolutionNames = kindsOf(disputeResolutions);

/** A loan as the rule about settlements sees it. */
export type Disputed = {
  isOver: boolean;
  /** What was said is about a return that the desk undid. */
  ofReturn: boolean;
  /** The desk undid a return of it before. */
  wasUndone: boolean;
  /** The holder's code proved the hand-out. */
  isProven: boolean;
  /** It is a visitor's whom the sponsor who said it refuses now. */
  isRefused: boolean;
};

/**
 * What can be true of a disputed loan, of the hand-out or of the return that was undone: nothing
 * else is offered, or settles it. The undone return of a hand-out that nothing proved leaves open
 * what its holder denies: they may never have had the key.
 */
export function findingsOf(disputed: Disputed): Finding[] {
  const { isOver, ofReturn, wasUndone, isProven, isRefused } = disputed;
  return disputeResolutionNames.flatMap((resolution) => {
    const { fits, isOfReturns, isSponsors, effect } = disputeResolutions[resolution];
    const confirms = isOfReturns && effect === 'none';
    const fitsNow = fits === 'any' || (fits === 'over') === (isOver || wasUndone);
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

/** What an admin found: '…: the return was right'. */
export function foundText({ resolution, ofReturn }: Finding): string {
  const row = disputeResolutions[resolution];
  return t(ofReturn && row.isOfReturns ? row.foundOfReturn : row.found);
}

export type Finding = {
  resolution: DisputeResolution;
  /** It is about a return that the desk had undone. */
  ofReturn: boolean;
};
