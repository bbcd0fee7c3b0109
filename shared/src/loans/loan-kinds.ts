import { kindsOf } from '../core/kinds.ts';

// Without the schema library, because every page reads it.

/** How a loan ended. */
export const returnTypes = {
  own: {
    isUse: true,
    cameBack: true,
    by: 'holder',
    isBatch: false,
    label: 'Returned by holder',
    undoneLabel: 'Taken back by code',
  },
  collected: {
    isUse: true,
    cameBack: true,
    by: 'desk',
    isBatch: false,
    label: 'Collected by the desk',
    undoneLabel: 'Collected',
  },
  volunteer: {
    isUse: true,
    cameBack: true,
    by: 'volunteer',
    isBatch: false,
    label: 'Volunteer return',
    undoneLabel: 'Taken back from a volunteer',
  },
  batch: {
    isUse: true,
    cameBack: true,
    by: 'holder',
    isBatch: true,
    label: 'Returned with others',
    undoneLabel: 'Taken back by code',
  },
  cancelled: {
    isUse: false,
    cameBack: false,
    by: 'desk',
    isBatch: false,
    label: 'Hand-out undone',
    undoneLabel: 'Hand-out undone',
  },
  lost: {
    isUse: true,
    cameBack: false,
    by: 'desk',
    isBatch: false,
    label: 'Never returned',
    undoneLabel: 'Given up',
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
  label: string;
  /** The same of an end that was undone. */
  undoneLabel: string;
};

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
    label: 'by code',
    handedLabel: 'Handed out',
  },
  /** It looked up their name. */
  desk: {
    hasCode: false,
    isEntered: false,
    label: 'by name',
    handedLabel: 'Found by name, handed out',
    reportedAs: 'byName',
  },
  /** It read their ID card. */
  card: {
    hasCode: false,
    isEntered: false,
    label: 'by ID card',
    handedLabel: 'Identified by ID card, handed out',
    reportedAs: 'byCard',
  },
  /** It was written on paper while Keydesk could not be reached. */
  paper: {
    hasCode: false,
    isEntered: true,
    label: 'from paper',
    handedLabel: 'Entered from paper',
    reportedAs: 'fromPaper',
  },
} as const satisfies Record<string, IdentificationRow>;

type IdentificationRow = {
  /** It was entered later than it happened. */
  isEntered: boolean;
  label: string;
  /** What precedes 'by' and the guard's name in a history, or when it was entered. */
  handedLabel: string;
} & (
  | { hasCode: true }
  /** The desk's word alone; the report counts it in this property. */
  | { hasCode: false; reportedAs: string }
);

export type IdentifiedBy = keyof typeof identifications;
export const identificationNames = kindsOf(identifications);

/** Whether a code of the holder proved the hand-out: shown at a desk, or used without one. */
export function isProven(by: IdentifiedBy | null): boolean {
  return by === null || identifications[by].hasCode;
}
