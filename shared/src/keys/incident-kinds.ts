import { type KindsWith, kindsOf, kindsWith } from '../core/kinds.ts';

// Without the schema library, because every page reads it.

/** How an incident ends. */
export const resolutions = {
  found: {
    isChosen: true,
    retires: false,
    isReplaced: false,
    label: 'Found',
    sentence: 'is found',
  },
  replaced: {
    isChosen: true,
    retires: true,
    isReplaced: true,
    label: 'Replaced by a new key',
    sentence: 'was replaced',
    retired: 'replaced',
  },
  repaired: {
    isChosen: true,
    retires: false,
    isReplaced: false,
    label: 'Repaired',
    sentence: 'is repaired',
  },
  'written-off': {
    isChosen: true,
    retires: true,
    isReplaced: false,
    label: 'Written off',
    sentence: 'was written off',
    retired: 'written off',
  },
  mistake: {
    isChosen: true,
    retires: false,
    isReplaced: false,
    label: 'Reported by mistake',
    sentence: 'was reported by mistake',
  },
  superseded: {
    isChosen: false,
    retires: false,
    isReplaced: false,
    label: 'Lost or missing since',
  },
} as const satisfies Record<string, ResolutionRow>;

type ResolutionRow = {
  /** Another key takes its place, with its number and its access. */
  isReplaced: boolean;
  /** How lists call it. */
  label: string;
} & (
  | { isChosen: false; retires: false }
  /** Somebody chooses it; `sentence` follows 'Key 12' in a message. */
  | { isChosen: true; retires: false; sentence: string }
  /** The key is retired and its loan ends as lost; `retired` is what became of the key. */
  | { isChosen: true; retires: true; sentence: string; retired: string }
);

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
    label: 'Lost',
    dialogTitle: 'Report as Lost',
    claim: { mine: 'I cannot find it', others: 'Its holder lost it' },
  },
  missing: {
    isGone: true,
    of: 'hanging',
    isForHolders: false,
    quietsReminders: false,
    resolutions: ['found', 'replaced', 'written-off', 'mistake'],
    icon: 'gone',
    label: 'Missing',
    dialogTitle: 'Report as Missing',
    claim: { mine: 'It is not there', others: 'It is not there' },
  },
  damaged: {
    isGone: false,
    of: 'any',
    isForHolders: true,
    quietsReminders: false,
    resolutions: ['repaired', 'replaced', 'written-off', 'mistake'],
    icon: 'broken',
    label: 'Damaged',
    dialogTitle: 'Report as Damaged',
    claim: { mine: 'It is damaged', others: 'It is damaged' },
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
  label: string;
  dialogTitle: string;
  /** What the button says that reports it of one's own key, and of another one. */
  claim: { mine: string; others: string };
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
