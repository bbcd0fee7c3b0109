import { kindsOf } from '../core/kinds.ts';
import type { t } from '../texts/en/loan-kinds.ts';
import type { ParametersOf } from '../texts/translator.ts';

// Without the schema library, because every page reads it.

export const returnTypes = {
  own: {
    isUse: true,
    cameBack: true,
    by: 'holder',
    isBatch: false,
    label: 'returned-by-holder',
    undoneLabel: 'taken-back-by-code',
  },
  collected: {
    isUse: true,
    cameBack: true,
    by: 'desk',
    isBatch: false,
    label: 'collected-by-desk',
    undoneLabel: 'collected',
  },
  volunteer: {
    isUse: true,
    cameBack: true,
    by: 'volunteer',
    isBatch: false,
    label: 'volunteer-return',
    undoneLabel: 'taken-back-from-volunteer',
  },
  batch: {
    isUse: true,
    cameBack: true,
    by: 'holder',
    isBatch: true,
    label: 'returned-with-others',
    undoneLabel: 'taken-back-by-code',
  },
  cancelled: {
    isUse: false,
    cameBack: false,
    by: 'desk',
    isBatch: false,
    label: 'not-handed-over',
    undoneLabel: 'not-handed-over',
  },
  lost: {
    isUse: true,
    cameBack: false,
    by: 'desk',
    isBatch: false,
    label: 'never-came-back',
    undoneLabel: 'given-up',
  },
} as const satisfies Record<string, ReturnTypeRow>;

type ReturnTypeRow = {
  /** The loan counts as a use of its key; otherwise the desk undid the hand-out. */
  isUse: boolean;
  /** It ended with the key at the desk. */
  cameBack: boolean;
  /** Whose word ended it: the holder's code, a volunteer's, or the desk's alone. */
  by: 'holder' | 'volunteer' | 'desk';
  /** It ended by one code for several keys, which lists show as one. */
  isBatch: boolean;
  label: LoanKindText;
  /** The label of an undone end. */
  undoneLabel: LoanKindText;
};

export type LoanKindText = keyof ParametersOf<typeof t>;

export type ReturnType = keyof typeof returnTypes;
export const returnTypeNames = kindsOf(returnTypes);

/** How a loan ends without a code. */
export const returnTypeBy = {
  /** The desk takes the key back. */
  desk: 'collected',
  /** Another person returns it. */
  others: 'volunteer',
  /** The desk undoes the hand-out. */
  undo: 'cancelled',
  /** The key is retired. */
  retiring: 'lost',
} as const satisfies Record<string, ReturnType>;

/** Whether the desk took the key back without a code. */
export function isCollected(type: ReturnType | null | undefined): boolean {
  return type != null && returnTypes[type].cameBack && returnTypes[type].by === 'desk';
}

/** How the desk identified the holder. */
export const identifications = {
  /** By their code. */
  code: {
    hasCode: true,
    isEntered: false,
    isGuardsWord: false,
    label: 'by-code',
    handedLabel: 'handed-over',
  },
  /** By name. */
  desk: {
    hasCode: false,
    isEntered: false,
    isGuardsWord: true,
    label: 'by-name',
    handedLabel: 'handed-to-name',
    reportedAs: 'byName',
  },
  /** By their ID card. */
  card: {
    hasCode: false,
    isEntered: false,
    isGuardsWord: true,
    label: 'by-card',
    handedLabel: 'handed-to-card',
    reportedAs: 'byCard',
  },
  /** On paper while Keydesk was unavailable. */
  paper: {
    hasCode: false,
    isEntered: true,
    isGuardsWord: true,
    label: 'from-paper',
    handedLabel: 'recorded-from-paper',
    reportedAs: 'fromPaper',
  },
  /** By an admin, who settled another person's dispute. */
  settled: {
    hasCode: false,
    isEntered: true,
    isGuardsWord: false,
    label: 'after-dispute',
    handedLabel: 'recorded-after-dispute',
  },
} as const satisfies Record<string, IdentificationRow>;

type IdentificationRow = {
  hasCode: boolean;
  /** It was entered later than it happened. */
  isEntered: boolean;
  label: LoanKindText;
  /** Precedes 'by' and the guard's name in a history, or the time of entry. */
  handedLabel: LoanKindText;
} & (
  | { isGuardsWord: false }
  /** The property of the report that counts it. */
  | { isGuardsWord: true; reportedAs: string }
);

export type IdentifiedBy = keyof typeof identifications;

/** Hand-outs without a code: by name or by card. */
export const lending = { hasCode: false, isEntered: false } as const;

export const identificationNames = kindsOf(identifications);

/** Whether a code of the holder proved the hand-out: shown at a desk, or used without one. */
export function isProven(by: IdentifiedBy | null): boolean {
  return by === null || identifications[by].hasCode;
}

/** Whether an admin found that the holder had the key, after another person's dispute. */
export function wasFound(by: IdentifiedBy | null): boolean {
  return by !== null && !identifications[by].hasCode && !identifications[by].isGuardsWord;
}
