import { type KindsWith, kindsOf, kindsWith } from '../core/kinds.ts';
import type { t } from '../texts/en/key-kinds.ts';
import type { ParametersOf } from '../texts/translator.ts';

// Without the schema library, because every page reads it.

/** How an incident ends. */
export const resolutions = {
  found: {
    isChosen: true,
    retires: false,
    isReplaced: false,
    label: 'found',
  },
  replaced: {
    isChosen: true,
    retires: true,
    isReplaced: true,
    label: 'replaced',
  },
  repaired: {
    isChosen: true,
    retires: false,
    isReplaced: false,
    label: 'repaired',
  },
  'written-off': {
    isChosen: true,
    retires: true,
    isReplaced: false,
    label: 'written-off',
  },
  mistake: {
    isChosen: true,
    retires: false,
    isReplaced: false,
    label: 'mistake',
  },
  superseded: {
    isChosen: false,
    retires: false,
    isReplaced: false,
    label: 'superseded',
  },
} as const satisfies Record<string, ResolutionRow>;

type Text = keyof ParametersOf<typeof t>;

type ResolutionRow = {
  /** Somebody chooses it. */
  isChosen: boolean;
  /** The key is retired and its loan ends as lost. */
  retires: boolean;
  /** Another key takes its place, with its number and its access. */
  isReplaced: boolean;
  /** How lists call it. */
  label: Text;
};

export type IncidentResolution = keyof typeof resolutions;
export type ChosenResolution = KindsWith<typeof resolutions, { isChosen: true }>;
export type RetiringResolution = KindsWith<typeof resolutions, { retires: true }>;

export const resolutionNames = kindsOf(resolutions);
export const chosenResolutions = kindsWith(resolutions, { isChosen: true });
export const retiringResolutions = kindsWith(resolutions, { retires: true });

/** How an incident ends that nobody resolves. */
export const resolutionBy = {
  /** The key comes back. */
  return: 'found',
  /** Another report takes its place. */
  report: 'superseded',
  /** The handover is undone from which it followed. */
  undo: 'mistake',
} as const satisfies Record<string, IncidentResolution>;

/** Whether the key's loan ends as lost, and the key is retired. */
export function retiresKey(resolution: ChosenResolution): resolution is RetiringResolution {
  return resolutions[resolution].retires;
}

/** What can be wrong with a key. */
export const incidentKinds = {
  lost: {
    isGone: true,
    of: 'out',
    isForHolders: true,
    quietsReminders: true,
    resolutions: ['found', 'replaced', 'written-off', 'mistake'],
    icon: 'gone',
    label: 'lost',
    dialogTitle: 'report-lost',
    claim: { mine: 'cannot-find-it', others: 'its-holder-lost-it' },
  },
  missing: {
    isGone: true,
    of: 'hanging',
    isForHolders: false,
    quietsReminders: false,
    resolutions: ['found', 'replaced', 'written-off', 'mistake'],
    icon: 'gone',
    label: 'missing',
    dialogTitle: 'report-missing',
    claim: { mine: 'is-not-there', others: 'is-not-there' },
  },
  damaged: {
    isGone: false,
    of: 'any',
    isForHolders: true,
    quietsReminders: false,
    resolutions: ['repaired', 'replaced', 'written-off', 'mistake'],
    icon: 'broken',
    label: 'damaged',
    dialogTitle: 'report-damaged',
    claim: { mine: 'is-damaged', others: 'is-damaged' },
  },
} as const satisfies Record<string, IncidentKindRow>;

type IncidentKindRow = {
  /**
   * Nobody knows where the key is: it is not handed out, and a return finds it. Another key may be
   * lent, unless whoever reports it says otherwise.
   */
  isGone: boolean;
  /** Of which keys it can be reported. */
  of: 'out' | 'hanging' | 'any';
  /** A holder may report it, not only the desk. */
  isForHolders: boolean;
  /** While it is open, nobody is reminded to bring the key back. */
  quietsReminders: boolean;
  /** How it can end; the first is what most often happens. */
  resolutions: readonly [ChosenResolution, ...ChosenResolution[]];
  icon: 'gone' | 'broken';
  /** How lists call it. */
  label: Text;
  dialogTitle: Text;
  /** What the button says that reports it of one's own key, and of another one. */
  claim: { mine: Text; others: Text };
};

export type IncidentKind = keyof typeof incidentKinds;
export const incidentKindNames = kindsOf(incidentKinds);

/** What is reported of a key that should hang and was not seen. */
export const [unseenKind] = kindsWith(incidentKinds, { of: 'hanging' });

type Reported = IncidentKind | null | undefined;

/** Whether what is reported of a key, if anything, is that nobody knows where it is. */
export function isGone(kind: Reported): boolean {
  return kind != null && incidentKinds[kind].isGone;
}

/** Whether what is reported of a key, if anything, is that it should hang and does not. */
export function isOffItsHook(kind: Reported): boolean {
  return kind != null && incidentKinds[kind].of === 'hanging';
}

/** Whether nobody is reminded of a key for what is reported of it. */
export function quietsReminders(kind: Reported): boolean {
  return kind != null && incidentKinds[kind].quietsReminders;
}

/** Whether this can be true of a key that is out, or of one that is not. */
export function suits(kind: IncidentKind, isOut: boolean): boolean {
  const { of } = incidentKinds[kind];
  return of === 'any' || (of === 'out') === isOut;
}
