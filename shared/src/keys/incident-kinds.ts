import { type KindsWith, kindsOf, kindsWith } from '../core/kinds.ts';
import type { t } from '../texts/en/key-kinds.ts';
import type { ParametersOf } from '../texts/translator.ts';

// Without the schema library, because every page reads it.

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
  /** A person chooses it. */
  isChosen: boolean;
  /** The key is retired and its loan ends as lost. */
  retires: boolean;
  /** A replacement takes over its number and access. */
  isReplaced: boolean;
  label: Text;
};

export type IncidentResolution = keyof typeof resolutions;
export type ChosenResolution = KindsWith<typeof resolutions, { isChosen: true }>;
export type RetiringResolution = KindsWith<typeof resolutions, { retires: true }>;

export const resolutionNames = kindsOf(resolutions);
export const chosenResolutions = kindsWith(resolutions, { isChosen: true });
export const retiringResolutions = kindsWith(resolutions, { retires: true });

/** Resolutions without a person's decision. */
export const resolutionBy = {
  /** The key is returned. */
  return: 'found',
  /** Another report replaces it. */
  report: 'superseded',
  /** The handover that led to it is undone. */
  undo: 'mistake',
} as const satisfies Record<string, IncidentResolution>;

export function retiresKey(resolution: ChosenResolution): resolution is RetiringResolution {
  return resolutions[resolution].retires;
}

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
  },
} as const satisfies Record<string, IncidentKindRow>;

type IncidentKindRow = {
  /**
   * The key's place is unknown: it is not handed out, and a return finds it. Other kinds allow
   * hand-outs unless the report blocks them.
   */
  isGone: boolean;
  /** Which keys can be reported so. */
  of: 'out' | 'hanging' | 'any';
  /** Holders may report it, not only the desk. */
  isForHolders: boolean;
  /** Suspends reminders while open. */
  quietsReminders: boolean;
  /** Possible resolutions, the most common first. */
  resolutions: readonly [ChosenResolution, ...ChosenResolution[]];
  icon: 'gone' | 'broken';
  label: Text;
  dialogTitle: Text;
  /** The button that reports one's own key, and another one. */
};

export type IncidentKind = keyof typeof incidentKinds;
export const incidentKindNames = kindsOf(incidentKinds);

/** The kind for a key that should be on its hook and was not seen. */
export const [unseenKind] = kindsWith(incidentKinds, { of: 'hanging' });

type Reported = IncidentKind | null | undefined;

export function isGone(kind: Reported): boolean {
  return kind != null && incidentKinds[kind].isGone;
}

/** Whether the key is reported as missing from its hook. */
export function isOffItsHook(kind: Reported): boolean {
  return kind != null && incidentKinds[kind].of === 'hanging';
}

export function quietsReminders(kind: Reported): boolean {
  return kind != null && incidentKinds[kind].quietsReminders;
}

/** Whether a key that is out, or one that is not, can be reported so. */
export function suits(kind: IncidentKind, isOut: boolean): boolean {
  const { of } = incidentKinds[kind];
  return of === 'any' || (of === 'out') === isOut;
}
