import { kindsOf } from '../core/kinds.ts';
import type { t } from '../texts/en/loan-kinds.ts';
import type { ParametersOf } from '../texts/translator.ts';

// Without the schema library, because every page reads it.

/** How a loan ended. */
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
  /** The loan counts as a use of its key; else the desk undid the hand-out. */
  isUse: boolean;
  /** It ended with the key at the desk. */
  cameBack: boolean;
  /** On whose word it ended: the holder's code, a volunteer's, or the desk's alone. */
  by: 'holder' | 'volunteer' | 'desk';
  /** It ended by one code for several keys, which lists show as one. */
  isBatch: boolean;
  /** How histories call it. */
  label: LoanKindText;
  /** The same of an end that was undone. */
  undoneLabel: LoanKindText;
};

/** What the catalogue has of how loans begin and end, and of what is found of them. */
export type LoanKindText = keyof ParametersOf<typeof t>;

export type ReturnType = keyof typeof returnTypes;
export const returnTypeNames = kindsOf(returnTypes);

/** How a loan ends without a code. */
export const returnTypeBy = {
  /** The desk takes the key back. */
  desk: 'collected',
  /** Somebody other than the holder brings it. */
  others: 'volunteer',
  /** The desk undoes the hand-out. */
  undo: 'cancelled',
  /** The key is given up. */
  retiring: 'lost',
} as const satisfies Record<string, ReturnType>;

/** Whether the desk took the key back on its own word. */
export function isCollected(type: ReturnType | null | undefined): boolean {
  return type != null && returnTypes[type].cameBack && returnTypes[type].by === 'desk';
}

/** How the desk knew the holder. */
export const identifications = {
  /** They showed their code. */
  code: {
    hasCode: true,
    isEntered: false,
    label: 'by-code',
    handedLabel: 'handed-over',
  },
  /** It looked up their name. */
  desk: {
    hasCode: false,
    isEntered: false,
    label: 'by-name',
    handedLabel: 'handed-to-name',
    reportedAs: 'byName',
  },
  /** It read their ID card. */
  card: {
    hasCode: false,
    isEntered: false,
    label: 'by-card',
    handedLabel: 'handed-to-card',
    reportedAs: 'byCard',
  },
  /** It was written on paper while Keydesk could not be reached. */
  paper: {
    hasCode: false,
    isEntered: true,
    label: 'from-paper',
    handedLabel: 'recorded-from-paper',
    reportedAs: 'fromPaper',
  },
} as const satisfies Record<string, IdentificationRow>;

type IdentificationRow = {
  /** It was entered later than it happened. */
  isEntered: boolean;
  label: LoanKindText;
  /** What precedes 'by' and the guard's name in a history, or when it was entered. */
  handedLabel: LoanKindText;
} & (
  | { hasCode: true }
  /** The desk's word alone; the report counts it in this property. */
  | { hasCode: false; reportedAs: string }
);

export type IdentifiedBy = keyof typeof identifications;

/** What the desk does without a code: it looks the holder up, or reads their card. */
export const lending = { hasCode: false, isEntered: false } as const;

/** Whether the desk handed a key out without a code, as it recorded at once. */
export function isLent(by: IdentifiedBy | null): boolean {
  return by !== null && !identifications[by].hasCode && !identifications[by].isEntered;
}

export const identificationNames = kindsOf(identifications);

/** Whether a code of the holder proved the hand-out: shown at a desk, or used without one. */
export function isProven(by: IdentifiedBy | null): boolean {
  return by === null || identifications[by].hasCode;
}
