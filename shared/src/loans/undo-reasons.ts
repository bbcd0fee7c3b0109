import { kindsOf } from '../core/kinds.ts';
import type { t } from '../texts/en/handovers.ts';
import type { ParametersOf } from '../texts/translator.ts';

// Without the schema library, because every page with a history reads it.

export const handovers = ['hand-out', 'return'] as const;
export type Handover = (typeof handovers)[number];

/** Why a handover is undone: the key is not where it should be, or the wrong thing was recorded. */
export const undoReasons = {
  'not-there': {
    isHere: false,
    settles: false,
    choices: {
      'hand-out': { label: 'key-not-on-hook', effect: 'also-reports-missing' },
      return: { label: 'key-not-here', effect: null },
    },
    recorded: { 'hand-out': 'recorded-not-on-hook', return: 'recorded-not-here' },
  },
  mistake: {
    isHere: true,
    settles: true,
    choices: { 'hand-out': { label: 'wrong-scan', effect: null }, return: null },
    recorded: { 'hand-out': 'recorded-by-mistake', return: 'recorded-by-mistake' },
  },
} as const satisfies Record<string, UndoReasonRow>;

type UndoReasonRow = {
  /** After an undone hand-out the key is at the desk; otherwise it is reported. */
  isHere: boolean;
  /** Whether a settled dispute undoes a handover for this reason. */
  settles: boolean;
  /** The desk's choice; null where it is not offered. */
  choices: Record<Handover, { label: Text; effect: Text | null } | null>;
  /** The text in histories. */
  recorded: Record<Handover, Text>;
};

type Text = keyof ParametersOf<typeof t>;

export type UndoReason = keyof typeof undoReasons;
export const undoReasonNames = kindsOf(undoReasons);
